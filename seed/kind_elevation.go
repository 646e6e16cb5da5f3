package seed

import (
	"designmanual/db/manual"
	"designmanual/tokenize"
)

// elevationKind is the shadows.
var elevationKind = blockKind{keys: []string{"levels"}, content: content("Elevation.",
	optional("levels", named("The elevation levels.", "A level.", shadowShape)))}

var layerShape = content("A layer of a shadow.",
	required("x", shift("Offset to the right.")),
	required("y", shift("Offset downwards.")),
	optional("blur", length("Blur radius.")),
	optional("spread", shift("Spread distance.")),
	required("color", judged("The color, as CSS has it.", `"`, valuePattern, func(l manual.Literal) error {
		_, err := tokenize.ShadowColor(l.Text)
		return err
	})),
	optional("inset", boolean("true for a shadow inside the box.")))

var shadowShape = func() *shape {
	s := *layerShape
	s.doc = "A shadow as CSS has it, a layer, or an array of layers."
	s.kinds = `"{[`
	s.items = layerShape
	s.rule = &rule{also: keywords{{"minItems", 1}}, validate: func(p place) (bool, string) {
		if p.is('[') && len(p.node.children) == 0 {
			return false, "expected at least one layer, found none"
		}
		if !p.is('"') {
			return true, ""
		}
		if _, err := tokenize.Shadow(manual.ShadowValue{CSS: p.str()}); err != nil {
			return false, err.Error()
		}
		return true, ""
	}}
	return &s
}()
