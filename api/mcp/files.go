package mcp

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// fileKinds are the kinds of files, and those that an answer has without a kind.
var (
	fileKinds    = []string{"logo", "font", "icon", "image", "video", "download"}
	defaultKinds = []string{"logo", "font", "download"}
)

type fileQuery struct {
	selection
	Kind string `json:"kind,omitempty" jsonschema:"logo, font, icon, image, video or download; logos, fonts and downloads without it"`
}

type fileList struct {
	Files []brandFile `json:"files"`
	More  string      `json:"more,omitempty" jsonschema:"how to go on"`
}

type brandFile struct {
	Manual     string       `json:"manual,omitempty"`
	Kind       string       `json:"kind"`
	Name       string       `json:"name"`
	Section    string       `json:"section" jsonschema:"the title of its section, which may say that it is not for use any more"`
	URL        string       `json:"url,omitempty"`
	Format     string       `json:"format,omitempty"`
	Others     []fileFormat `json:"others,omitempty" jsonschema:"the same in other formats, or the files of a typeface"`
	Ground     string       `json:"ground,omitempty" jsonschema:"the background that it is for, and whether it is light or dark"`
	ClearSpace string       `json:"clearSpace,omitempty"`
	MinWidth   string       `json:"minWidth,omitempty"`
	Alt        string       `json:"alt,omitempty" jsonschema:"its alternative text"`
	Note       string       `json:"note,omitempty" jsonschema:"what its block says first"`
	Use        string       `json:"use,omitempty"`
	Place      string       `json:"place,omitempty" jsonschema:"the address in the manual"`
}

type fileFormat struct {
	URL    string `json:"url"`
	Format string `json:"format,omitempty"`
	Label  string `json:"label,omitempty"`
}

func (s *server) files(ctx context.Context, q fileQuery) (fileList, error) {
	kinds := defaultKinds
	var list fileList
	if q.Kind != "" {
		kind := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(q.Kind)), "s")
		if !slices.Contains(fileKinds, kind) {
			return list, fmt.Errorf("kind: expected %s, found %q", strings.Join(fileKinds, ", "), brief(q.Kind))
		}
		kinds = []string{kind}
	}
	all, err := s.load(ctx, q.Manual)
	if err != nil {
		return list, err
	}
	var found []brandFile
	for _, kind := range kinds {
		for _, m := range all {
			found = append(found, m.files(kind)...)
		}
	}
	short := q.Kind == "" && shorten(found, len(all) == 1)
	list.Files, list.More = part(found, q.From, "there is no such file; list_manuals says which kinds there are")
	if short {
		list.More = strings.TrimPrefix(
			list.More+"; with kind each file has its alternative text, note and place too", "; ",
		)
	}
	return list, nil
}

// shorten leaves out of files that do not fit into one answer what nobody needs to choose and to load
// one, of one manual its name too. It reports whether it has.
func shorten(files []brandFile, ofOne bool) bool {
	size := 0
	for _, f := range files {
		size += length(f)
	}
	if size <= maxItems {
		return false
	}
	for i := range files {
		files[i].Alt = ""
		files[i].Note = ""
		files[i].Place = ""
		if ofOne {
			files[i].Manual = ""
		}
	}
	return true
}

// files returns the files of a kind in page order.
func (m *loadedManual) files(kind string) []brandFile {
	var files []brandFile
	for _, section := range m.page.Sections {
		for _, b := range section.Blocks {
			for _, f := range m.filesOf(b, kind) {
				f.Manual = m.name
				f.Kind = kind
				f.Section = brief(section.Title)
				f.Place = m.URL + "#" + b.Anchor
				f.Note = brief(tokenize.PlainText(b.Content.Get("intro").Scalar()))
				files = append(files, f)
			}
		}
	}
	return files
}

// filesOf returns the files of a kind in a block.
func (m *loadedManual) filesOf(b content.Block, kind string) []brandFile {
	from := map[string]struct {
		kind manual.Kind
		key  string
		read func(*content.Value) brandFile
	}{
		"logo":     {manual.Logo, "logos", m.logo},
		"font":     {manual.Typography, "fonts", typeface},
		"icon":     {manual.Icons, "icons", plainFile},
		"image":    {manual.Image, "images", plainFile},
		"video":    {manual.Video, "videos", plainFile},
		"download": {manual.Downloads, "files", plainFile},
	}[kind]
	if b.Kind != from.kind {
		return nil
	}
	var files []brandFile
	for _, entry := range b.Content.Get(from.key).List() {
		if f := from.read(entry); f.URL != "" || len(f.Others) > 0 {
			files = append(files, f)
		}
	}
	return files
}

// plainFile returns what an entry with an address says of its file.
func plainFile(entry *content.Value) brandFile {
	f := fileFormat{URL: entry.Get("url").Scalar()}
	return brandFile{
		Name: brief(cmp.Or(entry.Get("name").Scalar(), entry.Get("alt").Scalar(), path.Base(f.URL))),
		URL:  f.URL, Format: formatOf(f.URL), Alt: brief(entry.Get("alt").Scalar()),
		Use: brief(tokenize.PlainText(entry.Get("caption").Scalar())),
	}
}

// logo returns a logo with its other formats and its rules.
func (m *loadedManual) logo(entry *content.Value) brandFile {
	f := plainFile(entry)
	for _, other := range entry.Get("files").List() {
		url := other.Get("url").Scalar()
		f.Others = append(f.Others, fileFormat{url, formatOf(url), brief(other.Get("label").Scalar())})
	}
	f.Ground = m.ground(entry.Get("background").Scalar())
	f.ClearSpace = brief(entry.Get("clearSpace").Scalar())
	f.MinWidth = brief(entry.Get("minWidth").Scalar())
	f.Use = brief(tokenize.PlainText(entry.Get("use").Scalar()))
	return f
}

// typeface returns a typeface with its files.
func typeface(entry *content.Value) brandFile {
	f := brandFile{Name: brief(entry.Get("family").Scalar()), Use: brief(entry.Get("usage").Scalar())}
	for _, file := range entry.Get("files").List() {
		url := file.Get("url").Scalar()
		label := strings.TrimSpace(brief(file.Get("weight").Scalar()) + " " + file.Get("style").Scalar())
		f.Others = append(f.Others, fileFormat{url, formatOf(url), label})
	}
	return f
}

// ground returns a background, which may be the name of a color of the manual, with its
// hex and whether it is light or dark.
func (m *loadedManual) ground(background string) string {
	if background == "" {
		return ""
	}
	hex, isHex := css.Hex(background)
	said := hex
	if !isHex {
		for _, t := range m.page.Tokens.Groups[manual.ColorGroup].Tokens {
			if strings.EqualFold(t.Title, background) && t.Title != "" {
				hex, isHex = css.Hex(t.Value)
				said = background + " " + hex
			}
		}
	}
	if !isHex {
		return brief(background)
	}
	if css.Contrast("#ffffff", hex) > css.Contrast("#000000", hex) {
		return brief(said) + " (dark)"
	}
	return brief(said) + " (light)"
}

// formatOf returns the extension of the file at an address in upper case.
func formatOf(address string) string {
	address, _, _ = strings.Cut(address, "?")
	return strings.ToUpper(strings.TrimPrefix(path.Ext(path.Base(address)), "."))
}
