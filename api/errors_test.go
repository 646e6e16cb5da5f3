package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"unicode/utf8"
)

func TestPathSent(t *testing.T) {
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
		if got := pathSent(&http.Request{RequestURI: row.target}); got != row.want {
			t.Errorf("%q: %q, want %q", row.target, got, row.want)
		}
	}
}

// Every error that clients see is found wherever it is wrapped, and its problem
// document is one.
func TestAPIErrors(t *testing.T) {
	r := &http.Request{RequestURI: "/x"}
	for _, e := range apiErrors {
		if got, known := asAPIError(fmt.Errorf("wrapped: %w", e)); got != e || !known {
			t.Errorf("%v: %v, %t", e, got, known)
		}
		var p struct{ Status int }
		if err := json.Unmarshal(e.problem(r), &p); err != nil || p.Status != e.status {
			t.Errorf("%v: %s: %v", e, e.problem(r), err)
		}
	}
	if got, known := asAPIError(errors.New("anything else")); known || got.status != 500 {
		t.Errorf("any other error: %v, %t", got, known)
	}
}

// apiErrors are all that there are.
var apiErrors = []*apiError{errRate, errFields, errMethod, errBody, errStarting, errToken, errNotFound, errAnonymous, errThemes, errGone,
	errFormat, errPrecondition, errRange, errReplaced, errOrigin, errForm, errBusy, errInternal}

func FuzzAppendJSON(f *testing.F) {
	for _, seed := range []string{"/api/v1/manuals/acme.json", "\"\\\x00\x1f\u2028\u00e9", "\xff\xc3", "\ufffd<&>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := appendJSON(nil, s)
		var got string
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%q: %s: %v", s, text, err)
		}
		if !utf8.Valid(text) || utf8.ValidString(s) && got != s {
			t.Fatalf("%q became %q", s, got)
		}
	})
}
