package db

import "crypto/sha256"

// declareTokens makes the access tokens of what the brands declare. When one
// was last used it is known from the index before, and held in memory only.
func (ix *Index) declareTokens(before *Index) {
	ix.declared = nil
	for b := range ix.Brands() {
		for _, d := range b.Access {
			if kept := ix.tokens[d.Sum]; kept != nil && !kept.Revoked.IsZero() || ix.declared[d.Sum] != nil {
				continue // what was revoked stays so; the first brand that declares a secret has it
			}
			t := &AccessToken{ID: d.ID, Brand: b.Slug, Name: d.Name, Sum: d.Sum, Expires: d.Expires, File: d.File, usage: new(usage)}
			if before != nil && before.declared[d.Sum] != nil {
				t.usage = before.declared[d.Sum].usage
			}
			if ix.declared == nil {
				ix.declared = make(map[[sha256.Size]byte]*AccessToken)
			}
			ix.declared[d.Sum] = t
		}
	}
}

// Token returns the access token whose secret has that SHA-256, or nil. It
// may be expired or revoked.
func (ix *Index) Token(sum [sha256.Size]byte) *AccessToken {
	if declared := ix.declared[sum]; declared != nil {
		return declared
	}
	return ix.tokens[sum]
}
