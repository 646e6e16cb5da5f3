package seed

import (
	"designmanual/tokenize"
)

// spacingKind is the spacing scale.
var spacingKind = blockKind{keys: []string{"steps"}, content: content("Spacing.", optional("steps", tokenList("The spacing scale.", stepShape)))}

var stepShape = func() *shape {
	s := entry("A step: a number (px), a string with a unit, or an object that names the value.",
		required("step", tokenValue("The number of the step.", `0"`, stepPattern, tokenize.StepNumber, keyword{"minimum", 0})),
		required("value", &shape{doc: "The value; a number or numeric string takes the unit.", kinds: `0"`}),
		optional("unit", tokenValue("The unit of the value, px where there is none.", `"`, "", func(l tokenize.Literal) (string, error) {
			return "", tokenize.StepUnit(l.Text)
		})))
	s.kinds = `0"{`
	s.keywords = keywords{{"pattern", lengthPattern}, {"minimum", 0}}
	s.validate = validateStep
	return s
}()

func validateStep(f *faults, p place) {
	if !p.is('{') {
		if _, _, err := tokenize.Step(tokenize.SpacingStep{Bare: true, Step: literal(p), Value: literal(p)}); err != nil {
			f.at(p, "%v", err)
		}
		return
	}
	value, unit := p.get("value"), p.get("unit").str()
	if !value.is('0') && !value.is('"') || tokenize.StepUnit(unit) != nil {
		return // said already
	}
	if _, err := tokenize.StepValue(literal(value), unit); err != nil {
		f.at(value, "%v", err)
	}
}
