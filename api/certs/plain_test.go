package certs

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

// ask sends a request as it stands, and returns the answer without its date.
func (s *server) ask(t *testing.T, request string) string {
	t.Helper()
	conn, err := net.Dial("tcp", s.plain.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	response.Header.Del("Date")
	return fmt.Sprint(response.Status, " ", response.Header, " ", string(body))
}

var location = regexp.MustCompile(`Location:\[([^]]*)\]`)

func TestRedirect(t *testing.T) {
	store, s := openStore(t, "https://"+siteHost+":8443", seedFiles), listen(t)
	s.serve(t, store, nil, nil)
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
		got := s.ask(t, row.request+" HTTP/1.1\r\nHost: "+row.host+"\r\nConnection: close\r\n\r\n")
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

// Hosts that are not covered are answered alike, to the byte, and so is what
// is no challenge under way.
func TestPlainTellsNothing(t *testing.T) {
	store, s := openStore(t, "https://"+siteHost, seedFiles), listen(t)
	m, _ := newManager(t, offline(), Options{Index: store.Index, Folder: t.TempDir()})
	s.serve(t, store, m.Config(), m)
	long := strings.Repeat("a", 1000)
	want := s.ask(t, "GET / HTTP/1.1\r\nHost: nobody."+siteHost+"\r\n\r\n")
	if !strings.HasPrefix(want, "404 ") || !strings.HasSuffix(want, " Not Found\n") {
		t.Fatal(want)
	}
	for _, host := range append(otherHosts, "", "[::1]:80") {
		for _, path := range []string{"/", "/api/v1/manuals/acme.json", challengePath + "abc"} {
			if got := s.ask(t, "GET "+path+" HTTP/1.1\r\nHost: "+host+"\r\n\r\n"); got != want {
				t.Errorf("%s on %s: %s, want %s", path, host, got, want)
			}
		}
	}
	for _, token := range []string{"", "abc", "..", "../account.key", "%2e%2e%2faccount.key", "a%00", long} {
		if got := s.ask(t, "GET "+challengePath+token+" HTTP/1.1\r\nHost: "+siteHost+"\r\n\r\n"); got != want {
			t.Errorf("challenge %q: %s, want %s", token, got, want)
		}
	}
}

// Where the challenge of TLS cannot be met, as behind something that ends TLS
// itself, that of HTTP is.
func TestChallengeOverHTTP(t *testing.T) {
	t.Parallel()
	store, s := openStore(t, "https://"+siteHost, seedFiles), listen(t)
	a := newAuthority(t, s, time.Hour)
	m, said := newManager(t, a, Options{Index: store.Index, Folder: t.TempDir()})
	config := m.Config()
	config.NextProtos = []string{"h2", "http/1.1"}
	s.serve(t, store, config, m)
	if err := s.arrive(t, said, siteHost, a.issued); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}
