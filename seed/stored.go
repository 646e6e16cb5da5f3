package seed

import (
	"context"

	"designmanual/db"
	"designmanual/db/gzip"
	"designmanual/db/manual"
	"designmanual/seed/document"
)

// putStored puts stored manuals that the files do not have into the update again, if the import changes their
// settings, their address or the cover of their brand: by the base URL, the primary manual, the domains, a subdomain
// that a manual of the files takes, or the settings of the brand.
func (i *importer) putStored(ctx context.Context) error {
	for _, b := range i.brands {
		for _, m := range b.staying {
			stored := i.index.Manual(m.ID)
			sameAddress := i.addressOf(b, m.Settings) == stored.Address(i.index.Site)
			if sameAddress && *m.Settings == stored.Settings && !coverDiffers(b) {
				continue
			}
			m.status = Changed
			if i.isDry() {
				continue
			}
			s, err := i.storedSnapshot(b, m.Settings, stored)
			if err != nil {
				return err
			}
			if err := i.saveAndPut(ctx, b, nil, s.Hashed()); err != nil {
				return err
			}
		}
	}
	return nil
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
		draft, err := storedContent.Draft()
		if err != nil {
			return nil, err
		}
		b.addCoverFiles(draft)
		s.Draft = draft
	}
	if !settings.Published {
		return s, nil
	}
	model, err := storedContent.Model()
	if err != nil {
		return nil, err
	}
	b.addCoverFiles(model)
	s.Model = model
	if coverDiffers(b) && s.Model.Cover.Logo == "" {
		setChosenColor(s, "") // an import chose it for the brand's logo before
	}
	tokensJSON, err := gzip.Decompress(storedContent.CompressedDocument(manual.TokensDocument))
	if err != nil {
		return nil, err
	}
	s.Summary.NamedColors, err = namedColors(tokensJSON, model.Cover, b.Cover)
	if err != nil {
		return nil, err
	}
	s.Bodies = db.Bodies{
		ManualJSON: document.FillBlanks(document.WithBlanks(model), i.addressOf(b, settings), model.UpdatedAt),
		TokensJSON: tokensJSON,
	}
	return s, nil
}
