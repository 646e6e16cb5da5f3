package seed

import (
	"context"
	"slices"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/tokenize"
)

// writeOthers writes the stored manuals again that the files do not have, and whose address, look or
// settings change all the same.
func (i *importer) writeOthers(ctx context.Context) error {
	for known := range i.index.Brands() {
		b := i.bySlug[known.Slug]
		if b == nil {
			b = &brand{Brand: known.Brand, stored: known}
			i.findOthers(b)
		}
		for _, m := range b.others {
			if err := i.writeOther(ctx, b, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeOther writes a stored manual again if its head or its address changes.
func (i *importer) writeOther(ctx context.Context, b *brand, m *member) error {
	old := i.index.Manual(m.ID)
	address := i.addressOf(b, m.Head)
	moved := address != old.Address(i.index.Site)
	if !moved && !coverDiffers(b) && old.Primary == m.Primary && old.Flagged == m.Flagged && old.Subdomain == m.Subdomain {
		return nil
	}
	m.status = Changed
	if !i.writes() {
		return nil
	}
	stored, err := i.tx.Content(old)
	if err != nil {
		return err
	}
	s := &db.Snapshot{Brand: b.Slug, Head: *m.Head, Notes: stored.Notes, Ledger: stored.Ledger}
	if m.HasDraft {
		if s.Draft, err = stored.Draft(); err != nil {
			return err
		}
		s.Draft.Files = withFiles(s.Draft.Files, b.Files)
		s.Head.Drafts = s.Draft.Files
	}
	if m.Published {
		if s.Model, err = stored.Model(); err != nil {
			return err
		}
		s.Model.Files = withFiles(s.Model.Files, b.Files)
		s.Head.Files = s.Model.Files
		sections, tokens, err := tokensOf(s.Model)
		if err != nil {
			return err
		}
		s.Head.Look = tokenize.Look(s.Model, sections, &tokens)
		s.Head.Look.Named = tokenize.NamedColors(tokenize.SwatchesOf(&tokens), s.Model.Cover, b.Cover)
		if s.Bodies.Tokens, err = db.Decompress(stored.Gzip(manual.TokensDocument)); err != nil {
			return err
		}
		s.Bodies.Document = fillTemplate(renderTemplate(s.Model), address, s.Model.UpdatedAt)
	}
	files := slices.Concat(s.Head.Files, s.Head.Drafts)
	if err := i.putFiles(b, nil, files); err != nil {
		return err
	}
	if s.Head.Smaller, err = i.smallerPictures(ctx, b, nil, files); err != nil {
		return err
	}
	return i.tx.Put(s.Hash())
}
