package manual

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Kind is the kind of a block, in upper case. The content of the kinds in
// [Kinds] is checked at import, and some of them define tokens. Other kinds are
// served unchanged.
type Kind string

// The known kinds.
const (
	Colors      Kind = "COLORS"
	Typography  Kind = "TYPOGRAPHY"
	Spacing     Kind = "SPACING"
	Breakpoints Kind = "BREAKPOINTS"
	Motion      Kind = "MOTION"
	Radii       Kind = "RADII"
	Elevation   Kind = "ELEVATION"
	TextStyles  Kind = "TEXT_STYLES"
	Gradients   Kind = "GRADIENTS"
	Tokens      Kind = "TOKENS"
	Themes      Kind = "THEMES"
	Logo        Kind = "LOGO"
	Text        Kind = "TEXT"
	Image       Kind = "IMAGE"
	Downloads   Kind = "DOWNLOADS"
	DosDonts    Kind = "DOS_DONTS"
	Video       Kind = "VIDEO"
	Icons       Kind = "ICONS"
	Pairings    Kind = "PAIRINGS"
)

// CommonFields are fields that the content of every kind may have: a heading and rich
// text before the block.
var CommonFields = []Field{
	text("title", "A heading of the block: in the contents, the search and, for a new block, the anchor."),
	rich("intro", "What stands before the block."),
}

// sectionInfo describes the content of a section, which is of no kind.
var sectionInfo = KindInfo{
	Help: "What a section says besides its blocks.",
	Fields: []Field{
		setting(rich("intro", "What stands below the title.")),
		setting(
			Field{Name: "color", Type: ColorName, Help: "The ground of its opening, across the page. " + colorNameHelp},
		),
		setting(file("image", PictureField, "The picture of its opening.")),
	},
	Files: []string{"image"},
}

// CommonKeys are the names of [CommonFields].
var CommonKeys = fieldNames(CommonFields)

// A KindInfo describes a known kind.
type KindInfo struct {
	Kind   Kind
	Label  string  // display name (specification, section 2.3)
	Help   string  // a sentence for editors
	Fields []Field // what the kind is for, the main one first

	// What follows from the fields:
	Groups []string // of the token document that it fills
	Rich   []string // paths of rich text, which a file beside the seed file may have
	Files  []string // paths that may name a file, such as "logos.url"; lists on the way count with each entry
}

// Kinds are the known kinds. Checks, near-misses, the addresses of files, what is empty,
// the JSON Schema and the README follow this table. A new kind needs a row here, and how
// tokens, pages and Markdown show it.
var Kinds = fillRows()

func fillRows() []KindInfo {
	kinds := slices.Concat(valueKinds, textKinds)
	for i := range kinds {
		info := &kinds[i]
		for _, f := range info.Fields {
			if f.Group != "" && !slices.Contains(info.Groups, f.Group) {
				info.Groups = append(info.Groups, f.Group)
			}
		}
		info.Rich = paths(info.Fields, "", func(f Field) bool { return f.Type == RichField })
		info.Files = paths(info.Fields, "", func(f Field) bool { return f.Type.isFile() })
	}
	return kinds
}

// List returns the group of tokens that the entries of a list make, or "", and the keys
// of an entry but [TokenKeys].
func (info KindInfo) List(name string) (group string, keys []string) {
	f := Field{Fields: info.Fields}.field(name)
	keys = f.Names()
	if f.Group != "" && f.Form == List {
		keys = keys[:len(keys)-len(TokenKeys)]
	}
	return f.Group, keys
}

// Info returns the row of [Kinds] for the kind, or the zero value for an unknown one. The
// content of a section has the empty kind.
func (k Kind) Info() KindInfo {
	if k == "" {
		return sectionInfo
	}
	for _, info := range Kinds {
		if info.Kind == k {
			return info
		}
	}
	return KindInfo{}
}

// Names returns the names of the fields.
func (info KindInfo) Names() []string { return fieldNames(info.Fields) }

// MainNames returns the names of the fields without which a block shows nothing.
func (info KindInfo) MainNames() []string {
	var names []string
	for _, f := range info.Fields {
		if !f.Setting {
			names = append(names, f.Name)
		}
	}
	return names
}

// RichKeys returns the keys of rich text, with those of every block and section.
func (info KindInfo) RichKeys() []string { return append([]string{"intro"}, info.Rich...) }

// Label returns the kind's display name (specification, section 2.3), for
// example "Press kit" for PRESS_KIT.
func (k Kind) Label() string {
	if info := k.Info(); info.Label != "" {
		return info.Label
	}
	if k == "FAQ" { // no word
		return string(k)
	}
	return Capitalize(strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(string(k), "_", " "))), " "))
}

// Capitalize returns a text with its first letter as a capital.
func Capitalize(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToTitle(first)) + text[size:]
}

// NameOf returns the words of a slug or a file name as a name, for example "Green House"
// for green-house.
func NameOf(words string) string {
	all := strings.Fields(strings.NewReplacer("-", " ", "_", " ").Replace(words))
	for i, word := range all {
		all[i] = Capitalize(word)
	}
	return strings.Join(all, " ")
}
