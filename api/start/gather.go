package start

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"designmanual/api/files"
	"designmanual/seed"
	"designmanual/seed/asset"
	"designmanual/seed/convert"
)

// A material is what a manual is made of.
type material struct {
	out    *files.Folder
	folder string // that the seed file is in, absolute and without links
	tokens []convert.File

	palettes []convert.File               // tables of colors, which count where there are no tokens
	rowsLeft []string                     // sentences on rows of them that are no colors
	swatches []convert.File               // palettes, of which the first counts where there are no tables
	print    map[string]map[string]string // the values in print of the colors of tables, by their names

	found []*found
	taken map[string]bool // paths that have been looked at
	bytes int64           // of what is taken in
	left  leftOut
}

// A found file is one for the manual.
type found struct {
	path       string   // as it is read
	words      []string // its folders below the one that was named, and its name
	alone      bool     // it was named itself
	named      bool     // it or a folder above it was named; others lie in the folder of the seed file
	kind       kind
	calledLogo bool
	asset      *asset.Asset
	font       convert.Font
	inks       []string // of a logo
	url        string   // relative to the seed file
}

// stem returns the name of the file without its extension.
func (f *found) stem() string {
	name := f.words[len(f.words)-1]
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// gather finds what is for a manual of a brand: the files in paths and below them, and those in the
// folder besides token files. Files that are not in the folder are copied into it.
func gather(out *files.Folder, b Brand, paths []string) (*material, error) {
	base, err := realPath(b.Folder)
	if err != nil {
		return nil, err
	}
	m := &material{out: out, folder: base, taken: map[string]bool{}}
	for _, root := range paths {
		if err := m.walk(root, true); err != nil {
			return nil, err
		}
	}
	if err := m.walk(b.Folder, false); err != nil {
		return nil, err
	}
	if len(m.tokens) == 0 {
		m.tokens, m.left.parts = m.palettes, m.rowsLeft
	}
	if len(m.tokens) == 0 && len(m.swatches) > 0 {
		m.tokens = m.swatches[:1]
	}
	if len(m.tokens) == 0 && len(m.found) == 0 {
		return nil, fmt.Errorf(
			"%s: found nothing for a manual: no tokens, logos, icons, fonts, pictures or documents. "+
				"Without --from the manual is an example.%s",
			strings.Join(paths, ", "), m.left.asReasons(),
		)
	}
	classifyDrawings(m.found, b)
	m.dropSizes()
	for _, f := range m.limit() {
		if err := m.place(f); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// walk looks at a file, or all files in a folder and below it. Links to folders are not
// followed, so that a folder that holds itself ends.
func (m *material) walk(root string, named bool) error {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return err
	}
	return filepath.WalkDir(real, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			if path == real {
				return err
			}
			m.left.addError(path, err)
			return nil
		}
		if d.IsDir() {
			if path != real && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		clean := filepath.Clean(path)
		if m.taken[clean] || strings.HasPrefix(d.Name(), ".") && path != real {
			return nil
		}
		m.taken[clean] = true
		return m.look(real, path, named)
	})
}

// look takes in one file, or says why it is left out.
func (m *material) look(root, path string, named bool) error {
	info, err := os.Stat(path)
	if err != nil {
		m.left.addError(path, err)
		return nil
	}
	if info.IsDir() {
		m.left.add(path, "links to folders are not followed. Name the folder itself.")
		return nil
	}
	f := &found{path: path, alone: path == root, named: named, words: []string{filepath.Base(path)}}
	if !f.alone {
		inside, _ := filepath.Rel(root, path) // which it is below
		f.words = append([]string{filepath.Base(root)}, strings.Split(filepath.ToSlash(inside), "/")...)
	}
	if m.lookAtPalette(f) {
		return nil
	}
	m.lookAtSwatches(f)
	if isTokenFile(path) || f.alone && kindOfName(f) == "" {
		return m.lookAtTokens(f)
	}
	f.kind = kindOfName(f)
	if f.kind == "" {
		m.left.addOther(path)
		return nil
	}
	m.takeIn(f)
	return nil
}

// takeIn reads a file of a kind and takes it in, or says why it is left out.
func (m *material) takeIn(f *found) {
	path := f.path
	if err := m.read(f); err != nil {
		m.left.addError(path, err)
		return
	}
	if f.asset.Unscaled && !f.alone {
		m.left.add(
			path,
			"it has no viewBox and no size, as a sheet of symbols or a font has none, and browsers cut it off. "+
				"Name a drawing itself to have it in.",
		)
		return
	}
	if family, _ := f.font.Describe(); f.kind == fonts && iconFamily.MatchString(family) && !f.alone {
		m.left.add(
			path, "a font of icons shows no letters. Put the drawings of the icons there, or name the font itself to "+
				"have it in.",
		)
		return
	}
	if f.kind != appPicture {
		m.found = append(m.found, f)
		return
	}
	m.left.add(path, "icons of browsers and phones and preview pictures are no part of a manual. "+
		"Name such a file itself to have it in.")
}

// lookAtTokens reads a token file of those that were named. Another manual is none.
func (m *material) lookAtTokens(f *found) error {
	if !f.named {
		return nil
	}
	data, err := files.Read(f.path, seed.MaxFileBytes)
	if err != nil && !f.alone {
		m.left.addError(f.path, err)
		return nil
	}
	if err != nil {
		return err
	}
	if strings.HasSuffix(f.path, ".schema.json") && !f.alone {
		return nil
	}
	if isSeed(data) && !f.alone {
		m.left.add(f.path, "it is a manual already. Import it as it is.")
		return nil
	}
	m.tokens = append(m.tokens, convert.File{Name: f.path, Data: data, Found: !f.alone})
	return nil
}

// isSeed reports whether a file is a seed file.
func isSeed(data []byte) bool {
	if !bytes.Contains(data, []byte(`"manuals"`)) {
		return false // as most files of tokens, which need not be parsed to know it
	}
	var file struct{ Brand, Manuals json.RawMessage }
	err := json.Unmarshal(data, &file)
	if err != nil {
		return false
	}
	return file.Brand != nil && file.Manuals != nil
}
