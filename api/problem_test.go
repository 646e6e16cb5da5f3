package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"unicode/utf8"
)

func TestInstanceOf(t *testing.T) {
	for _, row := range []struct{ target, want string }{
		{"/api/v1/manuals/acme.json", "/api/v1/manuals/acme.json"},
		{"/api/v1/manuals/acme.json?a=b?c", "/api/v1/manuals/acme.json"},
		{"/%61pi/a%2Fb", "/%61pi/a%2Fb"},
		{"http://manuals.example.com/api/x?y=/z", "/api/x"},
		{"http://manuals.example.com", "/"},
		{"http://manuals.example.com?x=/y", "/"},
		{"/a://b", "/a://b"},
		{"*", "*"},
		{"", ""},
	} {
		if got := instanceOf(&http.Request{RequestURI: row.target}); got != row.want {
			t.Errorf("%q: %q, want %q", row.target, got, row.want)
		}
	}
}

func TestRefusalOf(t *testing.T) {
	for i, p := range refusals {
		if n, known := refusalOf(fmt.Errorf("wrapped: %w", p.err)); n != i || !known {
			t.Errorf("%v: row %d, %t; want %d", p.err, n, known, i)
		}
		if !json.Valid(append(p.opening(), `""}`...)) {
			t.Errorf("%v: not JSON: %s", p.err, p.opening())
		}
	}
	if n, known := refusalOf(errors.New("anything else")); known || refusals[n].status != 500 {
		t.Errorf("any other error: row %d, %t", n, known)
	}
}

func FuzzAppendString(f *testing.F) {
	for _, seed := range []string{"/api/v1/manuals/acme.json", "\"\\\x00\x1f\u2028\u00e9", "\xff\xc3", "\ufffd<&>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := appendString(nil, s)
		var got string
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%q: %s: %v", s, text, err)
		}
		if !utf8.Valid(text) || utf8.ValidString(s) && got != s {
			t.Fatalf("%q became %q", s, got)
		}
	})
}
