package convert

import (
	"slices"
	"strings"
	"unicode"

	"designmanual/tokenize"
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
		key, _ := tokenize.StepKey(stepOf(name))
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
