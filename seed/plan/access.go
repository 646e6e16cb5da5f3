package plan

import (
	"encoding/hex"

	"designmanual/db/manual"
	"designmanual/seed/check"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// readAccess reads the valid parts of a declared access token.
func readAccess(t *content.Node) manual.DeclaredToken {
	d := manual.DeclaredToken{ID: t.Get("id").Text(), Name: t.Get("name").Text(), File: t.Tree.Name}
	d.Expires = check.ParseTime(t.Get("expires").Text())
	if sum, err := hex.DecodeString(t.Get("sha256").Text()); err == nil && len(sum) == len(d.Sum) {
		d.Sum = [32]byte(sum)
	}
	return d
}

// checkAccess requires that ids are unique among all access tokens, and hashes
// among the declared ones.
func (p *Plan) checkAccess() {
	ids, sums := make(map[string]any), make(map[[32]byte]any) // the owner: a string or a node
	made := make(map[[32]byte]string)                         // ids of tokens made by a command, by hash; a file may declare these too
	for t := range p.Index.Tokens() {
		switch {
		case t.File == "":
			ids[t.ID] = "a token that `designmanual token create` made"
			made[t.Sum] = t.ID
		case p.keepsSettings(t.Brand):
			ids[t.ID], sums[t.Sum] = "brand "+t.Brand, "brand "+t.Brand
		}
	}
	for _, b := range p.Brands {
		for _, t := range b.Settings.Get("access").Items() {
			d := readAccess(t)
			if id := t.Get("id"); d.ID != "" && ids[d.ID] != nil && made[d.Sum] != d.ID {
				p.Problems.ErrorAt(id, "expected an id of its own, %q is that of %s", source.Truncate(d.ID), ids[d.ID])
			}
			if sum := t.Get("sha256"); d.Sum != [32]byte{} && sums[d.Sum] != nil {
				p.Problems.ErrorAt(sum, "expected a secret of its own, this one is that of %s", sums[d.Sum])
			}
			ids[d.ID], sums[d.Sum] = t, t
		}
	}
}
