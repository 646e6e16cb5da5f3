package api

import (
	"crypto/sha256"
	"net/http"
	"strings"
	"testing"

	"designmanual/db"
)

func TestParseAuthorization(t *testing.T) {
	good := secretOf("acme")
	sum, ok := db.SecretSum(good)
	if !ok {
		t.Fatal("the secret is not of our form")
	}
	none, other := credentials{}, credentials{sent: true}
	bad, bearer := credentials{sent: true, bearer: true}, credentials{sent: true, bearer: true, formed: true, sum: sum}
	for _, row := range []struct {
		fields []string
		want   credentials
	}{
		{nil, none},
		{[]string{"Bearer " + good}, bearer},
		{[]string{"bearer " + good}, bearer}, // RFC 9110, section 11.1: schemes compare without case
		{[]string{"BEARER    " + good}, bearer},
		{[]string{" Bearer " + good + " \t"}, bearer},
		{[]string{"Bearer"}, bad},
		{[]string{"Bearer "}, bad},
		{[]string{""}, bad},
		{[]string{" "}, bad},
		{[]string{good}, bad},
		{[]string{"word"}, bad},
		{[]string{"Bearer " + good + " " + good}, bad},
		{[]string{"Bearer " + good + ", Bearer " + good}, bad},
		{[]string{"Bearer " + good + ","}, bad},
		{[]string{"Bearer \"" + good + "\""}, bad},
		{[]string{"Bearer\t" + good}, bad},
		{[]string{"Bearer: " + good}, bad},
		{[]string{"Bearer=" + good}, bad},
		{[]string{"Bearer token=" + good}, bad},
		{[]string{"Bearer " + strings.ToLower(good)}, bad},
		{[]string{"Bearer " + good[:len(good)-1]}, bad},
		{[]string{"Bearer abc"}, bad},
		{[]string{"Bearer " + good, "Bearer " + good}, bad},
		{[]string{"Basic eDp5", "Bearer " + good}, bad},
		{[]string{"", ""}, bad},
		{[]string{"Basic eDp5"}, other},
		{[]string{"Digest username=\"x\", realm=\"y\""}, other},
		{[]string{"Token " + good}, other},
		{[]string{"Basic"}, bad},
		{[]string{"Bas(ic eDp5"}, bad},
		{[]string{"\"Basic\" eDp5"}, bad},
		{[]string{"B\u00e9arer " + good}, bad},
	} {
		if got := parseAuthorization(row.fields); got != row.want {
			t.Errorf("%q: %+v, want %+v", row.fields, got, row.want)
		}
	}
}

func FuzzParseAuthorization(f *testing.F) {
	f.Add("Bearer "+secretOf("acme"), false)
	f.Add("Basic eDp5", true)
	f.Add("  ", false)
	f.Fuzz(func(t *testing.T, field string, twice bool) {
		fields := []string{field}
		if twice {
			fields = append(fields, field)
		}
		got := parseAuthorization(fields)
		if !got.sent || twice && !got.bearer {
			t.Fatalf("%q: %+v", fields, got)
		}
		if got.formed && (!got.bearer || !strings.Contains(field, "dmt_")) {
			t.Fatalf("%q: %+v", fields, got)
		}
		if !got.bearer && !strings.Contains(strings.Trim(field, " \t"), " ") {
			t.Fatalf("%q passes for another scheme", field)
		}
	})
}

