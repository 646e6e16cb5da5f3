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

// CommonKeys are keys that the content of every kind may have: a heading and rich
// text before the block.
var CommonKeys = []string{"title", "intro"}

// A KindInfo describes a known kind.
type KindInfo struct {
	Kind   Kind
	Label  string   // display name (specification, section 2.3)
	Keys   []Key    // what the kind is for, the main one first
	Groups []string // of the token document that it fills
	Rich   []string // keys of rich text, which a file beside the seed file may have
	Files  []string // keys that may name a file, such as "logos.url"; lists on the way count with each entry
}

// A Key is a key of the content of a block.
type Key struct {
	Name  string
	Entry []string // keys of an entry of the list, or of the object; none for other values
}

// Kinds are the known kinds. Checks, files, pages, the schema and the README
// follow this table: a new kind needs a row here, its rules in the schema of
// seed files, and how pages, Markdown and tokens show it.
var Kinds = [...]KindInfo{
	{Colors, "Color", []Key{{"colors", token("name", "hex", "tints")}}, []string{"color"}, nil, nil},
	{Typography, "Typography", []Key{
		{"fonts", token("family", "usage", "fallbacks", "weights", "files", "shared")},
		{"scale", []string{"base", "ratio", "sizes"}},
	}, []string{"fontFamily", "fontSize"}, nil, []string{"fonts.files.url"}},
	{Spacing, "Spacing", []Key{{"steps", token("step", "value", "unit")}}, []string{"dimension"}, nil, nil},
	{Breakpoints, "Breakpoints", []Key{{"breakpoints", token("name", "value")}}, []string{"dimension"}, nil, nil},
	{Motion, "Motion", []Key{{"durations", token("name", "value")}, {"easings", token("name", "value")}}, []string{"duration", "cubicBezier"}, nil, nil},
	{Radii, "Corner radius", []Key{{"radii", token("name", "value")}}, []string{"radius"}, nil, nil},
	{Elevation, "Elevation", []Key{{"levels", token("name", "value")}}, []string{"shadow"}, nil, nil},
	{Themes, "Themes", []Key{{"themes", token("name", "slug", "colors")}}, []string{GroupThemes}, nil, nil},
	{Logo, "Logo", []Key{{"logos", []string{"name", "url", "alt", "background", "files", "clearSpace", "minWidth"}}}, nil, nil, []string{"logos.url", "logos.files.url"}},
	{Text, "Text", []Key{{"html", nil}}, nil, []string{"html"}, nil},
	{Image, "Image", []Key{{"images", []string{"url", "alt", "caption"}}}, nil, []string{"images.caption"}, []string{"images.url"}},
	{Downloads, "Downloads", []Key{{"files", []string{"name", "url", "size"}}}, nil, nil, []string{"files.url"}},
	{DosDonts, "Do and don't", []Key{{"items", []string{"do", "html", "url"}}}, nil, []string{"items.html"}, []string{"items.url"}},
	{Video, "Video", []Key{{"videos", []string{"url", "poster", "captions", "caption", "alt"}}}, nil, []string{"videos.caption"}, []string{"videos.url", "videos.poster", "videos.captions"}},
	{Icons, "Icons", []Key{{"icons", []string{"name", "url", "tags"}}}, nil, nil, []string{"icons.url"}},
	{Pairings, "Color pairs", []Key{{"pairings", []string{"foreground", "background", "use"}}}, nil, nil, nil},
}

// TokenKeys are the last keys of an entry that becomes a token.
var TokenKeys = []string{"description", "use", "deprecated"}

// token returns the keys of an entry that becomes a token.
func token(keys ...string) []string { return append(keys, TokenKeys...) }

// List returns the group of tokens that the entries of a list make, or "", and the keys
// of an entry but [TokenKeys].
func (info KindInfo) List(name string) (group string, keys []string) {
	i := slices.IndexFunc(info.Keys, func(k Key) bool { return k.Name == name })
	if keys = info.Keys[i].Entry; i < len(info.Groups) {
		group, keys = info.Groups[i], keys[:len(keys)-len(TokenKeys)]
	}
	return group, keys
}

// Info returns the row of [Kinds] for the kind, or the zero value.
func (k Kind) Info() KindInfo {
	for _, info := range Kinds {
		if info.Kind == k {
			return info
		}
	}
	return KindInfo{}
}

// Names returns the names of the keys.
func (info KindInfo) Names() []string {
	names := make([]string, len(info.Keys))
	for i, key := range info.Keys {
		names[i] = key.Name
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
