package convert

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// name gives an entry its name in its list, and its token the one in the token document. If
// the name is taken by another value, the names of all groups make it unique. It returns
// the entry with that name and value that is there already.
func (b *builder) name(e *entry) (*entry, error) {
	p, path := e.kind.place, e.declaration.path
	short, full := nameIn(e.kind, path), strings.Join(path, " ")
	if p == breakpoint {
		short = strings.TrimLeft(breakpointWord.ReplaceAllString(short, ""), "- ")
	}
	taken := ""
	var before *entry
	for _, name := range []string{short, full} {
		if strings.ContainsFunc(name, unicode.IsControl) {
			return nil, newReason(malformed, "its name has a control character")
		}
		if e.declaration.anchor == "" {
			name = words(name)
		}
		key := keyIn(e, name)
		if key == "" {
			continue
		}
		e.name, e.token.as = name, b.groupOf(e.kind)+"."+key
		before = b.named[e.token.as]
		variable := variableOf(e.token.as)
		if before == nil && b.variables[variable] == "" {
			b.named[e.token.as], b.variables[variable] = e, e.token.as
			return nil, nil
		}
		if before != nil && sameValue(e.kind, before.value, e.value) && before.hasModesOf(e) {
			return before, nil
		}
		taken = e.token.as
	}
	if taken == "" {
		return nil, newReason(nameTaken, "its name has no letter and no digit")
	}
	return nil, newReason(nameTaken, "the name %s is that of another value", taken)
}

var breakpointWord = pattern.New(`(?i)^(breakpoints?|screens?)([- ]|$)`)

// hasModesOf reports whether two entries of a kind have the same values in modes.
func (e *entry) hasModesOf(other *entry) bool {
	return maps.EqualFunc(e.modes, other.modes, func(a, b *content.Value) bool { return sameValue(e.kind, a, b) })
}

// variableOf returns the custom property of a token, without its first hyphens.
func variableOf(token string) string {
	group, name, _ := strings.Cut(token, ".")
	return kebab(group) + "-" + name
}

// groupOf returns the group of a kind in the token document.
func (b *builder) groupOf(k kind) string {
	if k.place != more {
		return places[k.place].group
	}
	return tokenize.Name(k.title, k.typ)
}

// words returns a name without camel case: each capital after a small letter begins a word after a
// hyphen, in lower case.
func words(name string) string {
	var text strings.Builder
	inWord := false
	for _, r := range name {
		if inWord && unicode.IsUpper(r) {
			text.WriteByte('-')
			r = unicode.ToLower(r)
			inWord = false
		} else if r < '0' || r > '9' {
			inWord = unicode.IsLower(r)
		}
		text.WriteRune(r)
	}
	return text.String()
}

func kebab(name string) string { return strings.ToLower(words(name)) }

// keyIn returns the name of a token in its group of the token document, empty if
// the name in the list makes none.
func keyIn(e *entry, name string) string {
	switch e.kind.place {
	case fontSize:
		return sizeKey(e.declaration.path)
	case breakpoint:
		return strings.TrimSuffix(tokenize.BreakpointPrefix+tokenize.Name(name, ""), "-")
	case spacing, textLength, otherLength:
		key, _ := tokenize.StepKey(stepOf(name).Scalar())
		return key
	}
	return tokenize.Name(name, "")
}

// sizeKey returns the size of the type scale that a name is, empty for none.
func sizeKey(path []string) string {
	key := strings.ToLower(nameIn(kind{place: fontSize}, path))
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
func nameIn(k kind, path []string) string {
	if k.place == more {
		return nameInGroup(k, path)
	}
	for len(path) > 1 && slices.Contains(strings.Fields(places[k.place].keys), strings.ToLower(path[0])) {
		path = path[1:]
		if k.place != fontSize { // size.font.md
			break
		}
	}
	return strings.Join(path, " ")
}

// nameInGroup is nameIn for a block of further tokens, whose title the name need not repeat.
func nameInGroup(k kind, path []string) string {
	group := tokenize.Name(k.title, tokenize.Name(kebab(k.typ), ""))
	name := tokenize.Name(kebab(strings.Join(path, "-")), "")
	for _, word := range []string{group, group + "s", strings.ReplaceAll(group, "-", ""), strings.ReplaceAll(group, "-", "") + "s"} {
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
	rounded shadows shadow elevation easing ease transition-duration duration breakpoints breakpoint screens screen leading tracking gradients gradient theme`,
)

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

// isBareRole reports whether a declaration is the role of a theme that its mode is.
func isBareRole(d *declaration) bool {
	return len(d.path) > 1 && d.path[0] == manual.GroupThemes &&
		slices.Contains(tokenize.ThemeRoles[:], d.path[len(d.path)-1]) &&
		(len(d.path) == 2 || len(d.path) == 3 && d.path[1] == "")
}
