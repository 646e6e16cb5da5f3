package cli

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const secureHost = "manuals.example.com"

func TestTLSUsage(t *testing.T) {
	folder := t.TempDir()
	for i, row := range []struct {
		args string
		exit int
		want string
	}{
		{"--tls", exitUsage, "--tls needs --base-url with the https:// address of the site"},
		{"--tls --base-url http://manuals.example.com", exitUsage, "--tls needs an https:// address in --base-url, found http://manuals.example.com"},
		{"--tls --base-url https://192.0.2.1 --brand acme", exitUsage, "no authority gives a certificate for the --base-url 192.0.2.1: take a public host name, or --tls-cert"},
		{"--tls --base-url https://localhost", exitUsage, "no authority gives a certificate for the --base-url localhost: take a public host name, or --tls-cert"},
		{"--tls --tls-cert c.pem", exitUsage, "--tls-cert and --tls-key need each other"},
		{"--tls --tls-key k.pem", exitUsage, "--tls-cert and --tls-key need each other"},
		{"--tls-cert c.pem --tls-key k.pem", exitUsage, "--tls-cert needs --tls"},
		{"--tls --hsts forever", exitUsage, `--hsts: expected "off" or the value`},
		{"--tls --acme-directory http://ca.example/", exitUsage, `--acme-directory: expected an https:// address, found "http://ca.example/"`},
		{"--tls --base-url https://manuals.example.com --listen 127.0.0.1:0 --http-listen off --acme-root missing.pem", exitFailed, "--acme-root: missing.pem"},
		{"--tls --base-url https://manuals.example.com --listen 127.0.0.1:0 --http-listen off --acme-root tls_test.go", exitFailed, "--acme-root: tls_test.go holds no certificate in PEM form"},
		{"--tls --base-url https://manuals.example.com --listen 127.0.0.1:0 --http-listen off --tls-cert missing.pem --tls-key missing.pem", exitFailed, "the certificate missing.pem and its key missing.pem: missing.pem"},
		{"--tls --base-url https://manuals.example.com --listen 127.0.0.1:0 --http-listen nonsense", exitUsage, "--http-listen: expected an address as 127.0.0.1:8080"},
		{"--tls --base-url https://manuals.example.com --listen 127.0.0.1:0 --http-listen 127.0.0.1:nonsense", exitUsage, "--http-listen: expected an address"},
		{"--tls --base-url https://manuals.example.com --listen 127.0.0.1:0 --http-listen off --tls-folder tls_test.go", exitFailed, "certificates in tls_test.go: "},
	} {
		var stderr strings.Builder
		database := filepath.Join(folder, fmt.Sprintf("%d.db", i))
		args := append([]string{"serve", "--db", database}, strings.Fields(row.args)...)
		ctx, stop := context.WithTimeout(t.Context(), patience) // a server that should have been refused ends, with 0
		defer stop()
		if exit := Run(ctx, args, io.Discard, &stderr); exit != row.exit || !strings.Contains(stderr.String(), "designmanual: "+row.want) {
			t.Errorf("%s: exit status %d, %s", row.args, exit, &stderr)
		}
		if left, err := filepath.Glob(database + "*"); err != nil || len(left) > 0 {
			t.Errorf("%s: left %q", row.args, left)
		}
	}
}

