package api

import (
	"bufio"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// No request causes a 500, gets anything of a private manual without a token of its
// brand, gets anything of another brand on a brand's host, or a 304 for a tag that it
// has not sent.
func FuzzRequest(f *testing.F) {
	ts := newServer(f, nil)
	for _, row := range [][]string{
		{"/api/v1/manuals/acme.json", siteHost, "", "gzip;q=0.5, *;q=0", `"a", W/"b"`, "*", ""},
		{"/api/v1/manuals/acme.vault/tokens.json?format=2025.10", "acme." + siteHost, "Bearer " + secretOf("unknown"), "identity;q=0", "*", "", ""},
		{"/api/v1/manuals/vault.json", "acme." + siteHost + ":443", "Bearer " + secretOf("globex"), "*", "", `"`, ""},
		{"/VAULT", "acme." + siteHost, "Basic eDp5", "x-gzip, ,", `W/W/"`, "", "bytes=0-"},
		{"/-/export/tokens.css", "brand.acme.example", "", "br;q=1.0, gzip;q=0.8", "", "", "bytes=-1,0-0"},
		{"/%70ress/-/files/0123/a%20b", "[::1]:80", "bearer  x", "", "", "", "bytes=9-2"},
		{"/-/files.zip", "acme-vault." + siteHost, "", "", "", "", "bytes=99999999999999999999-"},
		{"//guide/./%2f", "x:y:z", "", "", "", "", ""},
	} {
		f.Add(row[0], row[1], row[2], row[3], row[4], row[5], row[6])
	}
	names := []string{"Host", "Authorization", "Accept-Encoding", "If-None-Match", "If-Match", "Range"}
	f.Fuzz(func(t *testing.T, target, host, authorization, coding, unlike, like, extent string) {
		text := "GET " + target + " HTTP/1.1\r\n"
		for i, value := range []string{host, authorization, coding, unlike, like, extent} {
			if value != "" {
				text += names[i] + ": " + value + "\r\n"
			}
		}
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(text + "\r\n")))
		if err != nil {
			return
		}
		r.RemoteAddr = "192.0.2.1:4711"
		answer := httptest.NewRecorder()
		ts.handler.ServeHTTP(answer, r)
		body := answer.Body.String()
		if answer.Header().Get("Content-Encoding") == "gzip" && body != "" {
			body = string(must(io.ReadAll(must(gzip.NewReader(answer.Body)))))
		}
		all := answer.Header().Get("Location") + body
		if answer.Code >= http.StatusInternalServerError {
			t.Fatalf("%q: %d", text, answer.Code)
		}
		for name, id := range map[string]string{"acme": "man_acme_vault", "globex": "man_globex_plan", "": "man_acme_draft"} {
			if strings.Contains(all, id) && (name == "" || !strings.Contains(text, secretOf(name))) {
				t.Fatalf("%q: %d with %s", text, answer.Code, id)
			}
		}
		for _, brand := range []string{"acme", "globex"} {
			other := map[string]string{"acme": "man_globex_", "globex": "man_acme_"}[brand]
			if strings.EqualFold(r.Host, brand+"."+siteHost) && strings.Contains(all, other) {
				t.Fatalf("%q: %d from another brand", text, answer.Code)
			}
		}
		tag := strings.TrimPrefix(answer.Header().Get("ETag"), "W/")
		if answer.Code == http.StatusNotModified && unlike != "*" && !strings.Contains(text, tag) {
			t.Fatalf("%q: %d of %s", text, answer.Code, tag)
		}
	})
}
