package css

import (
	"fmt"
	"strings"
)

// FontFamily returns a typeface and its fallbacks as a CSS font-family value. A
// family is quoted (single quotes) only where CSS requires it: if it is not a
// sequence of identifiers or contains a reserved word (CSS Fonts Module Level
// 4, section 2.1). Quotes in the manual are removed first; empty fallbacks are
// ignored.
func FontFamily(family string, fallbacks ...string) (string, error) {
	first, err := Family(family)
	if err != nil {
		return "", err
	}
	if first == "" {
		return "", fmt.Errorf("expected the name of a typeface, %s", Found(family))
	}
	families := []string{first}
	for i, fallback := range fallbacks {
		family, err := Family(fallback)
		if err != nil {
			return "", fmt.Errorf("fallback %d: %w", i+1, err)
		}
		if family != "" {
			families = append(families, family)
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
		if !IsIdentifier(word) || isReserved(word) {
			return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(name) + "'", nil
		}
	}
	return name, nil
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

// isReserved reports whether an unquoted family may not contain the word (CSS
// Values and Units Level 4, section 4.2).
func isReserved(word string) bool {
	switch strings.ToLower(word) {
	case "inherit", "initial", "unset", "revert", "revert-layer", "default":
		return true
	}
	return false
}

// IsIdentifier reports whether a word is a CSS identifier without escapes (CSS
// Syntax Module Level 3, section 4.3.9).
func IsIdentifier(word string) bool {
	start := strings.TrimPrefix(word, "-")
	if start == "" || '0' <= start[0] && start[0] <= '9' {
		return false
	}
	for _, r := range word {
		if !IsIdentifierRune(r) {
			return false
		}
	}
	return true
}

// IsIdentifierRune reports whether an identifier may have the character as it is.
func IsIdentifierRune(r rune) bool {
	switch {
	case r < 0x80:
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_'
	case r < 0xC0:
		return r == 0xB7
	case r < 0x2000:
		return r != 0xD7 && r != 0xF7 && r != 0x37E
	case r < 0x3001:
		return r == 0x200C || r == 0x200D || r == 0x203F || r == 0x2040 || 0x2070 <= r && r <= 0x218F || 0x2C00 <= r && r <= 0x2FEF
	}
	return r <= 0xD7FF || 0xF900 <= r && r <= 0xFDCF || 0xFDF0 <= r && r <= 0xFFFD || r >= 0x10000
}

// SplitFamilies splits a font-family value into names without quotes. Inside
// quotes, a backslash escapes the next character.
func SplitFamilies(value string) []string {
	var families []string
	var name strings.Builder
	var quote rune // the quote that encloses the name, 0 for none
	escaped := false
	for _, r := range value {
		switch {
		case escaped:
			name.WriteRune(r)
			escaped = false
		case quote != 0 && r == '\\':
			escaped = true
		case r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case r == ',' && quote == 0:
			families = append(families, strings.TrimRight(name.String(), " "))
			name.Reset()
		case r == ' ' && quote == 0 && name.Len() == 0:
		default:
			name.WriteRune(r)
		}
	}
	return append(families, strings.TrimRight(name.String(), " "))
}
