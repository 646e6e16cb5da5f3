package convert

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// Assets are files of a brand besides its tokens, by their addresses relative to
// the seed file.
type Assets struct {
	Logos, Icons, Pictures []string
	Fonts                  []Font
}

// A Font is a file of a typeface.
type Font struct {
	URL    string
	Weight string // "400", or a range "100 900"; empty if the file does not say
}

// Empty reports whether there are no files.
func (a Assets) Empty() bool {
	return len(a.Logos)+len(a.Icons)+len(a.Pictures)+len(a.Fonts) == 0
}

// withAssets returns the sections with those for logos before the others and
// those for icons and pictures after them.
func (a Assets) withAssets(tokens []*content.Value) []*content.Value {
	return slices.Concat(assetSection("logo", "Logo", manual.Logo, "logos", a.Logos), tokens,
		assetSection("icons", "Icons", manual.Icons, "icons", a.Icons, "alt", "background"),
		assetSection("pictures", "Pictures", manual.Image, "images", a.Pictures, "name", "background"))
}

// assetSection returns a section with a block of files, none without files. Entries lack the
// members of the names.
func assetSection(name, title string, kind manual.Kind, key string, urls []string, without ...string) []*content.Value {
	if len(urls) == 0 {
		return nil
	}
	entries := content.NewList()
	for _, url := range urls {
		entry := object("name", titleOf(url), "url", url, "alt", titleOf(url))
		if onDark.MatchString(url) {
			entry.Add("background", textValue("#1a1a1a"))
		}
		entries.Children = append(entries.Children, entry.Without(without...))
	}
	block := object("type", string(kind), "anchor", name+"-"+strings.ToLower(string(kind)), "content", object(key, entries))
	return []*content.Value{object("id", "sec_"+name, "anchor", name, "title", title, "blocks", content.NewList(block))}
}

// titleOf returns the name of a file as words.
func titleOf(url string) string {
	base := strings.TrimSuffix(path.Base(url), path.Ext(url))
	words := strings.Fields(separators.ReplaceAllString(wordStart.ReplaceAllString(base, "$1 $2"), " "))
	if len(words) == 0 {
		return base
	}
	return manual.Capitalize(strings.Join(words, " "))
}

var (
	wordStart  = regexp.MustCompile(`([\p{Ll}\d])(\p{Lu})`)
	onDark     = regexp.MustCompile(`(?i)(white|reversed?|negative|invert(ed)?|inverse|on-?dark)[^/]*$`)
	separators = regexp.MustCompile(`[-_.+ ]+`)
	fontWord   = regexp.MustCompile(`(?i)^(thin|hairline|extra|ultra|semi|demi|light|book|regular|normal|roman|medium|bold|heavy|black|italic|oblique|variable|vf|var|wght|opsz|ital|web|webfont|subset|latin|ext|cyrillic|greek|vietnamese|all|\d{3}|v\d+|[0-9a-f]{8,})$`)
	italicWord = regexp.MustCompile(`(?i)italic|oblique`)
)

// addFonts adds font files to the typefaces of the tokens, and a typeface for
// each family that these do not have. Of several files for a weight and style,
// such as those of several scripts, the first counts.
func (b *builder) addFonts(fonts []Font) {
	for _, f := range fonts {
		family, style := describeFont(f.URL)
		weight := cmp.Or(f.Weight, "400")
		entry := b.typeface(family)
		if !has(entry, "files") {
			entry.Add("files", content.NewList())
		}
		files := entry.Get("files")
		if slices.ContainsFunc(files.List(), func(other *content.Value) bool {
			return textOf(other, "weight") == weight && textOf(other, "style") == style
		}) {
			continue
		}
		files.Children = append(files.Children, object("url", f.URL, "weight", weight, "style", style))
	}
}

// describeFont returns what the name of a font file says: Inter-BoldItalic.woff2 is the
// family Inter, italic.
func describeFont(url string) (family, style string) {
	name := titleOf(url)
	words := strings.Fields(strings.NewReplacer("[", " ", "]", " ", ",", " ").Replace(name))
	words = slices.DeleteFunc(words, fontWord.MatchString)
	if italicWord.MatchString(name) {
		return strings.Join(words, " "), "italic"
	}
	return strings.Join(words, " "), "normal"
}

// typeface returns the entry of a family, a new one if there is none. A family
// without a name is the first one.
func (b *builder) typeface(family string) *content.Value {
	plain := func(name string) string { return strings.ToLower(separators.ReplaceAllString(name, "")) }
	for _, block := range b.blocks[1] {
		for _, entry := range block.lists[fontFamily] {
			if family == "" || plain(textOf(entry, "family")) == plain(family) {
				return entry
			}
		}
	}
	if family == "" {
		family = b.Name
	}
	d := &declaration{input: &input{}, path: []string{"font-family", family}}
	l := &b.block(&entry{declaration: d, kind: kind{place: fontFamily}}).lists[fontFamily]
	*l = append(*l, object("family", family, "usage", family))
	return (*l)[len(*l)-1]
}
