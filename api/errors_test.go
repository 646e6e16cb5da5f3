package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
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
	w := newTestServer(t, nil)
	answer := func(err error) (p struct{ Status int }) {
		rs := w.handler.refuse(w.handler.newRequest(httptest.NewRequest("GET", "/x", nil), EndpointUnknown), err)
		if err := json.Unmarshal(rs.body, &p); err != nil || p.Status != rs.status {
			t.Errorf("%s: %v", rs.body, err)
		}
		return p
	}
	for _, e := range apiErrors {
		if got := answer(fmt.Errorf("wrapped: %w", e)); got.Status != e.status {
			t.Errorf("%v: %d", e, got.Status)
		}
	}
	if got := answer(errors.New("anything else")); got.Status != 500 {
		t.Errorf("any other error: %d", got.Status)
	}
}

// apiErrors are all that there are.
var apiErrors = []*apiError{errRate, errFields, errMethod, errBody, errStarting, errToken, errNotFound, errAnonymous, errThemes, errGone,
	errFormat, errPrecondition, errRange, errReplaced, errOrigin, errForm, errBusy, errInternal}

func FuzzValidPath(f *testing.F) {
	for _, seed := range []string{"/api/v1/manuals/acme.json", "\"\\\x00\x1f\u2028\u00e9", "\xff\xc3", "\ufffd<&>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := validPath(s)
		if back, err := url.PathUnescape(got); !utf8.ValidString(got) || utf8.ValidString(s) && got != s || !strings.Contains(s, "%") && (err != nil || back != s) {
			t.Fatalf("%q became %q", s, got)
		}
	})
}