func TestAcceptsGzip(t *testing.T) {
	for _, row := range []struct {
		fields string // joined by |
		want   bool
	}{
		{"gzip", true},
		{"GZIP", true},
		{"x-gzip", true}, // RFC 9110, section 8.4.1.3
		{"*", true},
		{"gzip, deflate, br, zstd", true},
		{"br;q=1.0, gzip;q=0.8, *;q=0.1", true},
		{"deflate|gzip", true},
		{"gzip ; q=0.5 ", true},
		{"gzip;Q=0.001", true},
		{"gzip;q=1.000", true},
		{"gzip;q=1.", true},
		{"*;q=0.5", true},
		{"identity;q=0, *", true},
		{"identity;q=0.5, gzip;q=0.5", true},
		{"identity;q=0.5, gzip", true},
		{"deflate, gzip;q=0, x-gzip", true},
		{"gzip;q=2, *", true},
		{",, gzip ,", true},
		{"", false},
		{"identity", false},
		{"br", false},
		{"gzip;q=0", false},
		{"gzip;q=0.000", false},
		{"*;q=0", false},
		{"gzip, *;q=0.5", true},
		{"gzip;q=0.5, *;q=0", true},
		{"gzip;q=0.5, *", false}, // which is about identity too
		{"gzip;q=0, *", false},   // named: * is about the others
		{"identity, gzip;q=0.9", false},
		{"identity;q=0.501, gzip;q=0.5", false},
		{"identity;q=1, *;q=0.5", false},
		{"gzip;q=", false},
		{"gzip;q=x", false},
		{"gzip;q=-1", false},
		{"gzip;q=1.001", false},
		{"gzip;q=0.1234", false},
		{"gzip;q=.5", false},
		{"gzip;q=0,5", false},
		{"gzip;q=00", false},
		{"gzip; q = 1", false},
		{"gzip;", false},
		{"gzip;level=9", false},
		{"gzip;q=1;level=9", false},
		{"gzipped", false},
		{"\"gzip\"", false},
	} {
		if got := acceptsGzip(strings.Split(row.fields, "|")); got != row.want {
			t.Errorf("Accept-Encoding: %s: gzip %t, want %t", row.fields, got, row.want)
		}
	}
	if acceptsGzip(nil) {
		t.Error("gzip for a client that did not ask for it")
	}
}

func FuzzAcceptsGzip(f *testing.F) {
	for _, seed := range []string{"gzip;q=0.5, identity", "*;q=0", ";;,,q=", "gzip;q=1.0000"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, field string) {
		folded := strings.ToLower(field)
		if acceptsGzip([]string{field}) && !strings.Contains(folded, "gzip") && !strings.Contains(field, "*") {
			t.Fatalf("%q: gzip", field)
		}
		if acceptsGzip([]string{field}) != acceptsGzip(strings.Split(field, ",")) {
			t.Fatalf("%q: one field and its members apart differ", field)
		}
	})
}

// preconditions judges a request with those fields by an entity tag.
func preconditions(header http.Header, tag string) (bool, error) {
	rq := &request{Request: &http.Request{Header: header}}
	return rq.unchanged(&response{tag: tag, gzip: strings.HasPrefix(tag, "W/")})
}

func FuzzPreconditions(f *testing.F) {
	tag := entityTag(sha256.Sum256([]byte("a body")), false)
	f.Add(`"a", W/"b"`, tag, true)
	f.Add(`*`, ``, false)
	f.Add(`"a`, `,,"`+tag, false)
	f.Add("\"\x80\"", `W/W/`+tag, false)
	f.Fuzz(func(t *testing.T, list, more string, gzip bool) {
		sent := tag
		if gzip {
			sent = "W/" + tag
		}
		header := http.Header{"If-None-Match": {list, more}}
		notModified, err := preconditions(header, sent)
		if err != nil || notModified && !strings.Contains(list+more, tag) {
			t.Fatalf("If-None-Match %q: %t, %v", header, notModified, err)
		}
		// Behind whatever is in the way, a tag of its own field is found.
		header["If-None-Match"] = []string{list, more, "W/" + tag}
		if notModified, _ = preconditions(header, sent); !notModified {
			t.Fatalf("If-None-Match %q does not match", header)
		}
		_, err = preconditions(http.Header{"If-Match": {list, more, "W/" + tag}}, "W/"+tag)
		if err == nil {
			t.Fatalf("If-Match %q matches a weak representation", list)
		}
		_, err = preconditions(http.Header{"If-Match": {list, more, tag}}, tag)
		if err != nil {
			t.Fatalf("If-Match %q does not match: %v", list, err)
		}
	})
}
