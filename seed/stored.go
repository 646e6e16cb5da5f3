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

// putStoredManual puts a stored manual into the update again if its settings, its address or the cover of its brand
// changes.
func (i *importer) putStoredManual(ctx context.Context, b *nextBrand, m *nextManual) error {
	stored := i.index.Manual(m.ID)
	sameAddress := i.addressOf(b, m.Settings) == stored.Address(i.index.Site)
	if sameAddress && *m.Settings == stored.Settings && !coverDiffers(b) {
		return nil
	}
	m.status = Changed
	if !i.hasUpdate() {
		return nil
	}
	s, err := i.storedSnapshot(b, m.Settings, stored)
	if err != nil {
		return err
	}
	hashed := s.Hashed()
	files := slices.Concat(hashed.Head.Files, hashed.Head.DraftFiles)
	if err := i.saveFiles(b, nil, filesBesides(stored, files)); err != nil {
		return err
	}
	if hashed.Head.Smaller, err = i.saveSmallerPictures(ctx, b, nil, files); err != nil {
		return err
	}
	return i.tx.PutManual(hashed)
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
// it, with the settings and for the address that it has after the import.
func (i *importer) storedSnapshot(b *nextBrand, settings *manual.Settings, stored *db.Head) (*db.Snapshot, error) {
	storedContent, err := i.tx.Content(stored)
	if err != nil {
		return nil, err
	}
	s := &db.Snapshot{
		Brand: b.Slug, Settings: *settings, UpdatedAt: stored.UpdatedAt, Releases: stored.Releases,
		ServedHash: stored.ServedHash, ModeCount: stored.ModeCount, Summary: stored.Summary,
		Notes: storedContent.Notes, Ledger: storedContent.Ledger,
	}
	if stored.HasDraft {
		if s.Draft, err = storedContent.Draft(); err != nil {
			return nil, err
		}
		b.addCoverFiles(s.Draft)
	}
	if !settings.Published {
		return s, nil
	}
	if s.Model, err = storedContent.Model(); err != nil {
		return nil, err
	}
	b.addCoverFiles(s.Model)
	if s.Bodies.TokensJSON, err = db.Decompress(storedContent.CompressedDocument(manual.TokensDocument)); err != nil {
		return nil, err
	}
	if s.Summary.NamedColors, err = namedColors(s.Bodies.TokensJSON, s.Model.Cover, b.Cover); err != nil {
		return nil, err
	}
	s.Bodies.ManualJSON = fillBlanks(documentWithBlanks(s.Model), i.addressOf(b, settings), s.Model.UpdatedAt)
	return s, nil
}
