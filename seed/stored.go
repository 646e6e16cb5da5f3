package seed

import (
	"context"
	"slices"

	"designmanual/db"
	"designmanual/db/manual"
)

// putStored puts stored manuals that the files do not have into the update again, if the import changes their
// address, cover or settings: with the base URL, or with the primary manual, the domains or the cover of their
// brand.
func (i *importer) putStored(ctx context.Context) error {
	for _, b := range i.brands {
		for _, m := range b.staying {
			if err := i.putStoredManual(ctx, b, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// putStoredManual puts a stored manual into the update again if its head, its address or the cover of its brand
// changes.
func (i *importer) putStoredManual(ctx context.Context, b *nextBrand, m *nextManual) error {
	stored := i.index.Manual(m.ID)
	sameAddress := i.addressOf(b, m.Head) == stored.Address(i.index.Site)
	sameHead := stored.Primary == m.Primary && stored.MarkedPrimary == m.MarkedPrimary && stored.Subdomain == m.Subdomain
	if sameAddress && sameHead && !coverDiffers(b) {
		return nil
	}
	m.status = Changed
	if !i.hasUpdate() {
		return nil
	}
	s, err := i.storedSnapshot(b, m.Head, stored)
	if err != nil {
		return err
	}
	files := slices.Concat(s.Head.Files, s.Head.DraftFiles)
	if err := i.saveFiles(b, nil, filesBesides(stored, files)); err != nil {
		return err
	}
	if s.Head.Smaller, err = i.saveSmallerPictures(ctx, b, nil, files); err != nil {
		return err
	}
	return i.tx.PutManual(s.Hashed())
}

// filesBesides returns the files that a stored manual does not have. Those that it has are not written again: if
// one is damaged, `doctor` says so, and the import goes on.
func filesBesides(stored *db.Head, files []manual.File) []manual.File {
	var others []manual.File
	for _, f := range files {
		known := func(other manual.File) bool { return other.Sum == f.Sum }
		if !slices.ContainsFunc(stored.Files, known) && !slices.ContainsFunc(stored.DraftFiles, known) {
			others = append(others, f)
		}
	}
	return others
}

// storedSnapshot returns what is stored of a manual that the files do not have: what the store has of
// it, under the head and for the address that it has after the import.
func (i *importer) storedSnapshot(b *nextBrand, head, stored *db.Head) (*db.Snapshot, error) {
	storedContent, err := i.tx.Content(stored)
	if err != nil {
		return nil, err
	}
	s := &db.Snapshot{Brand: b.Slug, Head: *head, Notes: storedContent.Notes, Ledger: storedContent.Ledger}
	if head.HasDraft {
		if s.Draft, err = storedContent.Draft(); err != nil {
			return nil, err
		}
	}
	if !head.Published {
		b.addCoverFiles(s)
		return s, nil
	}
	if s.Model, err = storedContent.Model(); err != nil {
		return nil, err
	}
	b.addCoverFiles(s)
	if s.Bodies.TokensJSON, err = db.Decompress(storedContent.CompressedDocument(manual.TokensDocument)); err != nil {
		return nil, err
	}
	if s.Head.Summary.NamedColors, err = namedColors(s.Bodies.TokensJSON, s.Model.Cover, b.Cover); err != nil {
		return nil, err
	}
	s.Bodies.ManualJSON = fillBlanks(documentWithBlanks(s.Model), i.addressOf(b, head), s.Model.UpdatedAt)
	return s, nil
}
