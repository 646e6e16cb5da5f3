package seed

import (
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// colorsKind is the palette.
var colorsKind = blockKind{keys: []string{"colors"}, content: content("Colors.", optional("colors", tokenList("The swatches in page order.", entry("A swatch.",
	required("name", doubted(text("The name; the token's name is made from it."), func(p place) string {
		if p.is('"') && strings.TrimSpace(p.str()) == "" {
			return `expected a name, found an empty one: the token is called "color"`
		}
		return ""
	})),
	required("hex", hexColor("The color, as # and 3, 4, 6 or 8 hex digits. Anything else is served in the manual and makes no token.")),
	optional("tints", tintsShape)))))}

// hexColor is a string that makes a token where it is a hex color.
func hexColor(doc string) *shape {
	return doubted(text(doc), func(p place) string {
		if _, ok := tokenize.Hex(p.str()); ok || !p.is('"') {
			return ""
		}
		return "expected a hex color (#0B5FFF), found " + shown(p) + ": it makes no token"
	})
}

var tintsShape = func() *shape {
	steps := make([]field, len(manual.TintSteps))
	for i, step := range manual.TintSteps {
		steps[i] = optional(step, hexColor("A hex color."))
	}
	return &shape{
		doc:     "Tints and shades: hex colors by step, or true to have all of them made from hex.",
		kinds:   "{t",
		members: steps,
		rule: &rule{also: keywords{{"not", keywords{{"const", false}}}}, validate: func(p place) (bool, string) {
			if p.is('f') {
				return false, "expected an object of steps or true, found false"
			}
			return true, ""
		}},
	}
}()
