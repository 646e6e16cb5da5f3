package seed

import (
	"context"
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/asset"
	"designmanual/seed/document"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// isDry reports whether the import puts nothing: it is a dry run, or there is no store.
func (i *importer) isDry() bool { return i.tx == nil || i.options.DryRun }

// putBrands puts the base URL into the update, and for each brand its settings and the removal of manuals. It comes
// before putManual, as a manual needs its brand; else the order does not matter, because the update looks for
// conflicts when it ends. A dry run puts nothing.
func (i *importer) putBrands() error {
	if i.isDry() {
		return nil
	}
	if i.index.Site != i.site { // the store is new, or chooseSite has chosen another one
		if err := i.tx.SetSite(i.site); err != nil {
			return err
		}
	}
	for _, b := range i.brands {
		for _, head := range b.removed {
			if err := i.tx.RemoveManual(b.Slug, head.ID); err != nil {
				return err
			}
		}
		if b.stored != nil && reflect.DeepEqual(b.BrandSettings, b.stored.BrandSettings) {
			continue
		}
		if err := i.tx.PutBrand(b.BrandSettings); err != nil {
			return err
		}
	}
	return nil
}

// putManual makes manual.json, which needs the address, and compares the manual with the stored one. Unless the
// import is a dry run, it then saves the files and releases of the manual, puts all else of it into the update, and
// drops its content from memory. If the manual is primary, putManual also reports the problems of its brand's cover.
func (i *importer) putManual(ctx context.Context, fm *fileManual) error {
	b := i.bySlug[fm.brand]
	if fm.Primary && fm.file.fileBrand != nil {
		fm.problems.Take(&fm.brandCoverProblems)
	}
	s, err := i.newSnapshot(b, fm)
	if err != nil {
		return err
	}
	hashed := s.Hashed()
	fm.manualChange, err = i.compareStored(b, fm, &hashed.Head)
	if err != nil {
		return err
	}
	if i.isDry() {
		return nil
	}
	if err := i.saveReleases(fm); err != nil {
		return err
	}
	// The report needs none of these, so they need not stay in memory.
	fm.model = nil
	fm.draft = nil
	fm.tokens = manual.TokenDocument{}
	fm.tokensJSON = nil
	fm.ledger = db.Ledger{}
	return i.saveAndPut(ctx, b, fm.file, hashed)
}

// saveAndPut saves the files of a manual that the store lacks, makes smaller pictures, and puts the manual into the
// update. The seed file is that of the manual; a stored manual has none.
func (i *importer) saveAndPut(ctx context.Context, b *nextBrand, f *sourceFile, hashed *db.HashedSnapshot) error {
	files := slices.Concat(hashed.Head.Files, hashed.Head.DraftFiles)
	if err := i.saveFiles(b, f, files); err != nil {
		return err
	}
	smaller, err := i.saveSmallerPictures(ctx, b, f, files)
	if err != nil {
		return err
	}
	hashed.Head.Smaller = smaller
	return i.tx.PutManual(hashed)
}

// newSnapshot returns what is stored of a manual, with its two documents if it is published. It completes the model
// and the draft with the files and the color of the cover, and the model with the time of the last change.
func (i *importer) newSnapshot(b *nextBrand, fm *fileManual) (*db.Snapshot, error) {
	s := &db.Snapshot{
		Brand: fm.brand, Settings: fm.Settings, Releases: fm.storedReleases(), Model: fm.model,
		ModeCount: len(fm.tokens.Modes), Summary: fm.summary, Draft: fm.draft, Notes: fm.notes, Ledger: fm.ledger,
	}
	b.addCoverFiles(s.Model)
	b.addCoverFiles(s.Draft)
	if s.Model == nil {
		s.UpdatedAt = i.chooseUpdatedAt(fm, s.ServedHash)
		return s, nil
	}
	colors, err := namedColors(fm.tokensJSON, s.Model.Cover, b.Cover)
	if err != nil {
		return nil, err
	}
	s.Summary.NamedColors = colors
	chosen, err := b.chooseCoverColor(fm, &s.Summary)
	if err != nil {
		return nil, err
	}
	setChosenColor(s, chosen)
	withBlanks := document.WithBlanks(s.Model)
	s.ServedHash = sha256.Sum256(slices.Concat(withBlanks, fm.tokensJSON))
	s.UpdatedAt = i.chooseUpdatedAt(fm, s.ServedHash)
	s.Model.UpdatedAt = s.UpdatedAt
	s.Bodies = db.Bodies{
		ManualJSON: document.FillBlanks(withBlanks, i.addressOf(b, &s.Settings), s.UpdatedAt), TokensJSON: fm.tokensJSON,
	}
	return s, nil
}

// addCoverFiles adds the files of the brand's cover to those of a model, if there is one.
func (b *nextBrand) addCoverFiles(model *manual.Manual) {
	if model != nil {
		model.Files = withCoverFiles(model.Files, b.Files)
	}
}

// withCoverFiles returns the files of a manual and those of the cover of its brand. It leaves out the files that the
// manual has of an earlier cover.
func withCoverFiles(files, cover []manual.File) []manual.File {
	own := slices.DeleteFunc(slices.Clone(files), func(f manual.File) bool {
		_, ofBrand := f.OfBrand()
		return ofBrand
	})
	return append(own, cover...)
}

// addressOf returns the address that a manual of a brand has after the import.
func (i *importer) addressOf(b *nextBrand, m *manual.Settings) string {
	return i.site.Address(b.BrandSettings, m.Slug, m.Subdomain, m.Primary)
}

// chooseUpdatedAt returns when a manual last changed: the time in the file, or else the time of the
// import that last changed what is served. It warns if what is served has changed and the time
// in the file is still the old one.
func (i *importer) chooseUpdatedAt(fm *fileManual, served [32]byte) time.Time {
	servesSame := fm.stored != nil && fm.stored.ServedHash == served
	if fm.givenUpdatedAt.IsZero() && servesSame {
		return fm.stored.UpdatedAt
	}
	if fm.givenUpdatedAt.IsZero() {
		return i.now.UTC().Truncate(time.Second)
	}
	isOldTime := fm.stored != nil && fm.givenUpdatedAt.Equal(fm.stored.UpdatedAt)
	if isOldTime && !servesSame && fm.model != nil {
		fm.problems.WarnAtPlace(
			fm.places.updatedAt,
			"what is served of manual %q has changed, and updatedAt has not. Write a later time.",
			content.Truncate(fm.Title),
		)
	}
	return fm.givenUpdatedAt.UTC()
}

// namedColors returns what the names of colors in covers mean, by a token document.
func namedColors(tokensJSON []byte, covers ...manual.Cover) ([]manual.NamedColor, error) {
	names := 0
	for _, c := range covers {
		names += len(c.Color) + len(c.Colors)
	}
	if names == 0 {
		return nil, nil
	}
	tokens, err := content.Parse(tokensJSON)
	if err != nil {
		return nil, err
	}
	swatches := tokenize.Swatches{}
	for _, t := range tokens.Get("color").Members() {
		swatches[t.Name] = t.Get("$value").Text()
	}
	return tokenize.NamedColors(swatches, covers...), nil
}

// pageSettingsDiffer reports whether the settings that pages of a brand show change.
func pageSettingsDiffer(b *nextBrand) bool {
	return b.stored != nil && (b.stored.Name != b.Name || coverDiffers(b))
}

// coverDiffers reports whether the cover of a stored brand changes, or a file of it.
func coverDiffers(b *nextBrand) bool {
	return !reflect.DeepEqual(b.stored.Cover, b.Cover) || !reflect.DeepEqual(b.stored.Files, b.Files)
}

// saveFiles saves the files of a manual and of its draft that the store lacks or has damaged. It reads them again;
// SaveFile refuses one with other bytes than those that the check hashed. The seed file is that of the manual; a
// stored manual has none.
func (i *importer) saveFiles(b *nextBrand, f *sourceFile, files []manual.File) error {
	for _, file := range files {
		if i.tx.HasFile(file.Sum, file.Size) {
			continue
		}
		a := b.assetOf(f, file)
		if a == nil && f == nil {
			continue // no import can write a damaged file of a stored manual again; doctor reports it
		}
		if a == nil {
			return fmt.Errorf(
				"the file %s of the brand's cover is not in the database. Import the seed file that has the brand's settings "+
					"together with this one",
				file.Name,
			)
		}
		opened, _, err := source.OpenAsset(a.Folder, a.Path)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Path, err)
		}
		err = i.tx.SaveFile(a.Sum, a.Size, opened)
		opened.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", a.Path, err)
		}
	}
	return nil
}

// assetOf returns what the check read for a file of a manual or, if the file is of the brand's cover, for one of
// the brand. It is nil if the seed file that names it is not in this import.
func (b *nextBrand) assetOf(f *sourceFile, file manual.File) *asset.Asset {
	if ref, ofBrand := file.OfBrand(); ofBrand {
		if b.fileBrand == nil {
			return nil
		}
		return b.fileBrand.file.asset(ref)
	}
	if f == nil {
		return nil
	}
	return f.asset(file.Ref)
}
