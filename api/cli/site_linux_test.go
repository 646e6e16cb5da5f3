package cli

import (
	"crypto/x509"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckSiteTLS looks from outside at a server with HTTPS whose only brand is not at
// home. The program reads the certificates that it trusts from SSL_CERT_FILE.
func TestCheckSiteTLS(t *testing.T) {
	folder := t.TempDir()
	writeOwn(t, folder, func(c *x509.Certificate) { c.DNSNames = []string{"localhost", "*.localhost"} })
	root, other := filepath.Join(folder, "cert.pem"), t.TempDir()
	writeOwn(t, other)
	seeds := filepath.Join(folder, "acme.json")
	writeFile(t, seeds, []byte(`{"brand": {"slug": "acme", "name": "Acme"}, "manuals": [{"slug": "guide", "title": "Guide", "visibility": "public", "sections": []}]}`))
	listen := freeAddress(t)
	_, port, _ := strings.Cut(listen, ":")
	newServer(t, "--db", filepath.Join(folder, "site.db"), "--seed", seeds, "--listen", listen, "--base-url", "https://localhost:"+port,
		"--tls", "--tls-cert", root, "--tls-key", filepath.Join(folder, "key.pem"), "--http-listen", "off").address()
	for _, test := range []struct {
		status           int
		roots, site, out string
	}{
		{exitDone, root, "https://localhost:" + port, "https://acme.localhost:" + port + "  ok, certificate until 20"},
		{exitFlag, filepath.Join(other, "cert.pem"), "https://localhost:" + port, "signed by unknown authority"},
		{exitFlag, root, "https://" + listen, "cannot validate certificate for 127.0.0.1"},
	} {
		program := exec.Command(os.Args[0], "check", "--site", test.site, seeds)
		program.Args[0], program.Env = "designmanual", append(os.Environ(), "SSL_CERT_FILE="+test.roots)
		out, _ := program.CombinedOutput()
		if status := program.ProcessState.ExitCode(); status != test.status || !strings.Contains(string(out), test.out) {
			t.Errorf("%s: exit status %d, no %q in\n%s", test.site, status, test.out, out)
		}
	}
}
