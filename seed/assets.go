package seed

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/check"
	"designmanual/seed/plan"
	"designmanual/seed/source"
)

// Named reads the files that seed files refer to, each path of a source once, in
// the order of the sources and of the text. With [source.NewFolder] another process
// can then import the sources with the same options, although it cannot read the
// files.
func Named(sources []source.Source, o Options) []source.NamedFile {
	found := make([][]source.NamedFile, len(sources))
	err := source.Parallel(len(sources), func(i int) error {
		for _, name := range source.Parse(sources[i], i).AssetPaths() {
			a := check.ReadAsset(sources[i].Files, name, o.check())
			n := source.NamedFile{Source: i, Path: name, Sum: a.Sum, Size: a.Size}
			if a.Err != nil {
				n.Fault = a.Err.Error()
			}
			found[i] = append(found[i], n)
		}
		return nil
	})
	if err != nil {
		panic(err) // which it was in the goroutine
	}
	return slices.Concat(found...)
}

// storeFiles stores the files of published manuals that the store lacks. It checks
// the whole import first, so that a refused one stores nothing.
func storeFiles(ctx context.Context, d *db.DB, files []*check.File, batch *db.FileBatch, o Options) error {
	if o.DryRun || !slices.ContainsFunc(files, func(f *check.File) bool { return len(f.Assets) > 0 }) {
		return nil
	}
	var p *plan.Plan
	err := d.View(ctx, func(tx *db.Tx) (err error) {
		p, err = plan.New(files, tx, manual.Site{}, o.plan())
		return err
	})
	if err != nil {
		return err
	}
	for _, m := range p.Manuals() {
		if !m.Published {
			continue
		}
		for _, file := range m.Files() {
			a := m.Asset(file.Ref)
			if err := storeFile(ctx, batch, a); err != nil {
				return fmt.Errorf("%s: %w", a.Path, err)
			}
		}
	}
	return nil
}

// storeFile stores a file, unless the store has it.
func storeFile(ctx context.Context, batch *db.FileBatch, a *check.Asset) error {
	if len(batch.Missing([][sha256.Size]byte{a.Sum})) == 0 {
		return nil
	}
	f, _, err := source.OpenAsset(a.In, a.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	return batch.Put(ctx, a.Sum, a.Size, f)
}
