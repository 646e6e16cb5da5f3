package check

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
	"designmanual/tokenize/content"
)

// MaxManualBytes limits all distinct files of a manual.
const MaxManualBytes = 1 << 30

// An Asset is a file that a seed file refers to, after it has been read.
type Asset struct {
	manual.File       // without Ref
	In          fs.FS // the folder of the seed file
	Path        string
	Identity    string // of its state, see [source.Identity]; empty without a cache
	CMYK        bool   // a picture in the colors of print
	Unscaled    bool   // a drawing that browsers cannot scale
	Err         error  // why it is refused, a [source.AssetError]
}

// ReadAsset reads a file at a path in the folder of a seed file, unless the cache has it in
// the same state.
func ReadAsset(in fs.FS, path string, o Options) *Asset {
	a := &Asset{In: in, Path: path, File: manual.File{Name: pathpkg.Base(path)}}
	if o.Cache == nil || in == nil {
		a.Err = a.read(o)
		return a
	}
	if info, err := fs.Stat(in, path); err == nil {
		identity, _ := source.Identity(info)
		if known, ok := o.Cache.get(cacheKey{path, identity, o.AllowActiveHTML}); ok {
			known.In = in
			return &known
		}
	}
	if a.Err = a.read(o); a.Err == nil {
		o.Cache.put(cacheKey{path, a.Identity, o.AllowActiveHTML}, *a)
	}
	return a
}

// read hashes and inspects the file in one pass. The error is a [source.AssetError];
// errors of reading take precedence.
func (a *Asset) read(o Options) error {
	f, info, err := source.OpenAsset(a.In, a.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	if o.Cache != nil {
		var wait time.Duration
		a.Identity, wait = source.Identity(info)
		time.Sleep(wait) // so that a later change has another time
	}
	size := info.Size()
	h := sha256.New()
	limited := &io.LimitedReader{R: f, N: source.MaxAssetBytes + 1}
	r := io.TeeReader(limited, h)
	var text bytes.Buffer // of a font
	if fontNames[extension(a.Name)] {
		r = io.TeeReader(r, &text)
	}
	shown, fault := inspect(r, size, a.Name, o)
	a.Width, a.Height, a.CMYK, a.Unscaled = shown.width, shown.height, shown.cmyk, shown.unscaled
	if _, err := io.Copy(io.Discard, r); err != nil {
		return source.OpenError(a.Path, err)
	}
	if found := source.MaxAssetBytes + 1 - limited.N; fault == nil && found != size {
		fault = source.AssetError(
			"the file changed while it was read: try again",
		)
	}
	a.Size, a.Font = size, font.Read(text.Bytes())
	h.Sum(a.Sum[:0])
	return fault
}

// Data returns the bytes of the file.
func (a *Asset) Data() ([]byte, error) { return source.ReadFile(a.In, a.Path) }

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

// checkAssets checks and reads every file that a block refers to.
func (c *checker) checkAssets(block *content.Value, kind manual.Kind) {
	urls := source.FileURLs(block, kind)
	if len(urls) == 0 {
		return
	}
	shown := shownPictures(block, kind)
	for _, found := range urls {
		a := c.checkAsset(found)
		if a != nil && shown[found.Node] {
			c.warnPicture(found.Node, a)
		}
	}
}

// checkAsset reads a file that the seed file refers to, once, and keeps it in [CheckedFile.Assets]. It
// returns nil for one that is refused, which it reports, for an address elsewhere, and for one that has
// been refused as active content.
func (c *checker) checkAsset(found source.FileURL) *Asset {
	at := found.Node
	if what, _ := c.findActive(found.URL, at.Name); !at.Is('"') || what != "" && !c.options.AllowActiveHTML {
		return nil
	}
	a, err := c.readAsset(found)
	if err != nil {
		help := ""
		if found.Own {
			help = ". A text that only tells of a file has its name alone, without a folder."
		}
		c.problems.Add(source.Error, at.Tree, at.At(found.Written), int(at.Start), "%v%s", err, help)
		return nil
	}
	return a
}

// readAsset reads a file once. It returns nil for an address elsewhere.
func (c *checker) readAsset(found source.FileURL) (*Asset, error) {
	name, err := source.AssetPath(found.URL)
	if err != nil || name == "" {
		return nil, err
	}
	if found.Font != nil && !fontNames[extension(name)] {
		return nil, source.AssetError("expected a font file (.woff2, .woff, .ttf or .otf)")
	}
	a := c.file.Assets[name]
	if a == nil {
		a = ReadAsset(c.file.Files, name, c.options)
		c.file.Assets[name] = a
	}
	if a.Err != nil {
		return nil, a.Err
	}
	return a, c.countBytes(a)
}

// countBytes adds a file to the total of the manual, unless it was counted before.
func (c *checker) countBytes(a *Asset) error {
	if c.counted[a.Sum] {
		return nil
	}
	c.counted[a.Sum] = true
	if c.fileBytes += a.Size; c.fileBytes > MaxManualBytes {
		return source.AssetError(
			fmt.Sprintf("expected at most %d MiB of files in one manual, found more with this one", MaxManualBytes>>20),
		)
	}
	return nil
}
