package seed

import (
	"strconv"
	"strings"

	"designmanual/tokenize"
)

// typographyKind is the typefaces and the type scale.
var typographyKind = blockKind{keys: []string{"fonts", "scale"}, files: "fonts", content: content("Typography.",
	optional("fonts", tokenList("The typefaces.", entry("A typeface.",
		required("family", tokenValue("The font family.", `"`, valuePattern, func(l tokenize.Literal) (string, error) {
			return tokenize.FontFamily(tokenize.Font{Family: l.Text})
		})),
		optional("usage", text("What the typeface is for; the token's name is made from it.")),
		optional("fallbacks", list("Families to fall back on.", tokenValue("A font family.", `"`, `^[^{};]*$`, func(l tokenize.Literal) (string, error) {
			return tokenize.Family(l.Text)
		}))),
		optional("weights", list("The weights in use.", &shape{doc: "A weight, as a number or by name.", kinds: `0"`, validate: warnWeight})),
		optional("files", list("The font files.", fontFileShape)),
		optional("shared", boolean("true: pages of other origins may load the files too."))))),
	optional("scale", content("The type scale.",
		required("base", length("The size of md.")),
		required("ratio", tokenValue("What each step is multiplied with.", "0", "", tokenize.Ratio, keyword{"minimum", 0.01}, keyword{"maximum", 100})),
		optional("sizes", object("Sizes that stand in place of the computed ones.", optionals(tokenize.SizeKeys[:], length("The size."))...)))))}

// warnWeight warns of a weight that is no number from 1 to 1000 and neither of
// the names that CSS has (CSS Fonts Module Level 4, section 2.2).
func warnWeight(f *faults, p place) {
	n, err := strconv.ParseFloat(p.scalar(), 64)
	if p.str() == "normal" || p.str() == "bold" || err == nil && n >= 1 && n <= 1000 {
		return
	}
	found := shown(p)
	if p.is('0') {
		found = shortened(p.scalar())
	}
	f.warn(p, "expected a weight from 1 to 1000, normal or bold, found %s", found)
}

var fontFileShape = content("A font file.",
	required("url", text("The file, .woff2, .woff, .ttf or .otf. "+besideDoc)),
	optional("weight", matches("The weight or, of a variable font, the range of weights.",
		`a weight from 1 to 1000 ("400") or a range of them ("100 900")`, `^[1-9][0-9]{0,3}( [1-9][0-9]{0,3})?$`, fontWeight)),
	optional("style", &shape{doc: "The style; normal where it is not given.", kinds: `"`, keywords: keywords{{"enum", []any{"normal", "italic", nil}}},
		validate: expecting("normal or italic", func(p place) bool { return p.str() == "normal" || p.str() == "italic" })}))

// fontWeight tells whether numbers are a weight of a font file, or a range (CSS
// Fonts Module Level 4, section 2.2).
func fontWeight(numbers string) bool {
	first, last, ranged := strings.Cut(numbers, " ")
	if !ranged {
		last = first
	}
	from, _ := strconv.Atoi(first)
	to, _ := strconv.Atoi(last)
	return from <= to && to <= 1000
}
