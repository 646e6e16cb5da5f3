package convert

import (
	"maps"
	"strings"
	"unicode"

	"designmanual/seed/convert/meaning"
	"designmanual/seed/convert/reason"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// name gives an entry its name in its list, and its token the one in the token document. If
// the name is taken by another value, the names of all groups make it unique. It returns
// the entry with that name and value that is there already.
func (b *builder) name(e *entry) (*entry, error) {
	p, path := e.kind.Place, e.declaration.Path
	short, full := e.kind.NameIn(path), strings.Join(path, " ")
	if p == meaning.Breakpoint {
		short = strings.TrimLeft(breakpointWord.ReplaceAllString(short, ""), "- ")
	}
	taken := ""
	var before *entry
	for _, name := range []string{short, full} {
		if strings.ContainsFunc(name, unicode.IsControl) {
			return nil, reason.New(reason.Malformed, "its name has a control character")
		}
		if e.declaration.Anchor == "" {
			name = meaning.Words(name)
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
		return nil, reason.New(reason.NameTaken, "its name has no letter and no digit")
	}
	return nil, reason.New(reason.NameTaken, "the name %s is that of another value", taken)
}

var breakpointWord = pattern.New(`(?i)^(breakpoints?|screens?)([- ]|$)`)

// hasModesOf reports whether two entries of a kind have the same values in modes.
func (e *entry) hasModesOf(other *entry) bool {
	return maps.EqualFunc(e.modes, other.modes, func(a, b *content.Value) bool { return sameValue(e.kind, a, b) })
}

// variableOf returns the custom property of a token, without its first hyphens.
func variableOf(token string) string {
	group, name, _ := strings.Cut(token, ".")
	return meaning.Kebab(group) + "-" + name
}

// groupOf returns the group of a kind in the token document.
func (b *builder) groupOf(k meaning.Kind) string {
	if k.Place != meaning.Further {
		return k.Place.List().Group
	}
	return tokenize.Name(k.Title, k.Type)
}

// keyIn returns the name of a token in its group of the token document, empty if
// the name in the list makes none.
func keyIn(e *entry, name string) string {
	switch e.kind.Place {
	case meaning.FontSize:
		return meaning.SizeKey(e.declaration.Path)
	case meaning.Breakpoint:
		return strings.TrimSuffix(tokenize.BreakpointPrefix+tokenize.Name(name, ""), "-")
	case meaning.Spacing, meaning.TextLength, meaning.OtherLength:
		key, _ := tokenize.StepKey(stepOf(name).Scalar())
		return key
	}
	return tokenize.Name(name, "")
}
