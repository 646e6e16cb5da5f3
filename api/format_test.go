package api

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// A format is one of those that there are or none, however it is written.
func TestTokensKind(t *testing.T) {
	for query, want := range map[string]manual.DocumentKind{
		"": manual.TokensDocument, "x=%zz": manual.TokensDocument, "%zz=2025.10": manual.TokensDocument, "format;x=1": manual.TokensDocument,
		"format=2025.10": manual.StructuredDocument, "%66ormat=2025%2E10&x": manual.StructuredDocument,
		"x=%zz&format=2025.10-resolver": manual.ResolverDocument,
		"format":                        "", "format=": "", "format=%zz": "", "format=2025.10%": "", "format=2025.10;x=1": "",
		"format=%zz&format=2025.10": "", "format=2025.10&format=2025.10": "",
	} {
		kind, err := tokensKind(query)
		if kind != want || (err == nil) != (want != "") || err != nil && !errors.Is(err, errFormat) {
			t.Errorf("%q asks for %q, want %q, %v", query, kind, want, err)
		}
	}
}

// The query is read as net/url reads it, but that a format that it cannot read
// is not passed over, nor one that is asked for twice.
func FuzzTokensKind(f *testing.F) {
	for _, seed := range []string{"format=2025.10", "format=2025.10-resolver&x=%", "for%6dat=2025%2E10", "format=2025.10;format=x", "format=&format=", "=&&=", "format", "format=%zz"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		kind, err := tokensKind(query)
		if err != nil && !errors.Is(err, errFormat) {
			t.Fatal(err)
		}
		var want manual.DocumentKind
		switch formats := formatsOf(query); {
		case len(formats) == 0:
			want = manual.TokensDocument
		case len(formats) == 1 && formats[0] == "2025.10":
			want = manual.StructuredDocument
		case len(formats) == 1 && formats[0] == "2025.10-resolver":
			want = manual.ResolverDocument
		}
		if kind != want || (err == nil) != (want != "") {
			t.Fatalf("%q asks for %q, want %q, %v", query, kind, want, err)
		}
	})
}

// formatsOf returns what a query has under the key "format". net/url parses
// one part of it at a time, with no semicolon, at which it stops; what it
// cannot read it leaves out, and then there is a format if the key by itself
// is one.
func formatsOf(query string) (formats []string) {
	for part := range strings.SplitSeq(strings.ReplaceAll(query, ";", "%3B"), "&") {
		values, err := url.ParseQuery(part)
		if err != nil {
			key, _, _ := strings.Cut(part, "=")
			values, _ = url.ParseQuery(key)
		}
		formats = append(formats, values["format"]...)
	}
	return formats
}
