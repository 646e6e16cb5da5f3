package seed

import (
	"strings"

	"designmanual/tokenize"
)

// colorsKind is the palette.
var colorsKind = blockKind{keys: []string{"colors"}, content: content("Colors.", optional("colors", tokenList("The swatches in page order.", entry("A swatch.",
	required("name", &shape{doc: "The name; the token's name is made from it.", kinds: `"`, validate: warnNoName}),
	required("hex", hexColor("The color, as # and 3, 4, 6 or 8 hex digits. Anything else is served in the manual and makes no token.")),
	optional("tints", tintsShape)))))}

func warnNoName(f *faults, p place) {
	if strings.TrimSpace(p.str()) == "" {
		f.warn(p, `expected a name, found an empty one: the token is called "color"`)
	}
}

// hexColor is a string that makes a token where it is a hex color.
func hexColor(doc string) *shape {
	return &shape{doc: doc, kinds: `"`, validate: func(f *faults, p place) {
		if _, ok := tokenize.Hex(p.str()); !ok {
			f.warn(p, "expected a hex color (#0B5FFF), found %s: it makes no token", shown(p))
		}
	}}
}

var tintsShape = &shape{
	doc:      "Tints and shades: hex colors by step, or true to have all of them made from hex.",
	kinds:    "{t",
	members:  optionals(tokenize.TintSteps[:], hexColor("A hex color.")),
	keywords: keywords{{"not", keywords{{"const", false}}}},
	validate: func(f *faults, p place) {
		if p.is('f') {
			f.at(p, "expected an object of steps or true, found false")
		}
	},
}
