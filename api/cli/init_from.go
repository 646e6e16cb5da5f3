package cli

import (
	"fmt"
	"io/fs"
	neturl "net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"designmanual/seed"
	"designmanual/seed/check"
	"designmanual/seed/convert"
	"designmanual/seed/source"
)

// fromFlag is --from: the files and folders that a manual is made of. Arguments
// after it belong to it.
type fromFlag struct {
	flags *pflag.FlagSet
	first string
	args  int // arguments before it
}

func (f *fromFlag) String() string { return f.first }
func (f *fromFlag) Type() string   { return "string" }
func (f *fromFlag) Set(path string) error {
	if f.first != "" {
		return fmt.Errorf("expected one --from with all files after it")
	}
	f.first, f.args = path, f.flags.NArg()
	return nil
}

// split returns the arguments before the flag, and the paths that it names.
func (f *fromFlag) split(args []string) (before, paths []string) {
	if f.first == "" {
		return args, nil
	}
	return args[:f.args], append([]string{f.first}, args[f.args:]...)
}

// What files are for a manual, by extension. Raster pictures of icons for
// browsers and phones are none.
var (
	fontFiles    = []string{".woff2", ".woff", ".ttf", ".otf"}
	pictureFiles = []string{".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif"}
	logoName     = regexp.MustCompile(`(?i)logo|wordmark|brand|signet|crest`)
	iconFolder   = regexp.MustCompile(`(?i)(^|[/\\])(icons?|pictograms?)[^/\\]*[/\\]`)
	appPicture   = regexp.MustCompile(`(?i)favicon|apple-touch|opengraph|og-image|mstile|icon-mask|icon-\d+|android-chrome`)
)

// maxMaterial limits the files that init takes in.
const maxMaterial = 500

// A material is what init makes a manual of.
type material struct {
	tokens []convert.File
	assets convert.Assets
	notes  []string
	count  int
	taken  map[string]bool // paths
}

// gather sorts the files of paths, and those in the folder besides token files.
// Files that are not in the folder are copied into it.
func gather(out *outputFolder, folder string, paths []string) (*material, error) {
	m := &material{taken: map[string]bool{}}
	for _, root := range append(slices.Clone(paths), folder) {
		named := slices.Contains(paths, root)
		files, err := filesIn(root, func(string, fs.DirEntry) bool { return true }, "node_modules")
		if err != nil {
			return nil, err
		}
		for _, path := range files {
			if m.taken[filepath.Clean(path)] {
				continue
			}
			m.taken[filepath.Clean(path)] = true
			if err := m.add(out, folder, path, named, path == root); err != nil {
				return nil, err
			}
		}
	}
	if m.count > maxMaterial {
		m.notes = append(m.notes, fmt.Sprintf("%d logos, icons, pictures and fonts were found; the first %d are in the manual", m.count, maxMaterial))
	}
	slices.SortStableFunc(m.assets.Fonts, func(a, b convert.Font) int { return fontRank(a.URL) - fontRank(b.URL) })
	return m, nil
}

// fontRank puts WOFF 2 before other formats, and Latin before other scripts.
func fontRank(url string) int {
	rank := slices.Index(fontFiles, strings.ToLower(path.Ext(url)))
	if regexp.MustCompile(`(?i)-ext\b|cyrillic|greek|vietnamese|hebrew|arabic`).MatchString(url) {
		rank += len(fontFiles)
	}
	return rank
}

// add sorts one file in.
func (m *material) add(out *outputFolder, folder, path string, named, alone bool) error {
	extension := strings.ToLower(filepath.Ext(path))
	svg, font, picture := extension == ".svg", slices.Contains(fontFiles, extension), slices.Contains(pictureFiles, extension)
	switch {
	case (svg || picture) && !alone && appPicture.MatchString(path):
		return nil
	case svg || font || picture:
	case named && (alone || slices.Contains(tokenFiles, extension) || filepath.Base(path) == "DESIGN.md"):
		data, err := readInput(path, seed.MaxFileBytes)
		m.tokens = append(m.tokens, convert.File{Name: path, Data: data, Found: !alone})
		return err
	default:
		return nil
	}
	if m.count++; m.count > maxMaterial {
		return nil
	}
	asset := check.ReadAsset(os.DirFS(filepath.Dir(path)), filepath.Base(path), check.Options{})
	if asset.Err != nil {
		m.notes = append(m.notes, fmt.Sprintf("%s is left out: %v", path, asset.Err))
		return nil
	}
	kind := "pictures"
	switch {
	case font:
		kind = "fonts"
	case svg && (alone || logoName.MatchString(filepath.Base(path)) || filepath.Dir(path) == filepath.Clean(folder)):
		kind = "logos"
	case svg:
		kind = "icons"
	}
	if kind == "logos" && !alone && iconFolder.MatchString(path) {
		kind = "icons"
	}
	url, err := m.place(out, folder, path, kind)
	if err != nil {
		return err
	}
	switch kind {
	case "fonts":
		weight := ""
		if least, most := asset.Font.MinWeight, asset.Font.MaxWeight; least > 0 && least < most {
			weight = fmt.Sprint(least, " ", most)
		} else if least > 0 {
			weight = fmt.Sprint(least)
		}
		m.assets.Fonts = append(m.assets.Fonts, convert.Font{URL: url, Weight: weight})
	case "logos":
		m.assets.Logos = append(m.assets.Logos, url)
	case "icons":
		m.assets.Icons = append(m.assets.Icons, url)
	default:
		m.assets.Pictures = append(m.assets.Pictures, url)
	}
	return nil
}

// place returns the address of a file relative to the folder, and copies it
// there if it lies elsewhere.
func (m *material) place(out *outputFolder, folder, file, kind string) (url string, err error) {
	base, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	whole, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	if inside, err := filepath.Rel(base, whole); err == nil && filepath.IsLocal(inside) {
		return (&neturl.URL{Path: filepath.ToSlash(inside)}).String(), nil
	}
	in, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer in.Close()
	name := path.Join(kind, filepath.Base(file))
	for parent := filepath.Dir(whole); slices.Contains(out.written, name) && parent != filepath.Dir(parent); parent = filepath.Dir(parent) {
		name = path.Join(kind, filepath.Base(parent)+"-"+path.Base(name)) // vpn-logo.svg beside logo.svg
	}
	m.taken[filepath.Join(folder, filepath.FromSlash(name))] = true
	return (&neturl.URL{Path: name}).String(), out.Put(name, in)
}

// writeFrom writes the files of a brand that is made of what it already has.
func (p *program) writeFrom(folder string, paths []string, s starter) error {
	out, err := openOutputFolder(folder)
	if err != nil {
		return err
	}
	defer out.close()
	m, err := gather(out, folder, paths)
	if err != nil {
		return err
	}
	text, report, err := convertFiles(m.tokens, convert.Options{Brand: s.Brand, Name: s.Name, Visibility: s.Visibility, Assets: m.assets})
	if report != nil && len(m.tokens) > 0 {
		if err := p.tellReport(report, false, ""); err != nil {
			return err
		}
	}
	for _, note := range m.notes {
		fmt.Fprintln(p.stderr, note)
	}
	if err != nil {
		return err
	}
	if err := out.write(s.Brand+".json", text); err != nil {
		return err
	}
	if !out.has(check.SchemaName) {
		if err := out.write(check.SchemaName, check.Schema()); err != nil {
			return err
		}
	}
	if _, err := seed.Check(source.ReadPaths([]string{s.Path}), seed.Options{}); err != nil {
		return err
	}
	out.complete = true
	return render(p.stdout, "init", s)
}
