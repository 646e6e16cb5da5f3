package seed

// radiiKind is the corner radii.
var radiiKind = blockKind{keys: []string{"radii"}, content: content("Corner radii.",
	optional("radii", namedValues("The radii.", "A radius.", length("The radius."))))}
