package site

import (
	"context"
	"os"
	"path/filepath"

	"designmanual/api/files"
	"designmanual/db"
	"designmanual/seed"
)

// importTemporarily imports seed files into a temporary store, and calls use with it. The
// error is that of [seed.Import], of use, or of making the store.
func importTemporarily(ctx context.Context, sources []seed.Source, o seed.Options, use func(*db.DB) error) error {
	folder, err := files.MakeTemporaryFolder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	store, err := db.Open(filepath.Join(folder, "temporary.db"))
	if err != nil {
		return err
	}
	defer store.Close()
	o.SkipSmallerPictures = true // which only pages show
	if _, err := seed.Import(ctx, store, sources, o); err != nil {
		return err
	}
	return use(store)
}
