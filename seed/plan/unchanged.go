package plan

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"designmanual/db"
	"designmanual/seed/check"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// ErrUnread says that all files must be read: they conflict with each
// other, or manuals of unchanged files depend on what has changed in others.
var ErrUnread = errors.New("all files must be read")

// keep adds the brand and the manuals of an unchanged file, as they are stored.
func (p *Plan) keep(s *db.Seed) {
	b := p.brand(s.Brand, nil, s.Name)
	b.unchanged = append(b.unchanged, s)
	for _, known := range s.Manuals {
		m := stored(b, p.Index.Manual(known.ID))
		m.Unchanged, m.Notes = true, known.Notes
		b.Manuals = append(b.Manuals, m)
	}
}

// unreadHold reports whether the files that are unchanged conflict with no others and
// give no warning, and would make the same manuals as before, but for what their pages
// say of other manuals.
func (p *Plan) unreadHold(files []File) bool {
	if len(p.Problems.Files()) > 0 && slices.ContainsFunc(files, func(f File) bool { return f.Unchanged != nil }) {
		return false
	}
	for _, b := range p.Brands {
		for _, s := range b.unchanged {
			if b.Settings != nil && !bytes.Equal(b.Brand.Settings, b.Stored.Settings) {
				return false // another import has changed the settings meanwhile, and the manuals with them
			}
			if s.Context != b.Context || slices.ContainsFunc(s.Links, func(to string) bool { return !b.HasPage(to) }) {
				return false
			}
		}
		if slices.ContainsFunc(b.Manuals, func(m *Manual) bool { return m.Unchanged && m.Primary != m.Entry.Primary }) {
			return false
		}
	}
	return true
}

// hashSettings returns a hash of the settings of a brand and the files of its cover.
func hashSettings(settings *content.Value, f *check.File) []byte {
	h := sha256.New()
	source.WriteField(h, []byte(f.Name)) // which declared tokens tell
	source.WriteField(h, settings.Raw())
	for _, at := range source.HeadURLs(settings) {
		if path, err := source.AssetPath(at.URL); err == nil && f.Assets[path] != nil {
			source.WriteField(h, f.Assets[path].Sum[:])
		}
	}
	return h.Sum(nil)
}

// setContext sets Context.
func (b *Brand) setContext() {
	settings := ""
	if b.Settings != nil {
		settings = string(b.Brand.Settings)
	}
	for _, s := range b.unchanged {
		if s.Settings != [32]byte{} {
			settings = string(s.Settings[:])
		}
	}
	b.Context = sha256.Sum256(fmt.Appendf(nil, "%x %t", settings, b.PrimaryOpen))
}
