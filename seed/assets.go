package seed

import (
	"fmt"
	"slices"

	"designmanual/db"
	"designmanual/seed/check"
	"designmanual/seed/plan"
	"designmanual/seed/source"
)

// Named reads the files that seed files refer to, each path of a source once, in
// the order of the sources. With [source.NewFolder] another process
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

// putFiles puts the files of a manual and of its draft that the store lacks into the transaction.
func putFiles(tx *db.Tx, m *plan.Manual) error {
	for _, file := range slices.Concat(m.Snapshot.Manual.Files, m.Snapshot.DraftFiles) {
		if tx.HasFile(file.Sum) {
			continue
		}
		a := m.Asset(file.Ref)
		if err := putFile(tx, a); err != nil {
			return fmt.Errorf("%s: %w", a.Path, err)
		}
	}
	return nil
}

func putFile(tx *db.Tx, a *check.Asset) error {
	f, _, err := source.OpenAsset(a.In, a.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	return tx.PutFile(a.Sum, a.Size, f)
}
