package seed

// motionKind is durations and easings.
var motionKind = blockKind{keys: []string{"durations", "easings"}, content: content("Motion.",
	optional("durations", namedValues("The durations.", "A duration.", duration("The duration."))),
	optional("easings", namedValues("The easings.", "An easing.", easingShape)))}

var easingShape = &shape{
	doc:      "A cubic-bezier() function, a CSS easing keyword, or four numbers. One that no cubic-bezier function says makes no token.",
	kinds:    `"[`,
	items:    &shape{doc: "A number.", kinds: "0"},
	keywords: keywords{{"minItems", 4}, {"maxItems", 4}},
	validate: func(f *faults, p place) {
		if p.is('[') && len(p.children) != 4 {
			f.at(p, "expected four numbers or a string")
		}
	},
}
