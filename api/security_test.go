package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// protection is what an answer is sent with, by what it is: documents and
// problems cannot be taken for anything else, and pages are fenced in besides.
func protection(page bool) map[string]string {
	fields := map[string]string{"X-Content-Type-Options": "nosniff"}
	if page {
		fields["Content-Security-Policy"] = policy
		fields["Cross-Origin-Opener-Policy"] = "same-origin"
		fields["Cross-Origin-Resource-Policy"] = "same-origin"
		fields["Permissions-Policy"] = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
		fields["Referrer-Policy"] = "same-origin"
	}
	return fields
}

func protected(t *testing.T, what string, header http.Header, page bool) {
	t.Helper()
	for name, want := range protection(page) {
		if got := header.Get(name); got != want {
			t.Errorf("%s: %s: %q, want %q", what, name, got, want)
		}
	}
}

// Every refusal there is, and every other error, is protected, whether it is
// a problem or a page, and nobody stores it.
func TestRefusalsAreProtected(t *testing.T) {
	w := newPageServer(t, nil)
	for _, page := range []bool{false, true} {
		for _, row := range apiErrors {
			recorder := httptest.NewRecorder()
			rq := w.handler.newRequest(httptest.NewRequest("GET", "/x", nil), EndpointUnknown)
			rq.page, rq.shared = page, !page
			w.handler.end(recorder, rq, nil, fmt.Errorf("wrapped: %w", row))
			what := fmt.Sprintf("%v, page %t", row, page)
			protected(t, what, recorder.Header(), page)
			if recorder.Code != row.status || recorder.Header().Get("Cache-Control") != "no-store" || recorder.Body.Len() == 0 {
				t.Errorf("%s: %d, %v", what, recorder.Code, recorder.Header())
			}
		}
	}
}

// So is every other answer with a body, and those without one that a page
// stands behind.
func TestAnswersAreProtected(t *testing.T) {
	w := newPageServer(t, nil)
	form := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	for _, row := range []struct {
		q      testRequest
		status int
		page   bool
	}{
		{testRequest{path: "/api/v1/manuals/acme.json"}, 200, false},
		{testRequest{path: "/api/v1/manuals/acme.json", header: map[string]string{"Accept-Encoding": "gzip"}}, 200, false},
		{testRequest{path: "/api/v1/manuals/acme.json", method: "HEAD"}, 200, false},
		{testRequest{path: "/api/v1/manuals/acme.vault.json", token: "acme"}, 200, false},
		{testRequest{path: "/api/v1/manuals/acme/tokens.json"}, 200, false},
		{testRequest{path: "/api/v1/manuals/acme/tokens.json?format=2025.10"}, 200, false},
		{testRequest{path: "/api/v1/manuals/acme/tokens.json?format=2025.10-resolver"}, 200, false},
		{testRequest{path: "/api/v1/openapi.json"}, 200, false},
		{testRequest{path: healthPath}, 200, false},
		{testRequest{path: readyPath}, 200, false},
		{testRequest{path: "/-/page.0123.css"}, 200, false},
		{testRequest{path: "/-/icon.0b5fff.svg"}, 200, false},
		{testRequest{path: "/"}, 200, true},
		{testRequest{path: "/", host: onAcme}, 200, true},
		{testRequest{path: "/vault", host: onAcme, token: "acme"}, 200, true},
		{testRequest{path: "/favicon.ico", host: onAcme}, 200, true},
		{testRequest{path: "/guide", host: onAcme}, 308, true},
		{testRequest{path: "/", host: onInn}, 200, true},
		{testRequest{path: "/", host: onInn, method: "POST", header: form, body: strings.NewReader("password=wrong")}, 403, true},
		{testRequest{path: "/", host: onInn, method: "POST", header: form, body: strings.NewReader("password=open+sesame")}, 303, true},
		{testRequest{path: "/", host: onInn, method: "POST", header: form, body: strings.NewReader("x")}, 415, true},
		{testRequest{path: "/robots.txt", host: onAcme}, 200, false},
	} {
		a := w.do(t, row.q)
		what := row.q.method + " " + row.q.host + row.q.path
		if a.StatusCode != row.status {
			t.Errorf("%s: %d, want %d", what, a.StatusCode, row.status)
		}
		protected(t, what, a.Header, row.page)
	}
}
