// Package asset reads the files that a seed file refers to: logos, pictures, fonts and downloads.
//
// [Read] tells what a browser has to know of a file, and refuses one that is not what its name
// says or not what its author sees, such as the placeholder of a cloud drive, and a drawing that
// would run or load something. Each message says what helps.
package asset

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	pathpkg "path"
	"time"

	"designmanual/db/manual"
	"designmanual/seed/font"
	"designmanual/seed/picture"
	"designmanual/seed/source"
)

// An Asset is a file that a seed file refers to, after it has been read.
type Asset struct {
	manual.File       // without Ref
	Folder      fs.FS // the folder of the seed file
	Path        string
	CMYK        bool  // a picture in the colors of print
	Unscaled    bool  // a drawing that browsers cannot scale
	Err         error // why it is refused, a [source.AssetError]

	identity string // of its state, see [source.Identity]; empty without a cache
}

// Read reads a file at a path in the folder of a seed file. Active content in a drawing is an
// error unless it is allowed.
func Read(folder fs.FS, path string, allowActive bool) *Asset {
	a := newAsset(folder, path)
	a.Err = a.read(allowActive, false)
	return a
}

func newAsset(folder fs.FS, path string) *Asset {
	return &Asset{Folder: folder, Path: path, File: manual.File{Name: pathpkg.Base(path)}}
}

// read hashes and inspects the file in one pass. For a cache it first notes the file's state. The
// error is a [source.AssetError]; errors of reading take precedence.
func (a *Asset) read(allowActive, forCache bool) error {
	f, info, err := source.OpenAsset(a.Folder, a.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	if forCache {
		var wait time.Duration
		a.identity, wait = source.Identity(info)
		time.Sleep(wait) // so that a later change has another time
	}
	size := info.Size()
	h := sha256.New()
	limited := &io.LimitedReader{R: f, N: source.MaxAssetBytes + 1}
	r := io.TeeReader(limited, h)
	isFont, isDrawing := IsFont(a.Name), hasDrawingName(a.Name) && size <= picture.MaxDrawing
	var text bytes.Buffer // of a font or a drawing
	if isFont || isDrawing {
		r = io.TeeReader(r, &text)
	}
	shown, fault := inspect(r, size, a.Name, allowActive)
	a.Width = shown.width
	a.Height = shown.height
	a.CMYK = shown.cmyk
	a.Unscaled = shown.unscaled
	if _, err := io.Copy(io.Discard, r); err != nil {
		return source.OpenError(a.Path, err)
	}
	if found := source.MaxAssetBytes + 1 - limited.N; fault == nil && found != size {
		fault = source.AssetError("the file changed while it was read: try again")
	}
	a.Size = size
	if isFont {
		a.Font = font.Read(text.Bytes())
	}
	if isDrawing && fault == nil && !picture.IsScalable(a.Name, a.Width) { // those are looked at as they are made smaller
		a.Ground.OnLight, a.Ground.OnDark = picture.LostOn(text.Bytes())
	}
	h.Sum(a.Sum[:0])
	return fault
}

// hasDrawingName reports whether a file is of a form that logos and icons are drawn in.
func hasDrawingName(name string) bool { return Extension(name) == ".svg" || Extension(name) == ".png" }

// Data returns the bytes of the file.
func (a *Asset) Data() ([]byte, error) { return source.ReadFile(a.Folder, a.Path) }

// Inks returns the colors of a drawing in hex, none if they are not known.
func (a *Asset) Inks() ([]string, error) {
	if a.Size > picture.MaxDrawing {
		return nil, nil
	}
	data, err := a.Data()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Path, err)
	}
	return picture.Inks(data), nil
}
