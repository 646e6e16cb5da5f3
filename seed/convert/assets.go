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
func (a Assets) withAssets(tokens list) list {
	section := func(name, title string, kind manual.Kind, key string, urls []string, without ...string) list {
		if len(urls) == 0 {
			return nil
		}
		var entries list
		for _, url := range urls {
			entry := object("name", titleOf(url), "url", url, "alt", titleOf(url))
			if onDark.MatchString(url) {
				entry = append(entry, object("background", "#1a1a1a")...)
			}
			entries = append(entries, entry.Without(without...))
		}
		return list{object("id", "sec_"+name, "anchor", name, "title", title, "blocks", list{
			object("type", string(kind), "anchor", name+"-"+strings.ToLower(string(kind)), "content", object(key, entries))})}
	}
	return slices.Concat(section("logo", "Logo", manual.Logo, "logos", a.Logos), tokens,
		section("icons", "Icons", manual.Icons, "icons", a.Icons, "alt", "background"),
		section("pictures", "Pictures", manual.Image, "images", a.Pictures, "name", "background"))
}

// titleOf returns the name of a file as words.
func titleOf(url string) string {
	base := strings.TrimSuffix(path.Base(url), path.Ext(url))
	words := strings.Fields(separators.ReplaceAllString(camelCase.ReplaceAllString(base, "$1 $2"), " "))
	if len(words) == 0 {
		return base
	}
	return manual.Capitalize(strings.Join(words, " "))
}

var (
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
		o := (*entry).(content.Object)
		if slices.ContainsFunc(o.Objects("files"), func(other content.Object) bool {
			return other.Text("weight") == weight && other.Text("style") == style
		}) {
			continue
		}
		files, _ := o.Get("files").(list)
		*entry = append(o.Without("files"), object("files", append(files, object("url", f.URL, "weight", weight, "style", style)))...)
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
func (b *builder) typeface(family string) *any {
	plain := func(name string) string { return strings.ToLower(separators.ReplaceAllString(name, "")) }
	for _, block := range b.blocks[1] {
		for i, entry := range block.lists[fontFamily] {
			if family == "" || plain(entry.(content.Object).Text("family")) == plain(family) {
				return &block.lists[fontFamily][i]
			}
		}
	}
	if family == "" {
		family = b.Name
	}
	t := &token{path: []string{"font-family", family}}
	b.put(t, fontFamily, object("family", family, "usage", family))
	l := b.block(t, fontFamily).lists[fontFamily]
	return &l[len(l)-1]
}
