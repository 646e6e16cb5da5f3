package remote

import (
	"crypto/x509"
	"sync"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// AddRoots lets this process trust Mozilla's root certificates where the system has none, such as
// in a minimal image. It parses those of the system and Mozilla's, which takes milliseconds, so
// that only what is about to connect to another server calls it.
var AddRoots = sync.OnceFunc(func() {
	roots := x509.NewCertPool()
	for c := range bundle.Roots() {
		certificate, err := x509.ParseCertificate(c.Certificate)
		if err != nil {
			panic(err) // they are part of the program
		}
		if c.Constraint == nil {
			roots.AddCert(certificate)
		} else {
			roots.AddCertWithConstraint(certificate, c.Constraint)
		}
	}
	x509.SetFallbackRoots(roots)
})
