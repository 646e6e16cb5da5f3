package manual

import (
	"crypto/sha256"
	"encoding/hex"
)

// A Document is the final bytes of an answer, in both of its encodings.
type Document struct {
	ETag     string // the fingerprint, without quotes; empty until the store has made it
	Identity []byte
	Gzip     []byte
}

// Fingerprint returns the opaque part of the entity tag of a body: its
// SHA-256 in lower-case hex, so that `sha256sum` checks an answer.
func Fingerprint(identity []byte) string {
	sum := sha256.Sum256(identity)
	return hex.EncodeToString(sum[:])
}

// A Snapshot is all that is kept of a manual to answer for it: the published
// model and the documents rendered from it. That of an unpublished manual
// has no sections, no title and no documents: it only holds the names.
type Snapshot struct {
	Brand     string // slug
	Manual    Manual
	Subdomain string // its own, or empty
	Primary   bool   // the one at the brand's own host root
	Flagged   bool   // the seed file says so; a single manual is primary without it
	Published bool
	Password  string // a bcrypt hash for the page, only with visibility password
	Documents map[DocumentKind]Document
}
