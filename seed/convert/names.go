package convert

import (
	"slices"
	"strings"
	"unicode"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// name returns the name of a token in its list. If the name is taken by another
// value, the names of all groups make it unique. It reports whether a token with
// that name and value is there already.
func (b *builder) name(t *token, p place, value any) (name string, known bool, err error) {
	short, full := nameIn(p, t.path), strings.Join(t.path, " ")
	if p == breakpoint {
		short = strings.TrimPrefix(strings.TrimPrefix(short, "breakpoint"), "-")
	}
	for _, name = range []string{short, full} {
		if strings.ContainsFunc(name, unicode.IsControl) {
			return "", false, because(malformed, "its name has a control character")
		}
		key := keyIn(p, t, name)
		if key == "" {
			continue
		}
		t.as = places[p].group + "." + key
		before, taken := b.named[t.as]
		if !taken || equal(before, value) {
			b.named[t.as] = value
			return name, taken, nil
		}
	}
	taken := t.as
	if t.as = ""; taken == "" {
		return "", false, because(nameTaken, "its name has no letter and no digit")
	}
	return "", false, because(nameTaken, "the name %s is that of another value", taken)
}

// keyIn returns the name of a token in its group of the token document, empty if
// the name in the list makes none.
func keyIn(p place, t *token, name string) string {
	switch p {
	case fontSize:
		return sizeKey(t)
	case breakpoint:
		return strings.TrimSuffix("breakpoint-"+tokenize.Name(name, ""), "-")
	case spacing, textLength, otherLength:
		key, _ := tokenize.StepKey(content.Text(stepOf(name)))
		return key
	}
	return tokenize.Name(name, "")
}

// sizeKey returns the size of the type scale that a token is, empty for none.
func sizeKey(t *token) string {
	key := strings.ToLower(nameIn(fontSize, t.path))
	if key == "base" {
		key = "md"
	}
	if !slices.Contains(tokenize.SizeKeys[:], key) {
		return ""
	}
	return key
}

// nameIn returns the name of a token: its path joined by spaces, without groups
// that the place implies.
func nameIn(p place, path []string) string {
	for len(path) > 1 && slices.Contains(strings.Fields(places[p].keys), strings.ToLower(path[0])) {
		path = path[1:]
		if p != fontSize { // size.font.md
			break
		}
	}
	return strings.Join(path, " ")
}

// namespaces are the prefixes of custom properties, each before its own
// prefixes.
var namespaces = strings.Fields(`font-family font-size font-weight cubic-bezier letter-spacing line-height border-radius border-width box-shadow
	text-shadow drop-shadow inset-shadow colors colour color dimension spacing space size font text radius radii
	rounded shadows shadow elevation easing ease transition-duration duration breakpoint screen leading tracking theme`)

// pathOf returns the path of a custom property: its namespace, if it has a
// known one, and the rest of its name. The path of theme-day-text is theme, day,
// text; the keys of a map of SCSS follow points.
func pathOf(name string) []string {
	keys := strings.Split(name, ".")
	name, keys = keys[0], keys[1:]
	for _, space := range namespaces {
		if name == space && len(keys) > 0 {
			name, keys = name+"-"+strings.Join(keys, "-"), nil
		}
		rest, ok := strings.CutPrefix(name, space+"-")
		switch {
		case !ok || rest == "":
		case space != manual.GroupThemes:
			return append([]string{space, rest}, keys...)
		default:
			if path := themePath(rest); path != nil {
				return path
			}
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

// isBareRole reports whether a token is the role of a theme that its mode is.
func isBareRole(t *token) bool {
	return len(t.path) > 1 && t.path[0] == manual.GroupThemes && slices.Contains(tokenize.ThemeRoles[:], t.path[len(t.path)-1]) &&
		(len(t.path) == 2 || len(t.path) == 3 && t.path[1] == "")
}

// setPaths sets the paths of tokens that have none, such as custom properties, from their
// names without a prefix that all share, and takes such a first group from other paths.
func (c *conversion) setPaths() {
	shared, names, spaced, count := "", false, false, 0
	for _, s := range c.sources {
		for _, t := range s.tokens {
			if t.rule != "" {
				continue
			}
			keys := t.path
			if keys == nil {
				keys = strings.SplitN(strings.TrimLeft(t.name, "-$"), "-", 2)
			}
			if count++; count == 1 {
				shared, names = keys[0], t.path == nil
			}
			if len(keys) < 2 || keys[0] != shared || names != (t.path == nil) || slices.Contains(namespaces, strings.ToLower(kebab(keys[0]))) || typesOf[strings.ToLower(keys[0])] != noPlace {
				shared = ""
			}
			spaced = spaced || len(pathOf(kebab(strings.Join(keys[1:], "-")))) > 1
		}
	}
	if count < 4 || !spaced {
		shared = ""
	}
	for _, s := range c.sources {
		for _, t := range s.tokens {
			switch {
			case t.path == nil:
				t.path = pathOf(strings.TrimPrefix(strings.TrimLeft(t.name, "-$"), shared+"-"))
			case shared != "":
				t.path = t.path[1:]
			}
		}
	}
	if shared != "" && names {
		c.report.note("names are without the prefix %s- that all share", shared)
	} else if shared != "" {
		c.report.note("names are without the group %s that all are in", shared)
	}
}
