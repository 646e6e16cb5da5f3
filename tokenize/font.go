package tokenize

import (
	"fmt"
	"strings"
)

// FontFamily returns a typeface and its fallbacks as a CSS font-family value. A
// family is put in single quotes only where CSS needs it: where it is not a
// sequence of identifiers, or holds a word that CSS keeps for itself (CSS Fonts
// Module Level 4, section 2.1). Quotes that the manual has around a family are
// taken off first; a fallback without a name is passed over.
func FontFamily(family string, fallbacks ...string) (string, error) {
	first, err := Family(family)
	if err != nil {
		return "", err
	}
	if first == "" {
		return "", fmt.Errorf("expected the name of a typeface, %s", found(family))
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

// Family returns one typeface as it stands in a value of [FontFamily], empty
// where it has no name. The error is that of [CheckValue].
func Family(text string) (string, error) {
	name := squeeze(unquote(squeeze(text)))
	if name == "" {
		return "", nil
	}
	if err := CheckValue(name); err != nil {
		return "", err
	}
	for word := range strings.SplitSeq(name, " ") {
		if !isIdentifier(word) || isReserved(word) {
			return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(name) + "'", nil
		}
	}
	return name, nil
}

// unquote takes off quotes that enclose the whole name.
func unquote(text string) string {
	if len(text) < 2 || text[0] != '\'' && text[0] != '"' || text[0] != text[len(text)-1] {
		return text
	}
	if inner := text[1 : len(text)-1]; strings.IndexByte(inner, text[0]) < 0 && !strings.HasSuffix(inner, `\`) {
		return inner
	}
	return text
}

// isReserved tells whether a word is one that no unquoted family may hold
// (CSS Values and Units Level 4, section 4.2).
func isReserved(word string) bool {
	switch strings.ToLower(word) {
	case "inherit", "initial", "unset", "revert", "revert-layer", "default":
		return true
	}
	return false
}

// isIdentifier tells whether a word is a CSS identifier without escapes (CSS
// Syntax Module Level 3, section 4.3.9).
func isIdentifier(word string) bool {
	start := strings.TrimPrefix(word, "-")
	if start == "" || '0' <= start[0] && start[0] <= '9' {
		return false
	}
	for _, r := range word {
		if !isIdentifierRune(r) {
			return false
		}
	}
	return true
}

func isIdentifierRune(r rune) bool {
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

// SplitFamilies takes a value of font-family apart into the names, without
// quotes. In them a backslash escapes the next character.
func SplitFamilies(value string) []string {
	var families []string
	var name strings.Builder
	var quote rune // that encloses the name
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
