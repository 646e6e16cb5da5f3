package cli

// Roots to trust authorities for certificates by, where the system has none:
// an image of nothing but the program. A system's own come before them.
import _ "golang.org/x/crypto/x509roots/fallback"
