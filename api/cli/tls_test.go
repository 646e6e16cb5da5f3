package cli

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const secureHost = "manuals.example.com"

func TestTLSUsage(t *testing.T) {
	folder := t.TempDir()
	database := filepath.Join(folder, "designmanual.db")
	for _, row := range []struct {
		args string
		exit int
		want string
	}{
		{"--tls", exitUsage, "--base-url: expected an https:// address with --tls, found http://localhost:8080"},
		{"--tls --base-url https://localhost", exitUsage, "--base-url: no authority gives a certificate for localhost; expected a public host name, or --tls-cert"},
		{"--tls --tls-cert c.pem", exitUsage, "--tls-cert and --tls-key: expected both or none"},
		{"--tls --tls-key k.pem", exitUsage, "--tls-cert and --tls-key: expected both or none"},
		{"--tls-cert c.pem --tls-key k.pem", exitUsage, "--tls-cert: expected --tls beside it"},
		{"--tls --hsts forever", exitUsage, `--hsts: expected "off" or the value`},
		{"--tls --acme-directory http://ca.example/", exitUsage, `--acme-directory: expected an https:// address, found "http://ca.example/"`},
		{"--tls --base-url https://manuals.example.com --listen 127.0.0.1:0 --acme-root missing.pem", exitFailed, "--acme-root: open missing.pem"},
		{"--tls --base-url https://manuals.example.com --listen 127.0.0.1:0 --acme-root tls_test.go", exitFailed, "--acme-root: tls_test.go holds no certificate in PEM form"},
		{"--tls --base-url https://manuals.example.com --listen 127.0.0.1:0 --tls-cert missing.pem --tls-key missing.pem", exitFailed, "the certificate missing.pem and its key missing.pem: open missing.pem"},
		{"--tls --base-url https://manuals.example.com --listen 127.0.0.1:0 --http-listen nonsense", exitUsage, "--http-listen: expected an address as 127.0.0.1:8080"},
		{"--tls --base-url https://manuals.example.com --listen 127.0.0.1:0 --http-listen 127.0.0.1:nonsense", exitFailed, "--http-listen: listen tcp: "},
		{"--tls --base-url https://manuals.example.com --listen 127.0.0.1:0 --tls-folder tls_test.go", exitFailed, "certificates in tls_test.go: "},
	} {
		var stderr strings.Builder
		args := append([]string{"serve", "--db", database}, strings.Fields(row.args)...)
		if exit := Run(t.Context(), args, io.Discard, &stderr); exit != row.exit || !strings.Contains(stderr.String(), "designmanual: "+row.want) {
			t.Errorf("%s: exit status %d, %s", row.args, exit, &stderr)
		}
		if _, err := os.Stat(database + ".sock"); err == nil {
			t.Errorf("%s: the socket is left", row.args)
		}
	}
}

// writeOwn makes a certificate for the site and all below it, writes it and
// its key into the folder, and returns it.
func writeOwn(t *testing.T, folder string) *x509.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), DNSNames: []string{secureHost, "*." + secureHost}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: der}, "key.pem": {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// secureClient asks the listener at an address, whatever host a URL has.
func secureClient(address string, root *x509.Certificate) *http.Client {
	roots := x509.NewCertPool()
	roots.AddCert(root)
	return &http.Client{
		Transport: &http.Transport{
			DisableKeepAlives: true,
			ForceAttemptHTTP2: true,
			TLSClientConfig:   &tls.Config{RootCAs: roots},
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				var d net.Dialer
				return d.DialContext(ctx, network, address)
			},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// checkFieldLimit holds HTTP/2 to the limit of header fields, in one field and
// in many.
func checkFieldLimit(t *testing.T, client *http.Client, address string) {
	t.Helper()
	for _, fields := range []int{1, 20} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range fields {
			request.Header.Add("X-Much", strings.Repeat("x", 20<<10/fields))
		}
		response, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("20 KiB in %d fields: %s", fields, response.Status)
		}
	}
}

// A server with a certificate of one's own serves HTTPS and leads there, tells
// healthcheck that it is ready, and takes a new certificate without a new
// start.
func TestServeOwnCertificate(t *testing.T) {
	folder := t.TempDir()
	root := writeOwn(t, folder)
	said, stderr := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	go func() {
		ended <- Run(ctx, []string{
			"serve", "--db", filepath.Join(folder, "designmanual.db"), "--seed", "../../fixtures", "--base-url", "https://" + secureHost,
			"--listen", "127.0.0.1:0", "--http-listen", "127.0.0.1:0",
			"--tls", "--tls-cert", filepath.Join(folder, "cert.pem"), "--tls-key", filepath.Join(folder, "key.pem"),
		}, io.Discard, stderr)
		stderr.Close()
	}()
	lines := bufio.NewScanner(said)
	until := func(pattern string) []string {
		t.Helper()
		for lines.Scan() {
			if m := regexp.MustCompile(pattern).FindStringSubmatch(lines.Text()); m != nil {
				return m
			}
		}
		t.Fatalf("never said %s", pattern)
		return nil
	}
	plain := until(`msg="leading plain HTTP to HTTPS" listen=(\S+)`)[1]
	secure := until(`msg=serving listen=(\S+)`)[1]

	response, err := secureClient(plain, root).Get("http://varve." + secureHost + "/api/v1/manuals/guide.json")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	address := response.Header.Get("Location")
	if response.StatusCode != http.StatusPermanentRedirect || address != "https://varve."+secureHost+"/api/v1/manuals/guide.json" {
		t.Errorf("%s to %q", response.Status, address)
	}
	response, err = secureClient(secure, root).Get(address)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK || response.ProtoMajor != 2 || response.Header.Get("Strict-Transport-Security") != "max-age=31536000" {
		t.Error(response.Proto, response.Status, response.Header)
	}
	checkFieldLimit(t, secureClient(secure, root), address)
	var out, failed strings.Builder
	if exit := Run(t.Context(), []string{"healthcheck", "--tls", "--listen", secure}, &out, &failed); exit != exitDone || !strings.HasSuffix(out.String(), "/readyz: 200 OK\n") {
		t.Errorf("healthcheck: exit status %d, %s%s", exit, &out, &failed)
	}

	next := writeOwn(t, folder)
	until(`msg="certificate replaced"`)
	response, err = secureClient(secure, next).Get(address)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	stop()
	for lines.Scan() {
	}
	if exit := <-ended; exit != exitDone {
		t.Errorf("exit status %d", exit)
	}
}
