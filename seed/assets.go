package seed

import (
	"fmt"
	"slices"

	"designmanual/db"
	"designmanual/seed/check"
	"designmanual/seed/plan"
	"designmanual/seed/source"
)

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
