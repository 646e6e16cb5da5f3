package seed

import (
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// typographyKind is the typefaces and the type scale.
var typographyKind = blockKind{keys: []string{"fonts", "scale"}, files: "fonts", content: content("Typography.",
	optional("fonts", tokenList("The typefaces.", entry("A typeface.",
		required("family", judged("The font family.", `"`, valuePattern, func(l manual.Literal) error {
			_, err := tokenize.FontFamily(manual.Font{Family: l.Text})
			return err
		})),
		optional("usage", text("What the typeface is for; the token's name is made from it.")),
		optional("fallbacks", list("Families to fall back on.", judged("A font family.", `"`, `^[^{};]*$`, func(l manual.Literal) error {
			_, err := tokenize.Family(l.Text)
			return err
		}))),
		optional("weights", list("The weights in use.", doubted(&shape{doc: "A weight, as a number or by name.", kinds: `0"`}, unknownWeight))),
		optional("files", list("The font files.", fontFileShape)),
		optional("shared", boolean("true: pages of other origins may load the files too."))))),
	optional("scale", content("The type scale.",
		required("base", length("The size of md.")),
		required("ratio", judged("What each step is multiplied with.", "0", "", func(l manual.Literal) error {
			_, err := tokenize.Ratio(l)
			return err
		}, keyword{"minimum", 0.01}, keyword{"maximum", 100})),
		optional("sizes", sizesShape))))}

// unknownWeight doubts a weight that is no number from 1 to 1000 and neither
// of the names that CSS has (CSS Fonts Module Level 4, section 2.2).
func unknownWeight(p place) string {
	n, err := strconv.ParseFloat(p.scalar(), 64)
	if p.str() == "normal" || p.str() == "bold" || err == nil && n >= 1 && n <= 1000 {
		return ""
	}
	found := shown(p)
	if p.is('0') {
		found = shortened(p.scalar())
	}
	return "expected a weight from 1 to 1000, normal or bold, found " + found
}

var fontFileShape = content("A font file.",
	required("url", text("The file, .woff2, .woff, .ttf or .otf. "+besideDoc)),
	optional("weight", holds("The weight or, of a variable font, the range of weights.",
		`a weight from 1 to 1000 ("400") or a range of them ("100 900")`, `^[1-9][0-9]{0,3}( [1-9][0-9]{0,3})?$`, fontWeight)),
	optional("style", &shape{doc: "The style; normal where it is not given.", kinds: `"`, choices: []string{"normal", "italic"}}))

// fontWeight tells whether text is a weight of a font file, or a range.
func fontWeight(text string) bool {
	first, last, ranged := strings.Cut(text, " ")
	from, ok := weight(first)
	if !ranged {
		return ok
	}
	to, ok2 := weight(last)
	return ok && ok2 && from <= to
}

// weight reads a whole number from 1 to 1000 (CSS Fonts Module Level 4,
// section 2.2).
func weight(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= 1000 && strconv.Itoa(n) == text
}

var sizesShape = func() *shape {
	sizes := make([]field, len(manual.SizeKeys))
	for i, key := range manual.SizeKeys {
		sizes[i] = optional(key, length("The size."))
	}
	return object("Sizes that stand in place of the computed ones.", sizes...)
}()
