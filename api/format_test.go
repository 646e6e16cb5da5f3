package api

import (
	"errors"
	"net/url"
	"testing"

	"designmanual/db/manual"
)

// The query is read as net/url reads it, but that a format asked for twice is
// none, whatever else stands beside it.
func FuzzTokensKind(f *testing.F) {
	for _, seed := range []string{"format=2025.10", "format=2025.10-resolver&x=%", "for%6dat=2025%2E10", "format=2025.10;format=x", "format=&format=", "=&&=", "format"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		kind, err := tokensKind(query)
		if err != nil && !errors.Is(err, errFormat) {
			t.Fatal(err)
		}
		var want manual.DocumentKind
		values, _ := url.ParseQuery(query) // which keeps what it can read
		switch formats := values["format"]; {
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
