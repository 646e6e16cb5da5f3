package start

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"designmanual/seed/asset"
)

// realPath returns the path of a folder that exists, absolute and without links.
func realPath(folder string) (string, error) {
	whole, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(whole)
}

// inside returns the path of a file below the folder of the seed file, empty for one elsewhere.
func (m *material) inside(file string) string {
	whole, err := filepath.Abs(file)
	if err != nil {
		return ""
	}
	inside, err := filepath.Rel(m.folder, whole)
	if err != nil || !filepath.IsLocal(inside) {
		return ""
	}
	return filepath.ToSlash(inside)
}

// place gives a file its address relative to the seed file, and copies it to a folder of its kind
// if it lies elsewhere.
func (m *material) place(f *found) error {
	if inside := m.inside(f.path); inside != "" {
		f.url = address(inside)
		return nil
	}
	in, err := os.Open(f.path)
	if err != nil {
		return err
	}
	defer in.Close()
	words := slices.Clone(f.words[len(f.words)-1:])
	if len(f.words) > 2 {
		words = slices.Clone(f.words[1:])
	}
	words[len(words)-1] = plainName(words[len(words)-1])
	if words[0] != f.kind.folder() {
		words = append([]string{f.kind.folder()}, words...)
	}
	name := path.Join(words...)
	plain := strings.TrimSuffix(name, path.Ext(name))
	for n := 2; m.out.Has(name); n++ {
		if there := asset.Read(m.out.FS, name, false); there.Err == nil && there.Sum == f.asset.Sum {
			f.url = address(name)
			return nil
		}
		name = fmt.Sprint(plain, "-", n, path.Ext(name))
	}
	f.url = address(name)
	return m.out.Put(name, in)
}
