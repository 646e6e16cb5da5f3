package css

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// FontFamily returns a typeface and its fallbacks as a CSS font-family value. A
// family is quoted (single quotes) only where CSS requires it: if it is not a
// sequence of identifiers or contains a reserved word (CSS Fonts Module Level
// 4, section 2.1). Quotes in the manual are removed first; empty fallbacks are
// ignored.
func FontFamily(family string, fallbacks ...string) (string, error) {
	var families []string
	for i, name := range append([]string{family}, fallbacks...) {
		text, err := Family(name)
		if err != nil && i > 0 {
			return "", fmt.Errorf("fallback %d: %w", i, err)
		}
		if err != nil {
			return "", err
		}
		if text != "" {
			families = append(families, text)
		} else if i == 0 {
			return "", fmt.Errorf("expected the name of a typeface, %s", Found(family))
		}
	}
	return strings.Join(families, ", "), nil
}

// Family returns one typeface as part of a [FontFamily] value, empty if it has
// no name. The error is that of [CheckValue].
func Family(text string) (string, error) {
	name := collapseSpace(unquote(collapseSpace(text)))
	if name == "" {
		return "", nil
	}
	if err := CheckValue(name); err != nil {
		return "", err
	}
	for word := range strings.SplitSeq(name, " ") {
		if !IsIdentifier(word) || IsReserved(word) {
			return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(name) + "'", nil
		}
	}
	return name, nil
}

// FamilyName returns the name of a typeface in a manual as [SplitFamilies] returns it of a
// [FontFamily] value: without the quotes and spaces that it has there. It is empty if there
// is no name.
func FamilyName(text string) string {
	family, err := Family(text)
	if err != nil || family == "" {
		return ""
	}
	return SplitFamilies(family)[0]
}

// unquote removes quotes that enclose the whole name.
func unquote(text string) string {
	if len(text) < 2 || text[0] != '\'' && text[0] != '"' || text[0] != text[len(text)-1] {
		return text
	}
	if inner := text[1 : len(text)-1]; strings.IndexByte(inner, text[0]) < 0 && !strings.HasSuffix(inner, `\`) {
		return inner
	}
	return text
}

// reserved are the words that an unquoted family may not contain (CSS Values and
// Units Level 4, section 4.2).
var reserved = []string{"inherit", "initial", "unset", "revert", "revert-layer", "default"}

// IsReserved reports whether a word is one that an unquoted family may not contain: alone it stands for a value from
// elsewhere.
func IsReserved(word string) bool { return slices.Contains(reserved, strings.ToLower(word)) }

// SplitFamilies splits a font-family value into names without quotes. Inside
// quotes, a backslash escapes the next character.
func SplitFamilies(value string) []string {
	families := Split(value, ',')
	for i, family := range families {
		if last := len(family) - 1; last > 0 && (family[0] == '\'' || family[0] == '"') && family[last] == family[0] {
			families[i] = quotedEscape.ReplaceAllString(family[1:last], "$1")
		}
	}
	return families
}

var quotedEscape = regexp.MustCompile(`(?s)\\(.)`)
