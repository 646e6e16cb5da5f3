package start

import (
	"cmp"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"designmanual/api/files"
	"designmanual/seed"
	"designmanual/seed/check"
	"designmanual/seed/convert"
)

// What files are for a manual, by extension. Raster pictures of icons for
// browsers and phones are none.
var (
	fontFiles    = []string{".woff2", ".woff", ".ttf", ".otf"}
	pictureFiles = []string{".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif"}
	logoName     = regexp.MustCompile(`(?i)logo|wordmark|brand|signet|crest`)
	iconFolder   = regexp.MustCompile(`(?i)(^|[/\\])(icons?|pictograms?)[^/\\]*[/\\]`)
	appPicture   = regexp.MustCompile(`(?i)favicon|apple-touch|opengraph|og-image|mstile|icon-mask|icon-\d+|android-chrome`)
	otherScript  = regexp.MustCompile(`(?i)-ext\b|cyrillic|greek|vietnamese|hebrew|arabic`)
)

// maxMaterial limits the files that a manual takes in.
const maxMaterial = 500

// A material is what a manual is made of.
type material struct {
	tokens []convert.File
	assets convert.Assets
	notes  []string
	count  int
	taken  map[string]bool // paths
}

// gather sorts the files of paths, and those in the folder besides token files.
// Files that are not in the folder are copied into it.
func gather(out *files.Folder, folder string, paths []string) (*material, error) {
	m := &material{taken: map[string]bool{}}
	for _, root := range append(slices.Clone(paths), folder) {
		found, err := files.In(root, func(string, fs.DirEntry) bool { return true }, "node_modules")
		if err != nil {
			return nil, err
		}
		for _, path := range found {
			if m.taken[filepath.Clean(path)] {
				continue
			}
			m.taken[filepath.Clean(path)] = true
			alone := path == root
			kind := kindOf(folder, path, alone)
			if kind == "tokens" && slices.Contains(paths, root) {
				var data []byte
				data, err = files.Read(path, seed.MaxFileBytes)
				m.tokens = append(m.tokens, convert.File{Name: path, Data: data, Found: !alone})
			} else if kind != "tokens" && kind != "" {
				err = m.add(out, folder, path, kind)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	if m.count > maxMaterial {
		m.notes = append(m.notes, fmt.Sprintf("%d logos, icons, pictures and fonts were found; the first %d are in the manual", m.count, maxMaterial))
	}
	slices.SortStableFunc(m.assets.Fonts, func(a, b convert.Font) int { return cmp.Compare(fontRank(a.URL), fontRank(b.URL)) })
	return m, nil
}

// fontRank puts WOFF 2 before other formats, and Latin before other scripts.
func fontRank(url string) int {
	rank := slices.Index(fontFiles, strings.ToLower(path.Ext(url)))
	if otherScript.MatchString(url) {
		rank += len(fontFiles)
	}
	return rank
}

// kindOf returns what a file is for a manual in a folder: fonts, pictures, logos, icons,
// tokens or nothing. Whoever names a file alone says more than its name.
func kindOf(folder, path string, alone bool) string {
	name, extension := filepath.Base(path), strings.ToLower(filepath.Ext(path))
	svg, picture := extension == ".svg", slices.Contains(pictureFiles, extension)
	switch {
	case slices.Contains(fontFiles, extension):
		return "fonts"
	case (svg || picture) && !alone && appPicture.MatchString(path):
		return ""
	case picture:
		return "pictures"
	case svg && (alone || !iconFolder.MatchString(path) && (logoName.MatchString(name) || filepath.Dir(path) == filepath.Clean(folder))):
		return "logos"
	case svg:
		return "icons"
	case alone || isTokenFile(path):
		return "tokens"
	}
	return ""
}

// add takes in a file that is no token file.
func (m *material) add(out *files.Folder, folder, path, kind string) error {
	if m.count++; m.count > maxMaterial {
		return nil
	}
	asset := check.ReadAsset(os.DirFS(filepath.Dir(path)), filepath.Base(path), check.Options{})
	if asset.Err != nil {
		m.notes = append(m.notes, fmt.Sprintf("%s is left out: %v", path, asset.Err))
		return nil
	}
	address, err := m.place(out, folder, path, kind)
	switch kind {
	case "fonts":
		weight := ""
		if least, most := asset.Font.MinWeight, asset.Font.MaxWeight; least > 0 && least < most {
			weight = fmt.Sprint(least, " ", most)
		} else if least > 0 {
			weight = fmt.Sprint(least)
		}
		m.assets.Fonts = append(m.assets.Fonts, convert.Font{URL: address, Weight: weight})
	case "logos":
		m.assets.Logos = append(m.assets.Logos, address)
	case "icons":
		m.assets.Icons = append(m.assets.Icons, address)
	default:
		m.assets.Pictures = append(m.assets.Pictures, address)
	}
	return err
}

// place returns the address of a file relative to the folder, and copies it
// there if it lies elsewhere.
func (m *material) place(out *files.Folder, folder, file, kind string) (address string, err error) {
	base, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	whole, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	if inside, err := filepath.Rel(base, whole); err == nil && filepath.IsLocal(inside) {
		return (&url.URL{Path: filepath.ToSlash(inside)}).String(), nil
	}
	in, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer in.Close()
	name := path.Join(kind, filepath.Base(file))
	for parent := filepath.Dir(whole); out.Written(name) && parent != filepath.Dir(parent); parent = filepath.Dir(parent) {
		name = path.Join(kind, filepath.Base(parent)+"-"+path.Base(name)) // vpn-logo.svg beside logo.svg
	}
	m.taken[filepath.Join(folder, filepath.FromSlash(name))] = true
	return (&url.URL{Path: name}).String(), out.Put(name, in)
}
