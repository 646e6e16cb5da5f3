package tokenize

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"designmanual/tokenize/css"
)

// closestASCII replaces letters that do not decompose to a letter of ASCII, and
// those of Greek and Cyrillic by the ones they sound like.
var closestASCII = strings.NewReplacer(slices.Concat(
	pairs("ß æ œ ø đ ð þ ł ı ŋ ħ", "ss ae oe o d d th l i n h"),
	pairs("α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ σ ς τ υ φ χ ψ ω", "a b g d e z i th i k l m n x o p r s s t y f ch ps o"),
	pairs("а б в г д е ж з и й к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я є і ґ", "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya ye i g"),
)...)

func pairs(letters, replacements string) (all []string) {
	to := strings.Fields(replacements)
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
		switch {
		case r < 0x80:
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r) && r < 0x370: // a mark of Latin
		default:
			b.WriteString("u" + strconv.FormatInt(int64(r), 16))
		}
	}
	return Name(b.String(), "token")
}
