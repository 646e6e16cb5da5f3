package tokenize

import "strconv"

// CSSName returns the custom property of a token, such as --font-family-body:
// the name of its group in kebab case and the token's own name, written as a
// CSS identifier. Of a token of a theme, group is "theme" and token the
// theme's slug, a hyphen and the role. It is the one rule for the names of the
// page and of every export, and what token tools make of a path of ASCII
// characters.
func CSSName(group, token string) string {
	return string(appendCSSName(nil, "--", group, token))
}

// appendCSSName writes a name as [CSSName] has it behind another prefix, such
// as the $ of a variable in Sass. The parts are the keys of the token's path.
func appendCSSName(out []byte, prefix, group string, keys ...string) []byte {
	out = appendKebab(append(out, prefix...), group)
	for _, key := range keys {
		out = appendIdentifier(append(out, '-'), key)
	}
	return out
}

// appendKebab writes the name of a group in kebab case.
func appendKebab(out []byte, group string) []byte {
	for i := range len(group) {
		c := group[i]
		if 'A' <= c && c <= 'Z' {
			out = append(out, '-')
			c += 'a' - 'A'
		}
		out = append(out, c)
	}
	return out
}

// appendIdentifier writes text inside a CSS identifier: what none may have,
// such as ª and µ, as an escape (CSS Syntax Module Level 3, sections 4.2 and
// 4.3.7).
func appendIdentifier(out []byte, text string) []byte {
	for _, r := range text {
		if identifierRune(r) {
			out = append(out, string(r)...)
			continue
		}
		out = strconv.AppendInt(append(out, '\\'), int64(r), 16)
		out = append(out, ' ') // ends the escape
	}
	return out
}
