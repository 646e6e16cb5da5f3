package seed

import (
	"designmanual/db/manual"
	"designmanual/tokenize"
)

// spacingKind is the spacing scale.
var spacingKind = blockKind{keys: []string{"steps"}, content: content("Spacing.", optional("steps", tokenList("The spacing scale.", stepShape)))}

var stepShape = func() *shape {
	s := entry("A step: a number (px), a string with a unit, or an object that names the value.",
		required("step", judged("The number of the step.", `0"`, stepPattern, func(l manual.Literal) error {
			_, err := tokenize.StepNumber(l)
			return err
		}, keyword{"minimum", 0})),
		required("value", &shape{doc: "The value; a number or numeric string takes the unit.", kinds: `0"`}),
		optional("unit", judged("The unit of the value, px where there is none.", `"`, "", func(l manual.Literal) error {
			return tokenize.StepUnit(l.Text)
		})))
	s.kinds = `0"{`
	s.rule = &rule{pattern: lengthPattern, also: keywords{{"minimum", 0}}, of: "value", validate: func(p place) (bool, string) {
		var err error
		if value := p.get("value"); p.is('{') {
			unit := p.get("unit").str()
			if !value.is('0') && !value.is('"') || tokenize.StepUnit(unit) != nil {
				return true, "" // said already
			}
			_, err = tokenize.StepValue(literal(value), unit)
		} else {
			_, _, err = tokenize.Step(manual.SpacingStep{Bare: true, Step: literal(p), Value: literal(p)})
		}
		if err != nil {
			return false, err.Error()
		}
		return true, ""
	}}
	return s
}()
