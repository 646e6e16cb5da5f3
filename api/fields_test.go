package api

import (
	"crypto/sha256"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseAuthorization(t *testing.T) {
	good := secretOf("acme")
	sum := sha256.Sum256([]byte(good))
	for want, fields := range map[credentials][]string{ // of a request, joined by |
		{sent: true, bearer: true, formed: true, sum: sum}: {"Bearer " + good, "bearer " + good, "BEARER    " + good, " Bearer " + good + " \t"}, // RFC 9110, section 11.1
		{sent: true}: {"Basic eDp5", `Digest username="x", realm="y"`, "Token " + good},
		{sent: true, bearer: true}: {
			"Bearer", "Bearer ", "", " ", good, "word", "Bearer " + good + " " + good, "Bearer " + good + ", Bearer " + good, "Bearer " + good + ",", `Bearer "` + good + `"`,
			"Bearer\t" + good, "Bearer: " + good, "Bearer=" + good, "Bearer token=" + good, "Bearer " + strings.ToLower(good), "Bearer " + good[:len(good)-1], "Bearer abc",
			"Bearer " + good + "|Bearer " + good, "Basic eDp5|Bearer " + good, "|", "Basic", "Bas(ic eDp5", `"Basic" eDp5`, "B\u00e9arer " + good,
		},
	} {
		for _, sent := range fields {
			if got := parseAuthorization(strings.Split(sent, "|")); got != want {
				t.Errorf("%q: %+v, want %+v", sent, got, want)
			}
		}
	}
	if got := parseAuthorization(nil); got != (credentials{}) {
		t.Errorf("no field: %+v", got)
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
		if !got.sent || twice && !got.bearer || got.formed && (!got.bearer || !strings.Contains(field, "dmt_")) {
			t.Fatalf("%q: %+v", fields, got)
		}
		if !got.bearer && !strings.Contains(strings.Trim(field, " \t"), " ") {
			t.Fatalf("%q passes for another scheme", field)
		}
	})
}

func TestAcceptsGzip(t *testing.T) {
	for want, sent := range map[bool][]string{ // joined by |
		true: {
			"gzip", "GZIP", "x-gzip", "*", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1", "deflate|gzip", "gzip ; q=0.5 ", "gzip;Q=0.001", "gzip;q=1.000", "gzip;q=1.",
			"*;q=0.5", "identity;q=0, *", "identity;q=0.5, gzip;q=0.5", "identity;q=0.5, gzip", "deflate, gzip;q=0, x-gzip", "gzip;q=2, *", ",, gzip ,", "gzip, *;q=0.5", "gzip;q=0.5, *;q=0",
		},
		false: {
			"", "identity", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "identity, gzip;q=0.9", "identity;q=0.501, gzip;q=0.5", "identity;q=1, *;q=0.5", "gzip;q=", "gzip;q=x", "gzip;q=-1",
			"gzip;q=0.5, *", // which is about identity too
			"gzip;q=0, *",   // named: * is about the others
			"gzip;q=1.001", "gzip;q=0.1234", "gzip;q=.5", "gzip;q=0,5", "gzip;q=00", "gzip; q = 1", "gzip;", "gzip;level=9", "gzip;q=1;level=9", "gzipped", `"gzip"`,
		},
	} {
		for _, fields := range sent {
			if got := acceptsGzip(strings.Split(fields, "|")); got != want {
				t.Errorf("Accept-Encoding: %s: gzip %t, want %t", fields, got, want)
			}
		}
	}
	if acceptsGzip(nil) {
		t.Error("gzip for a client that did not ask for it")
	}
}

func FuzzPreconditions(f *testing.F) {
	tag := entityTag(sha256.Sum256([]byte("a body")), false)
	judge := func(gzip bool, name string, lists ...string) (bool, error) {
		rs := &response{tag: tag, gzip: gzip}
		if gzip {
			rs.tag = "W/" + tag
		}
		err := (&request{Request: &http.Request{Header: http.Header{name: lists}}}).judgeConditions(rs)
		return rs.bare(), err
	}
	f.Add(`"a", W/"b"`, tag, true)
	f.Add(`*`, ``, false)
	f.Add(`"a`, `,,"`+tag, false)
	f.Add("\"\x80\"", `W/W/`+tag, false)
	f.Fuzz(func(t *testing.T, list, more string, gzip bool) {
		if unchanged, err := judge(gzip, "If-None-Match", list, more); err != nil || unchanged && !strings.Contains(list+more, tag) {
			t.Fatalf("If-None-Match %q, %q: %t, %v", list, more, unchanged, err)
		}
		// Behind whatever is in the way, a tag of its own field is found.
		if unchanged, _ := judge(gzip, "If-None-Match", list, more, "W/"+tag); !unchanged {
			t.Fatalf("If-None-Match %q, %q does not match", list, more)
		}
		if _, err := judge(true, "If-Match", list, more, "W/"+tag); err == nil {
			t.Fatalf("If-Match %q, %q matches a weak representation", list, more)
		}
		if _, err := judge(false, "If-Match", list, more, tag); err != nil {
			t.Fatalf("If-Match %q, %q does not match: %v", list, more, err)
		}
	})
}

func TestPathSent(t *testing.T) {
	for target, want := range map[string]string{
		"/api/v1/manuals/acme.json": "/api/v1/manuals/acme.json", "/api/v1/manuals/acme.json?a=b?c": "/api/v1/manuals/acme.json", "/%61pi/a%2Fb": "/%61pi/a%2Fb",
		"http://manuals.example.com/api/x?y=/z": "/api/x", "http://manuals.example.com": "/", "http://manuals.example.com?x=/y": "/", "/a://b": "/a://b", "*": "*", "": "",
	} {
		if got := pathSent(&http.Request{RequestURI: target}); got != want {
			t.Errorf("%q: %q, want %q", target, got, want)
		}
	}
}

func FuzzValidPath(f *testing.F) {
	for _, seed := range []string{"/api/v1/manuals/acme.json", "\"\\\u2028\u00e9", "\xff\xc3", "\ufffd<&>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := validPath(s)
		back, err := url.PathUnescape(got)
		if !utf8.ValidString(got) || utf8.ValidString(s) && got != s || !strings.Contains(s, "%") && (err != nil || back != s) {
			t.Fatalf("%q became %q", s, got)
		}
	})
}
