package serve

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"designmanual/api"
	"designmanual/api/certs"
	"designmanual/db"
	"designmanual/db/manual"
)

// messages returns the messages of a log, one a line.
func messages(log string) string {
	var found []string
	for _, m := range regexp.MustCompile(`msg="([^:"]*)`).FindAllStringSubmatch(log, -1) {
		found = append(found, m[1])
	}
	return strings.Join(found, "\n")
}

// What requests show to be wrong about how the server is set up is said once.
func TestSetupIsWatched(t *testing.T) {
	const (
		forwarded = "requests carry X-Forwarded-For, and no proxy is trusted"
		plain     = "an https address was asked over http, where browsers keep no password"
		stripped  = "requests come without the path of the base URL"
	)
	for _, row := range []struct {
		name, site string
		trusted    bool
		requests   []string // host, path, and fields
		want       string
	}{
		{"nothing", "http://acme.example", false, []string{"acme.example /", "127.0.0.1 /"}, ""},
		{"no trusted proxy", "http://acme.example", false, []string{"acme.example / X-Forwarded-For:192.0.2.1", "acme.example / X-Forwarded-For:192.0.2.2"}, forwarded},
		{"a trusted proxy", "http://acme.example", true, []string{"acme.example / X-Forwarded-For:192.0.2.1"}, ""},
		{"http in place of https", "https://acme.example", false, []string{"acme.example /", "brand.acme.example /"}, plain},
		{"http on a domain of a brand", "https://site.example", false, []string{"brand.example /"}, plain},
		{"a proxy that says what it got", "https://acme.example", true, []string{"acme.example / X-Forwarded-Proto:https", "acme.example / Via:1.1_x"}, ""},
		{"health checks and other hosts", "https://acme.example", false, []string{"acme.example /healthz", "127.0.0.1 /", "localhost /"}, ""},
		{"the path is taken off", "http://acme.example/brand", false, []string{"acme.example /", "acme.example /api/v1/manuals/acme.json"}, stripped},
		{"the path is left", "http://acme.example/brand", false, []string{"acme.example /brand", "acme.example /"}, ""},
		{"the path is left, below it", "http://acme.example/brand", false, []string{"acme.example /brand/-/export", "acme.example /"}, ""},
		{"a scanner", "http://acme.example/brand", false, []string{"acme.example /wp-login.php", "127.0.0.1 /"}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			var log bytes.Buffer
			s := &server{Options: Options{Log: slog.New(slog.NewTextHandler(&log, nil))}, db: newStore(t, row.site)}
			if row.trusted {
				s.API = api.Options{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
			}
			watch := &setupAdviser{server: s, next: http.NotFoundHandler()}
			for range 2 {
				for _, request := range row.requests {
					parts := strings.Fields(request)
					r := httptest.NewRequest(http.MethodGet, parts[1], nil)
					r.Host = parts[0]
					for _, field := range parts[2:] {
						name, value, _ := strings.Cut(field, ":")
						r.Header.Set(name, value)
					}
					watch.ServeHTTP(httptest.NewRecorder(), r)
				}
			}
			if got := messages(log.String()); got != row.want {
				t.Errorf("%s, want %s", got, row.want)
			}
		})
	}
}

// newStore returns a store with a brand that has a domain, and with that base URL.
func newStore(t *testing.T, address string) *db.DB {
	t.Helper()
	store, err := db.Open(filepath.Join(t.TempDir(), "designmanual.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	site, err := manual.ParseSite(address)
	if err != nil {
		t.Fatal(err)
	}
	site.Home = "acme"
	err = store.Update(t.Context(), func(tx *db.Tx) error {
		for _, b := range []manual.BrandSettings{{Slug: "acme", Name: "Acme"}, {Slug: "brand", Name: "Brand", Domains: []string{"brand.example"}}} {
			if err := tx.PutBrand(b); err != nil {
				return err
			}
		}
		return tx.SetSite(site)
	})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// A certificate without that of its authority is told, unless it needs none.
func TestCertificateWithoutChain(t *testing.T) {
	folder := t.TempDir()
	root, leaf := signLeaf(t)
	other, _ := signLeaf(t)
	for name, blocks := range map[string][][]byte{"alone": {leaf.der}, "alone, with another": {leaf.der, other.der}, "with its chain": {leaf.der, root.der}, "self-signed": {root.der}} {
		key := leaf.key
		if name == "self-signed" {
			key = root.key
		}
		var chain bytes.Buffer
		for _, der := range blocks {
			if err := pem.Encode(&chain, &pem.Block{Type: "CERTIFICATE", Bytes: der}); err != nil {
				t.Fatal(err)
			}
		}
		secret, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		cert, keyFile := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
		if err := os.WriteFile(cert, chain.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600); err != nil {
			t.Fatal(err)
		}
		pair, err := certs.LoadPair(cert, keyFile, slog.New(slog.NewTextHandler(io.Discard, nil)))
		if err != nil {
			t.Fatal(err)
		}
		if got := pair.LacksChain(); got != strings.HasPrefix(name, "alone") {
			t.Errorf("%s: lacks its chain: %t", name, got)
		}
	}
}

// A signed is a certificate with its key.
type signed struct {
	der []byte
	key *ecdsa.PrivateKey
}

// signLeaf returns an authority of its own, and a certificate that it has signed.
func signLeaf(t *testing.T) (root, leaf signed) {
	t.Helper()
	for _, made := range []*signed{&root, &leaf} {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		made.key = key
	}
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Authority"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now(), NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	server := &x509.Certificate{
		SerialNumber: big.NewInt(2), DNSNames: []string{"acme.example"}, NotBefore: time.Now(), NotAfter: time.Now().Add(time.Hour),
	}
	var err error
	if root.der, err = x509.CreateCertificate(rand.Reader, authority, authority, root.key.Public(), root.key); err != nil {
		t.Fatal(err)
	}
	if leaf.der, err = x509.CreateCertificate(rand.Reader, server, authority, leaf.key.Public(), root.key); err != nil {
		t.Fatal(err)
	}
	return root, leaf
}
