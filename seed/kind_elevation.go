package seed

import (
	"designmanual/tokenize"
)

// elevationKind is the shadows.
var elevationKind = blockKind{keys: []string{"levels"}, content: content("Elevation.",
	optional("levels", namedValues("The elevation levels.", "A level.", shadowShape)))}

var layerShape = content("A layer of a shadow.",
	required("x", shift("Offset to the right.")),
	required("y", shift("Offset downwards.")),
	optional("blur", length("Blur radius.")),
	optional("spread", shift("Spread distance.")),
	required("color", tokenValue("The color, as CSS has it.", `"`, valuePattern, func(l tokenize.Literal) (string, error) { return tokenize.ShadowColor(l.Text) })),
	optional("inset", boolean("true for a shadow inside the box.")))

var shadowShape = &shape{
	doc: "A shadow as CSS has it, a layer, or an array of layers.", kinds: `"{[`,
	members: layerShape.members, open: true, items: layerShape, keywords: keywords{{"minItems", 1}},
	validate: func(f *faults, p place) {
		if p.is('[') && len(p.children) == 0 {
			f.at(p, "expected at least one layer, found none")
		}
		if p.is('"') {
			if _, err := tokenize.Shadow(tokenize.ShadowValue{CSS: p.str()}); err != nil {
				f.at(p, "%v", err)
			}
		}
	},
}
