package tokenize

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"designmanual/db/manual"
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
		text = norm.NFC.String(lower(norm.NFC.String(text)))
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

// lower returns a text in lower case by the rules of Unicode (section 3.13), of which
// [strings.ToLower] lacks two: a sigma at the end of a word, and the dot of İ.
func lower(text string) string {
	if strings.Contains(text, "Σ") {
		text = finalSigma.ReplaceAllString(text, "${1}ς${2}")
	}
	return strings.ToLower(strings.ReplaceAll(text, "İ", "i\u0307"))
}

// finalSigma matches a capital sigma after a letter with case and not before one, besides
// characters that do not matter for it.
var finalSigma = func() *regexp.Regexp {
	const letter, ignored = `\p{Lu}\p{Ll}\p{Lt}`, `\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}'’‘․‧·.:`
	return regexp.MustCompile(
		`([` + letter + `][` + ignored + `]*)Σ([` + ignored + `]*(?:[^` + letter + ignored + `]|$))`,
	)
}()

// Slug returns a name as a slug: with the closest letters that host names have, and no
// longer than a DNS label (RFC 1035, section 2.3.4). Where ß says that a name is German, ö is
// oe, as people there spell addresses.
func Slug(name string) string {
	name = strings.ReplaceAll(strings.ToLower(norm.NFC.String(name)), "ø", "oe")
	if strings.Contains(name, "ß") {
		name = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue").Replace(name)
	}
	ascii := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return -1
		}
		return r
	}, norm.NFKD.String(closestASCII.Replace(name)))
	slug := Name(ascii, "brand")
	return strings.TrimRight(slug[:min(len(slug), 63)], "-")
}

// Property returns the custom property of a token: of the name in a group of a token document,
// of which theme.dark is one.
func Property(group, name string) string { return variable(GroupProperty(group), name) }

// GroupProperty returns what the custom properties of a group begin with, such as --font-size.
func GroupProperty(group string) string {
	for _, g := range manual.Groups {
		if g.Name == group {
			return g.Variable
		}
	}
	return "--" + strings.ReplaceAll(kebab(group), ".", "-")
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

// closestASCII replaces letters that do not decompose to a letter of ASCII, and
// those of Greek and Cyrillic by the ones they sound like.
var closestASCII = strings.NewReplacer(slices.Concat(
	pairs("ß æ œ ø đ ð þ ł ı ŋ ħ", "ss ae oe o d d th l i n h"),
	pairs("α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ σ ς τ υ φ χ ψ ω", "a b g d e z i th i k l m n x o p r s s t y f ch ps o"),
	pairs(
		"а б в г д е ж з и й к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я є і ґ",
		"a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya ye i g",
	),
)...)

func pairs(letters, replacements string) []string {
	to := strings.Fields(replacements)
	var all []string
	for i, letter := range strings.Fields(letters) {
		all = append(all, letter, strings.Trim(to[i], "_"))
	}
	return all
}

// ASCIIName returns a token name as figma.zip has it, with the closest letters of ASCII, å as a; a
// letter of another script becomes its code point, 金 u91d1.
func ASCIIName(name string) string {
	if css.IsASCII(name) {
		return name
	}
	var b strings.Builder
	for _, r := range closestASCII.Replace(norm.NFKD.String(closestASCII.Replace(name))) {
		isLatinMark := unicode.Is(unicode.Mn, r) && r < 0x370
		if r < 0x80 {
			b.WriteRune(r)
		} else if !isLatinMark {
			b.WriteString("u" + strconv.FormatInt(int64(r), 16))
		}
	}
	return Name(b.String(), "token")
}
