package meaning

import (
	"slices"
	"strings"
	"unicode"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// Words returns a name without camel case: each capital after a small letter begins a word after a
// hyphen, in lower case. Capitals in a row are one word, but for the last one if two small letters follow
// it: bg2XL becomes bg2-xl, and bg2XLarge bg2-x-large.
func Words(name string) string {
	var text strings.Builder
	runes := []rune(name)
	inWord, inCapitals := false, false // after small letters; in capitals that begin a word after them
	for i, r := range runes {
		isCapital := unicode.IsUpper(r)
		if isCapital && (inWord || inCapitals && beginsWord(runes[i+1:])) {
			text.WriteByte('-')
		}
		if isCapital && (inWord || inCapitals) {
			r = unicode.ToLower(r)
			inWord = false
			inCapitals = true
		} else if r < '0' || r > '9' {
			inWord, inCapitals = unicode.IsLower(r), false
		}
		text.WriteRune(r)
	}
	return text.String()
}

// beginsWord reports whether two small letters follow.
func beginsWord(after []rune) bool {
	return len(after) > 1 && unicode.IsLower(after[0]) && unicode.IsLower(after[1])
}

// Kebab returns a name in small letters with hyphens for camel case.
func Kebab(name string) string { return strings.ToLower(Words(name)) }

// SizeKey returns the size of the type scale that a name is, empty for none.
func SizeKey(path []string) string {
	key := strings.ToLower(Kind{Place: FontSize}.NameIn(path))
	if key == "base" {
		key = "md"
	}
	if !slices.Contains(tokenize.SizeKeys[:], key) {
		return ""
	}
	return key
}

// NameIn returns the name of a token: its path joined by spaces, without groups
// that the place implies.
func (k Kind) NameIn(path []string) string {
	if k.Place == Further {
		return k.nameInGroup(path)
	}
	for len(path) > 1 && slices.Contains(strings.Fields(k.Place.List().groups), strings.ToLower(path[0])) {
		path = path[1:]
		if k.Place != FontSize { // size.font.md
			break
		}
	}
	return strings.Join(path, " ")
}

// nameInGroup is nameIn for a block of further tokens, whose title the name need not repeat.
func (k Kind) nameInGroup(path []string) string {
	group := tokenize.Name(k.Title, tokenize.Name(Kebab(k.Type), ""))
	name := tokenize.Name(Kebab(strings.Join(path, "-")), "")
	joined := strings.ReplaceAll(group, "-", "")
	for _, word := range []string{group, group + "s", joined, joined + "s"} {
		if rest, ok := strings.CutPrefix(name, word+"-"); ok {
			return rest
		}
	}
	return name
}

// namespaces are the prefixes of custom properties, each before its own
// prefixes.
var namespaces = strings.Fields(
	`font-family font-size font-weight cubic-bezier letter-spacing line-height border-radius border-width box-shadow
	text-shadow drop-shadow inset-shadow colors colour color dimension spacing space size font text radius radii
	rounded shadows shadow elevation easing ease transition-duration duration breakpoints breakpoint screens screen
	leading tracking gradients gradient theme`,
)

// Path returns the path of a custom property: its namespace, if it has a
// known one, and the rest of its name. The path of theme-day-text is theme, day,
// text; the keys of a map of SCSS follow points.
func Path(name string) []string {
	keys := strings.Split(name, ".")
	name, keys = keys[0], keys[1:]
	for _, space := range namespaces {
		if name == space && len(keys) > 0 {
			name, keys = name+"-"+strings.Join(keys, "-"), nil
		}
		rest, ok := strings.CutPrefix(name, space+"-")
		if !ok || rest == "" {
			continue
		}
		if space != manual.GroupThemes {
			return append([]string{space, rest}, keys...)
		}
		if path := themePath(rest); path != nil {
			return path
		}
	}
	return append([]string{name}, keys...)
}

// themePath returns the path of theme-<slug>-<role>, or nil.
func themePath(rest string) []string {
	theme, found := "", ""
	for _, role := range tokenize.ThemeRoles {
		if slug, ok := strings.CutSuffix("-"+rest, "-"+role); ok && len(role) > len(found) {
			theme, found = strings.TrimPrefix(slug, "-"), role
		}
	}
	if found == "" {
		return nil
	}
	return []string{manual.GroupThemes, theme, found}
}

// IsThemePath reports whether a path is that of a role of a theme.
func IsThemePath(path []string) bool {
	return len(path) == 3 && path[0] == manual.GroupThemes && slices.Contains(tokenize.ThemeRoles[:], path[2])
}

// IsNamespace reports whether a first word of names says what the values are.
func IsNamespace(word string) bool { return slices.Contains(namespaces, word) }