// writeOwn makes a certificate for the site and its subdomains, or as the changes have
// it, writes it and its key into the folder, and returns it.
func writeOwn(t *testing.T, folder string, changes ...func(*x509.Certificate)) *x509.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), DNSNames: []string{secureHost, "*." + secureHost}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	for _, change := range changes {
		change(template)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(folder, "cert.pem"), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	writeFile(t, filepath.Join(folder, "key.pem"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// secureClient returns a client that connects to an address, whatever the host of the
// URL is.
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

// A server with --tls-cert serves HTTPS, redirects HTTP, answers healthcheck, and
// reloads a new certificate.
func TestServeOwnCertificate(t *testing.T) {
	folder := t.TempDir()
	root := writeOwn(t, folder)
	server := newServer(t, "--db", filepath.Join(folder, "designmanual.db"), "--seed", "../../fixtures", "--base-url", "https://"+secureHost, "--http-listen", "127.0.0.1:0",
		"--tls", "--tls-cert", filepath.Join(folder, "cert.pem"), "--tls-key", filepath.Join(folder, "key.pem"))
	plain := server.until(`msg="leading plain HTTP to HTTPS" listen=(\S+)`)[1]
	secure := server.address()

	response, _ := fetch(t, secureClient(plain, root), "http://varve."+secureHost+"/api/v1/manuals/guide.json")
	address := response.Header.Get("Location")
	if response.StatusCode != http.StatusPermanentRedirect || address != "https://varve."+secureHost+"/api/v1/manuals/guide.json" {
		t.Errorf("%s to %q", response.Status, address)
	}
	client := secureClient(secure, root)
	response, _ = fetch(t, client, address)
	if response.StatusCode != http.StatusOK || response.ProtoMajor != 2 || response.Header.Get("Strict-Transport-Security") != "max-age=31536000" {
		t.Error(response.Proto, response.Status, response.Header)
	}
	for _, fields := range []int{1, 20} { // HTTP/2 limits the size of a header too, whatever the number of fields
		much := slices.Repeat([]string{"X-Much: " + strings.Repeat("x", 20<<10/fields)}, fields)
		if response, _ = fetch(t, client, address, much...); response.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("20 KiB in %d fields: %s", fields, response.Status)
		}
	}
	if out, _ := run(t, exitDone, "healthcheck", "--tls", "--listen", secure); !strings.HasSuffix(out, ": 200 OK\n") {
		t.Errorf("healthcheck: %s", out)
	}

	next := writeOwn(t, folder)
	server.until(`msg="certificate replaced"`)
	if response, _ := fetch(t, secureClient(secure, next), address); response == nil {
		t.Error("the new certificate is not served")
	}
}

// The log warns of a certificate given by file that does not cover a host, or is not
// valid at the time.
func TestServeOtherCertificate(t *testing.T) {
	for want, change := range map[string]func(*x509.Certificate){
		`the certificate does not cover a host that is served" file=\S+cert.pem host=manuals.example.com`: func(c *x509.Certificate) { c.DNSNames = []string{"other.example"} },
		`the certificate has expired" file=\S+cert.pem expired=20`:                                        func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) },
		`the certificate is not valid yet" file=\S+cert.pem from=20`:                                      func(c *x509.Certificate) { c.NotBefore = time.Now().Add(time.Minute) },
	} {
		folder := t.TempDir()
		writeOwn(t, folder, change)
		newServer(t, "--db", filepath.Join(folder, "designmanual.db"), "--base-url", "https://"+secureHost, "--http-listen", "off",
			"--tls", "--tls-cert", filepath.Join(folder, "cert.pem"), "--tls-key", filepath.Join(folder, "key.pem")).until(`level=WARN msg="` + want)
	}
}

// HTTPS needs TLS 1.2 or later. Failed handshakes are not in the log.
func TestServeOldTLS(t *testing.T) {
	folder := t.TempDir()
	roots := x509.NewCertPool()
	roots.AddCert(writeOwn(t, folder))
	server := newServer(t, "--db", filepath.Join(folder, "designmanual.db"), "--base-url", "https://"+secureHost, "--http-listen", "off",
		"--tls", "--tls-cert", filepath.Join(folder, "cert.pem"), "--tls-key", filepath.Join(folder, "key.pem"))
	address := server.address()
	for version, ok := range map[uint16]bool{tls.VersionTLS10: false, tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
		c, err := tls.Dial("tcp", address, &tls.Config{RootCAs: roots, ServerName: secureHost, MinVersion: tls.VersionTLS10, MaxVersion: version})
		if (err == nil) != ok {
			t.Errorf("%s: %v", tls.VersionName(version), err)
		}
		if err == nil {
			c.Close()
		}
	}
	server.end()
	if log := strings.Join(server.read, "\n"); strings.Contains(log, "handshake") {
		t.Errorf("anyone can fill the log: %s", log)
	}
}

// The program has root certificates for systems without any. SetFallbackRoots panics
// the second time it is called.
func TestFallbackRoots(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the program has no roots for a system without any")
		}
	}()
	x509.SetFallbackRoots(x509.NewCertPool())
}
