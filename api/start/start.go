// Package start writes the first seed file of a brand: one that shows all kinds of block but
// films, with [Write], or one of what the brand already has, with [From].
package start

import (
	"cmp"
	_ "embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/api/files"
	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/seed/check"
	"designmanual/seed/convert"
	"designmanual/seed/source"
)

//go:embed seed.json
var starterSeed string

//go:embed logo.svg
var starterLogo []byte

// A Brand is the brand that a seed file is written for.
type Brand struct {
	Slug, Name string
	Visibility manual.Visibility
	Folder     string
}

// Path returns the path of the seed file.
func (b Brand) Path() string { return filepath.Join(b.Folder, b.Slug+".json") }

// Write writes a seed file, its schema and a logo to replace. The schema and the logo of
// another brand in the folder stay.
func Write(b Brand) error {
	quoted, err := jsontext.AppendQuote(nil, b.Name)
	if err != nil {
		return err
	}
	return b.write(func(out *files.Folder) (string, error) {
		logo := "logo.svg"
		if out.Has(logo) {
			logo = b.Slug + "-logo.svg"
		}
		text := strings.NewReplacer("{{brand}}", b.Slug, "{{name}}", string(quoted[1:len(quoted)-1]),
			"{{visibility}}", string(b.Visibility), "{{logo}}", logo).Replace(starterSeed)
		if out.Has(logo) {
			return text, nil
		}
		return text, out.Write(logo, starterLogo)
	})
}

// From writes a seed file of the files in paths, and of those in the folder besides token
// files. Files that are elsewhere are copied. It returns what became of the tokens, nil
// for none, and notes on the other files, also with an error.
func From(b Brand, paths []string) (report *convert.Report, notes []string, err error) {
	err = b.write(func(out *files.Folder) (string, error) {
		m, err := gather(out, b, paths)
		if err != nil {
			return "", err
		}
		assets := m.assets(b.Name)
		o := convert.Options{Brand: b.Slug, Name: b.Name, Visibility: b.Visibility, Assets: assets, First: true}
		text, found, err := Convert(m.tokens, o)
		if found := contents(assets); found != "" {
			notes = append(notes, "in the manual: "+found)
		}
		notes = append(notes, m.left.notes()...)
		if len(m.tokens) > 0 && (assets.Empty() || found != nil && len(found.Entries) > 0) {
			report = found
		}
		return string(text), err
	})
	return report, notes, err
}

func (b Brand) write(render func(*files.Folder) (string, error)) error {
	out, err := files.OpenFolder(b.Folder)
	if err != nil {
		return err
	}
	defer out.Close()
	if name := b.Slug + ".json"; out.Has(name) {
		path := filepath.Join(b.Folder, name)
		return fmt.Errorf("%s is there already, and nothing is replaced; take another --brand or another folder", path)
	}
	text, err := render(out)
	if err != nil {
		return err
	}
	if err := out.Write(b.Slug+".json", []byte(text)); err != nil {
		return err
	}
	if !out.Has(check.SchemaName) {
		if err := out.Write(check.SchemaName, check.Schema()); err != nil {
			return err
		}
	}
	if _, err := seed.Check(source.ReadPaths([]string{b.Path()}), seed.Options{}); err != nil {
		return err
	}
	out.Complete()
	return nil
}

// tokenFiles are the endings of files that may have tokens.
var tokenFiles = []string{".json", ".tokens", ".css", ".scss", ".yml", ".yaml"}

// otherFiles are files with such endings that have none. Fontsource describes a family in two of them.
var otherFiles = strings.Fields("package.json package-lock.json tsconfig.json metadata.json metadata.scss unicode.json")

func isTokenFile(path string) bool {
	if slices.Contains(otherFiles, filepath.Base(path)) {
		return false
	}
	return slices.Contains(tokenFiles, strings.ToLower(filepath.Ext(path))) || filepath.Base(path) == "DESIGN.md"
}

// ReadTokens reads files, and the token files in folders and below them.
func ReadTokens(names []string) ([]convert.File, error) {
	total := 0
	var found []convert.File
	for _, name := range names {
		paths, folder, err := tokenFilesAt(name)
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			data, err := files.Read(path, seed.MaxFileBytes)
			if err != nil {
				return nil, err
			}
			total += len(data)
			if total > seed.MaxFileBytes {
				return nil, fmt.Errorf("expected at most %d MiB of files: name fewer", seed.MaxFileBytes>>20)
			}
			found = append(found, convert.File{Name: path, Data: data, Found: folder})
		}
	}
	return found, nil
}

// tokenFilesAt returns a path, or the paths of the token files in a folder and below it, and
// whether it is a folder.
func tokenFilesAt(name string) (paths []string, folder bool, err error) {
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() { // the error comes again where it is read
		return []string{name}, false, nil
	}
	paths, err = files.In(name, func(path string, _ fs.DirEntry) bool { return isTokenFile(path) }, "node_modules")
	if err != nil {
		return nil, true, err
	}
	if len(paths) == 0 {
		return nil, true, fmt.Errorf(
			"%s has no token files (%s): name another folder", name, strings.Join(tokenFiles, ", "),
		)
	}
	return paths, true, nil
}

// besideFiles returns a function that reads files in the folders of some files and below
// them, and none elsewhere.
func besideFiles(all []convert.File) func(name string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		for _, f := range all {
			folder := filepath.Dir(f.Name)
			inside, err := filepath.Rel(folder, name)
			if err != nil || !filepath.IsLocal(inside) {
				continue
			}
			return source.ReadFile(source.OpenFolder(folder), filepath.ToSlash(inside))
		}
		return nil, fs.ErrNotExist
	}
}

// Convert converts files. What it returns passes the strict check; with files for the
// manual it is checked when they are beside it.
func Convert(files []convert.File, o convert.Options) ([]byte, *convert.Report, error) {
	o.Open = besideFiles(files)
	text, report, err := convert.Convert(files, o)
	if err != nil {
		return nil, report, err
	}
	if len(text) > seed.MaxFileBytes {
		return nil, report, fmt.Errorf(
			"expected a seed file of at most %d MiB, but these values make one of %d MiB: convert fewer files",
			seed.MaxFileBytes>>20, len(text)>>20,
		)
	}
	if !o.Assets.Empty() {
		return text, report, nil
	}
	source := seed.Source{Name: cmp.Or(o.Brand, "brand") + ".json", Data: text}
	if _, err := seed.Check([]seed.Source{source}, seed.Options{Strict: true}); err != nil {
		// not wrapped: its places are in no file of the user
		return nil, report, fmt.Errorf("these values make a seed file that cannot be imported: %v", err)
	}
	return text, report, nil
}
