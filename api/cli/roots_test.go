package cli

import (
	"crypto/x509"
	"testing"
)

// A program takes fallback roots once: that there are some already shows in
// its refusing others.
func TestRootsOfItsOwn(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the program has no roots for a system without any")
		}
	}()
	x509.SetFallbackRoots(x509.NewCertPool())
}
