package seed

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"sync"

	"designmanual/db/manual"
	"designmanual/seed/asset"
	"designmanual/seed/picture"
	"designmanual/seed/source"
)

// A resizer lets one picture at a time be made smaller, since each may take the memory that a
// picture is allowed, and notes what was made.
type resizer struct {
	mu   sync.Mutex
	done map[[32]byte]manual.SmallerPictures // by this import
}

// saveSmallerPictures makes smaller pictures of the pictures among the files of a manual and of its
// draft, saves them, and returns what the head says of them. It keeps what an import before has made of the same
// bytes. The seed file is that of the manual; a stored manual has none.
func (i *importer) saveSmallerPictures(
	ctx context.Context, b *nextBrand, f *sourceFile, files []manual.File,
) ([]manual.SmallerPictures, error) {
	seen := make(map[[32]byte]bool)
	var all []manual.SmallerPictures
	for _, file := range files {
		if seen[file.Sum] || !picture.IsLookedAt(file.Name, file.Width) {
			continue
		}
		seen[file.Sum] = true
		s, ok, err := i.smallerPicture(ctx, b.assetOf(f, file), file)
		if err != nil {
			return nil, fmt.Errorf("%s: making smaller versions: %w", file.Name, err)
		}
		if ok {
			all = append(all, s)
		}
	}
	return all, nil
}

// smallerPicture returns the smaller versions of a picture that this import or one before has made. If there are none,
// it makes and saves them. It returns false if it must not, by the options, or cannot, as the picture is not in the
// files of this import.
func (i *importer) smallerPicture(
	ctx context.Context, a *asset.Asset, f manual.File,
) (manual.SmallerPictures, bool, error) {
	i.resizer.mu.Lock()
	defer i.resizer.mu.Unlock()
	if s, made := i.resizer.done[f.Sum]; made {
		return s, true, nil
	}
	if s, made := i.index.Smaller(f.Sum); made && i.isStored(s) {
		return s, true, nil
	}
	var none manual.SmallerPictures
	if a == nil || a.Sum != f.Sum || i.options.SkipSmallerPictures {
		return none, false, nil
	}
	open := func() (io.ReadCloser, error) {
		file, _, err := source.OpenAsset(a.Folder, a.Path)
		return file, err
	}
	made, err := picture.Shrink(ctx, open, f.Size)
	if err != nil {
		return none, false, err
	}
	ground := manual.Ground{OnLight: made.OnLight, OnDark: made.OnDark}
	s := manual.SmallerPictures{Of: f.Sum, Why: made.Why, Ground: ground}
	for _, v := range made.Scaled {
		smaller := manual.SmallerPicture{
			Width: v.Width, Height: v.Height, Sum: sha256.Sum256(v.Body), Size: int64(len(v.Body)),
		}
		if err := i.tx.SaveFile(smaller.Sum, smaller.Size, bytes.NewReader(v.Body)); err != nil {
			return none, false, err
		}
		s.Pictures = append(s.Pictures, smaller)
	}
	i.resizer.done[f.Sum] = s
	return s, true, nil
}

// isStored reports whether the store has all smaller pictures of a picture undamaged.
func (i *importer) isStored(s manual.SmallerPictures) bool {
	for _, v := range s.Pictures {
		if !i.tx.HasFile(v.Sum, v.Size) {
			return false
		}
	}
	return true
}
