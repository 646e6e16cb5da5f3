package certs

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// sendPlain sends a raw request over plain HTTP and returns the response without
// its date.
func (s *testServer) sendPlain(request string) string {
	s.t.Helper()
	conn, err := net.Dial("tcp", s.plain.Addr().String())
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, request); err != nil {
		s.t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	response.Header.Del("Date")
	return fmt.Sprint(response.Status, " ", response.Header, " ", string(body))
}

var location = regexp.MustCompile(`Location:\[([^]]*)\]`)

func TestRedirect(t *testing.T) {
	s := newServer(t, "https://"+siteHost+":8443", seedFiles)
	s.serve(nil, nil)
	for _, row := range []struct{ request, host, want string }{
		{"GET /", siteHost, "https://manuals.example.com:8443/"},
		{"GET /api/v1/manuals/acme.json?format=x&y", "ACME." + siteHost + ".:80", "https://acme.manuals.example.com:8443/api/v1/manuals/acme.json?format=x&y"},
		{"POST /guide", "acme-press." + siteHost, "https://acme-press.manuals.example.com:8443/guide"},
		{"HEAD /%C3%A5%2F", "brand.acme.example:80", "https://brand.acme.example/%C3%A5%2F"},
		{"GET //evil.example/", siteHost, "https://manuals.example.com:8443//evil.example/"},
		{"GET /\\evil.example", siteHost, "https://manuals.example.com:8443/%5Cevil.example"},
		{"GET http://acme.example", siteHost, "https://acme.example/"}, // RFC 9112, section 3.2.2
		{"GET http://acme.example@evil.example/", siteHost, "404"},
		{"GET http://evil.example/", siteHost, "404"},
		{"GET http:.evil.example/x", siteHost, "400"},
		{"GET http:@evil.example/x", siteHost, "400"},
		{"GET x:y", siteHost, "400"},
		{"OPTIONS *", siteHost, "400"},
		{"CONNECT " + siteHost + ":443", siteHost + ":443", "400"},
		{"GET /.well-known/acme-challenge/abc", siteHost, "https://manuals.example.com:8443/.well-known/acme-challenge/abc"},
	} {
		got := s.sendPlain(row.request + " HTTP/1.1\r\nHost: " + row.host + "\r\nConnection: close\r\n\r\n")
		status := "308 "
		if !strings.HasPrefix(row.want, "https") {
			status = row.want + " "
		}
		if !strings.HasPrefix(got, status) {
			t.Errorf("%s on %s: %s, want %s", row.request, row.host, got, row.want)
			continue
		}
		if m := location.FindStringSubmatch(got); m == nil && status == "308 " || m != nil && m[1] != row.want {
			t.Errorf("%s on %s: %s, want %s", row.request, row.host, got, row.want)
		}
	}
}

// Hosts that are not covered, and paths of unknown challenges, get the same bytes.
func TestPlainNotFound(t *testing.T) {
	s := newServer(t, "https://"+siteHost, seedFiles)
	s.start(s.store.Index)
	long := strings.Repeat("a", 1000)
	want := s.sendPlain("GET / HTTP/1.1\r\nHost: nobody." + siteHost + "\r\n\r\n")
	if !strings.HasPrefix(want, "404 ") || !strings.HasSuffix(want, " Not Found\n") {
		t.Fatal(want)
	}
	for _, host := range append(otherHosts, "", "[::1]:80") {
		for _, path := range []string{"/", "/api/v1/manuals/acme.json", challengePath + "abc"} {
			if got := s.sendPlain("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n"); got != want {
				t.Errorf("%s on %s: %s, want %s", path, host, got, want)
			}
		}
	}
	for _, token := range []string{"", "abc", "..", "../account.key", "%2e%2e%2faccount.key", "a%00", long} {
		if got := s.sendPlain("GET " + challengePath + token + " HTTP/1.1\r\nHost: " + siteHost + "\r\n\r\n"); got != want {
			t.Errorf("challenge %q: %s, want %s", token, got, want)
		}
	}
}

// RFC 6797, section 6.1.
func TestParseStrictTransport(t *testing.T) {
	for text, want := range map[string]string{
		"off":                  "",
		DefaultStrictTransport: "max-age=31536000",
		"max-age=0":            "max-age=0",
		"max-age=63072000; includeSubDomains; preload": "max-age=63072000; includeSubDomains; preload",
		"includeSubDomains;Max-Age=1":                  "includeSubDomains;Max-Age=1",
	} {
		if got, err := ParseStrictTransport(text); got != want || err != nil {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "on", "max-age", "max-age=", "max-age=1y", "max-age=-1", "max-age=99999999999", "max-age=1;", "max-age=1; max-age=2",
		"includeSubDomains", "max-age=1; includeSubDomains=1", "max-age=1\r\nX: y",
	} {
		if got, err := ParseStrictTransport(text); got != "" || !errors.Is(err, errStrictTransport) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// Errors that anyone can cause are not warnings.
func TestErrorLog(t *testing.T) {
	var said strings.Builder
	log := ErrorLog(slog.New(slog.NewTextHandler(&said, nil)))
	log.Print("http: TLS handshake error from 127.0.0.1:1: EOF")
	log.Print("http2: server connection error from 127.0.0.1:1: connection error: PROTOCOL_ERROR")
	log.Print("http: Accept error: too many open files")
	if got := said.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "level=WARN") || !strings.Contains(got, "Accept error") {
		t.Error(got)
	}
}
