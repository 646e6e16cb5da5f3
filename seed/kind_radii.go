package seed

// radiiKind is the corner radii.
var radiiKind = blockKind{keys: []string{"radii"}, content: content("Corner radii.",
	optional("radii", named("The radii.", "A radius.", length("The radius."))))}
