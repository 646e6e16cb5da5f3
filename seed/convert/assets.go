package convert

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"designmanual/db/manual"
	"designmanual/seed/convert/meaning"
	"designmanual/seed/convert/tokens"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// Assets are files of a brand besides its tokens, by their addresses relative to
// the seed file.
type Assets struct {
	Logos                             []Logo
	Icons, Pictures, Films, Downloads []Named
	Fonts                             []Font
	Print                             map[string]map[string]string // the values of colors in print, by name and system
}

// A Named is a file with the name that readers see.
type Named struct{ Name, URL string }

// A Logo is a logo with its versions, the main one first.
type Logo struct {
	Name     string // empty for that of the brand
	Versions []Version
}

// A Version of a logo has the formats of one drawing: a picture, and files besides it.
type Version struct {
	Named
	Inks    []string // the colors that it is drawn in, in hex; none if they are not known
	OnDark  bool     // its name says that it is for dark grounds
	OnLight bool     // or for light ones
	Formats []Named  // with what each is for, which may be empty
}

// A Font is a file of a typeface.
type Font struct {
	URL    string
	File   string // its name
	Family string // empty if the file does not say
	Italic bool
	Weight string // "400", or a range "100 900"; empty if the file does not say
}

// Empty reports whether there are no files.
func (a Assets) Empty() bool {
	return len(a.Logos)+len(a.Icons)+len(a.Pictures)+len(a.Films)+len(a.Downloads)+len(a.Fonts) == 0
}

// withAssets returns the sections with those for logos before the others and those for
// icons, pictures, films and downloads after them.
func (b *builder) withAssets(tokens []*content.Value) []*content.Value {
	a := b.Assets
	icons := fileBlock(manual.Icons, "icons", a.Icons, "name")
	pictures := fileBlock(manual.Image, "images", a.Pictures, "alt")
	films := fileBlock(manual.Video, "videos", a.Films, "alt")
	downloads := fileBlock(manual.Downloads, "files", a.Downloads, "name")
	return slices.Concat(assetSection("logo", "Logo", b.logoBlocks()...), tokens, assetSection("icons", "Icons", icons),
		assetSection("pictures", "Pictures", pictures, films), assetSection("downloads", "Downloads", downloads))
}

// assetSection returns a section with blocks of files, none without blocks. Nil blocks are
// left out.
func assetSection(name, title string, blocks ...*content.Value) []*content.Value {
	taken := map[string]int{}
	list := content.NewList()
	for _, block := range blocks {
		if block == nil {
			continue
		}
		anchor := name + "-" + tokenize.Name(
			cmp.Or(block.Get("content").Get("title").Text(), block.Get("type").Text()), "",
		)
		list.Children = append(
			list.Children,
			content.NewObject(
				"type", block.Get("type"), "anchor", tokenize.Unique(taken, anchor), "content", block.Get("content"),
			),
		)
	}
	if len(list.Children) == 0 {
		return nil
	}
	return []*content.Value{content.NewObject("id", "sec_"+name, "anchor", name, "title", title, "blocks", list)}
}

// fileBlock returns a block with a list of files, whose names are members with a key, nil
// without files.
func fileBlock(kind manual.Kind, key string, all []Named, name string) *content.Value {
	if len(all) == 0 {
		return nil
	}
	entries := content.NewList()
	for _, f := range all {
		entries.Children = append(entries.Children, content.NewObject(name, f.Name, "url", f.URL))
	}
	return content.NewObject("type", string(kind), "content", content.NewObject(key, entries))
}

// TitleOf returns the name of a file as words: Logo Größe neu for Logo%20Größe_neu.svg, as a
// name that was copied out of an address has it.
func TitleOf(file string) string {
	if plain, err := url.PathUnescape(file); err == nil {
		file = plain
	}
	base := norm.NFC.String(strings.TrimSuffix(path.Base(file), path.Ext(file)))
	words := strings.Fields(separators.ReplaceAllString(wordStart.ReplaceAllString(base, "$1 $2"), " "))
	if len(words) == 0 {
		return base
	}
	return manual.Capitalize(strings.Join(words, " "))
}

var (
	wordStart  = pattern.New(`([\p{Ll}\d])(\p{Lu}\p{Ll})`)
	separators = pattern.New(`[-_.+@ ]+`)
	fontWord   = pattern.New(
		`(?i)^(thin|hairline|extra|ultra|semi|demi|light|book|regular|normal|roman|medium|bold|heavy|black|` +
			`italic|oblique|variable|vf|var|wght|opsz|ital|web|webfont|` +
			`subset|latin|ext|cyrillic|greek|vietnamese|all|\d{3}|v\d+|[0-9a-f]{8,})$`,
	)
	italicWord = pattern.New(`(?i)italic|oblique`)
)

// addFonts adds font files to the typefaces of the tokens, and a typeface for
// each family that these do not have. Of several files for a weight and style,
// such as those of several scripts, the first counts.
func (b *builder) addFonts(fonts []Font) {
	for _, f := range fonts {
		family, style := f.Describe()
		weight := cmp.Or(f.Weight, "400")
		entry := b.typeface(family)
		if !entry.Has("files") {
			entry.Add("files", content.NewList())
		}
		files := entry.Get("files")
		if slices.ContainsFunc(files.List(), func(other *content.Value) bool {
			return other.Get("weight").Text() == weight && other.Get("style").Text() == style
		}) {
			continue
		}
		files.Children = append(files.Children, content.NewObject("url", f.URL, "weight", weight, "style", style))
	}
}

// putCodeLast puts the typefaces for code after the others, since text styles without a typeface are set in the first.
func (b *builder) putCodeLast() {
	rank := func(font *content.Value) int {
		fallbacks := font.Get("fallbacks").Scalars()
		if codeWord.MatchString(font.Get("usage").Text()) || slices.Contains(fallbacks, "monospace") {
			return 1
		}
		return 0
	}
	for _, block := range b.blocks[1] {
		slices.SortStableFunc(block.lists[meaning.FontFamily], func(a, b *content.Value) int { return rank(a) - rank(b) })
	}
}

var codeWord = pattern.New(`(?i)\b(code|mono(space)?)\b`)

// Describe returns the family of a file and its style, from its own tables, else from its
// name: Inter-BoldItalic.woff2 is the family Inter, italic.
func (f Font) Describe() (family, style string) {
	name := TitleOf(f.File)
	family, style = f.Family, "normal"
	if f.Italic || italicWord.MatchString(name) {
		style = "italic"
	}
	if family == "" {
		words := strings.Fields(strings.NewReplacer("[", " ", "]", " ", ",", " ").Replace(name))
		family = strings.Join(slices.DeleteFunc(words, fontWord.MatchString), " ")
	}
	return family, style
}

// typeface returns the entry of a family, a new one if there is none. A family
// without a name is the first one.
func (b *builder) typeface(family string) *content.Value {
	plain := func(name string) string { return strings.ToLower(separators.ReplaceAllString(name, "")) }
	for _, block := range b.blocks[1] {
		for _, entry := range block.lists[meaning.FontFamily] {
			if family == "" || plain(entry.Get("family").Text()) == plain(family) {
				return entry
			}
		}
	}
	if family == "" {
		family = b.Name
	}
	d := &tokens.Declaration{Path: []string{"font-family", family}}
	l := &b.block(&entry{declaration: d, kind: meaning.Kind{Place: meaning.FontFamily}}).lists[meaning.FontFamily]
	*l = append(*l, content.NewObject("family", family, "usage", family))
	return (*l)[len(*l)-1]
}
