package tokenize

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"designmanual/tokenize/css"
)

// Name returns text as a token name (specification, section 2.5): in NFC,
// lower-cased by Unicode's rules (so that a Greek word ends in its final
// sigma), with one hyphen for every run of characters that are not letters,
// marks or decimal digits, and without hyphens at the ends. Letters of any
// script stay. A mark stays if it follows a letter or digit; after any other
// character (such as the variation selector after an emoji) it is removed. If
// nothing is left, Name returns fallback unchanged.
func Name(text, fallback string) string {
	if css.IsASCII(text) {
		text = strings.ToLower(text)
	} else {
		text = norm.NFC.String(cases.Lower(language.Und).String(norm.NFC.String(text)))
	}
	var name strings.Builder
	gap := true // at the start, or after a character that is removed
	for _, r := range text {
		keep := unicode.IsLetter(r) || unicode.IsDigit(r)
		if !keep && (gap || !unicode.IsMark(r)) {
			gap = true
			continue
		}
		if gap && name.Len() > 0 {
			name.WriteByte('-')
		}
		gap = false
		name.WriteRune(r)
	}
	if name.Len() == 0 {
		return fallback
	}
	return name.String()
}

// Slug returns a name as a slug: without accents, without letters that host names do
// not have, and no longer than a DNS label (RFC 1035, section 2.3.4).
func Slug(name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return -1
		}
		return r
	}, norm.NFKD.String(name))
	slug := Name(ascii, "brand")
	return strings.TrimRight(slug[:min(len(slug), 63)], "-")
}

// variable returns the custom property of a token, such as --font-family-body:
// that of its group and its name (of a theme role, the slug, a hyphen and the
// role). Characters that CSS does not allow in identifiers, such as ª and µ, are
// escaped (CSS Syntax Module Level 3, sections 4.2 and 4.3.7). Page and exports
// use these names.
func variable(group, token string) string {
	var b strings.Builder
	b.Grow(len(group) + 1 + len(token))
	b.WriteString(group)
	b.WriteByte('-')
	for _, r := range token {
		if css.IsIdentifierRune(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\%x `, r) // the space ends the escape
		}
	}
	return b.String()
}

// Unique returns the name, or the name with the next free suffix from -2 on, and
// takes it. Taken has the last suffix of each name.
func Unique(taken map[string]int, name string) string {
	free := name
	for taken[free] > 0 {
		taken[name]++
		free = name + "-" + strconv.Itoa(taken[name])
	}
	taken[free] = 1
	return free
}
