package seed

import (
	"encoding/hex"

	"designmanual/db/manual"
)

// readAccess reads the valid parts of a declared access token.
func readAccess(t *node) manual.DeclaredToken {
	d := manual.DeclaredToken{ID: t.get("id").str(), Name: t.get("name").str(), File: t.file.Name}
	d.Expires = parseTime(t.get("expires").str())
	if sum, err := hex.DecodeString(t.get("sha256").str()); err == nil && len(sum) == len(d.Sum) {
		d.Sum = [32]byte(sum)
	}
	return d
}

// checkAccess requires that ids are unique among all access tokens, and hashes
// among the declared ones.
func (p *plan) checkAccess() {
	ids, sums := make(map[string]any), make(map[[32]byte]any) // the owner: a string or a node
	made := make(map[[32]byte]string)                         // ids of tokens made by a command, by hash; a file may declare these too
	for t := range p.index.Tokens() {
		switch {
		case t.File == "":
			ids[t.ID] = "a token that `designmanual token create` made"
			made[t.Sum] = t.ID
		case p.keepsSettings(t.Brand):
			ids[t.ID], sums[t.Sum] = "brand "+t.Brand, "brand "+t.Brand
		}
	}
	for _, b := range p.brands {
		for _, t := range b.settings.get("access").items() {
			d := readAccess(t)
			if id := t.get("id"); d.ID != "" && ids[d.ID] != nil && made[d.Sum] != d.ID {
				p.problems.errorAt(id, "expected an id of its own, %q is that of %s", truncate(d.ID), ids[d.ID])
			}
			if sum := t.get("sha256"); d.Sum != [32]byte{} && sums[d.Sum] != nil {
				p.problems.errorAt(sum, "expected a secret of its own, this one is that of %s", sums[d.Sum])
			}
			ids[d.ID], sums[d.Sum] = t, t
		}
	}
}

// accessChanges returns the changes of the brand's declared tokens.
func (b *brandPlan) accessChanges() []AccessChange {
	if b.stored == nil || b.settings == nil && !b.former { // a new brand, or one whose settings stay
		return nil
	}
	before := make(map[string]manual.DeclaredToken, len(b.stored.Access))
	for _, t := range b.stored.Access {
		before[t.ID] = t
	}
	var changes []AccessChange
	for _, t := range b.brand.Access {
		was, known := before[t.ID]
		delete(before, t.ID)
		switch {
		case !known:
			changes = append(changes, AccessChange{b.slug, t.ID, t.Name, New})
		case was.Sum != t.Sum || was.Name != t.Name || !was.Expires.Equal(t.Expires):
			changes = append(changes, AccessChange{b.slug, t.ID, t.Name, Changed})
		}
	}
	for _, t := range b.stored.Access {
		if _, gone := before[t.ID]; gone {
			changes = append(changes, AccessChange{b.slug, t.ID, t.Name, Removed})
		}
	}
	return changes
}
