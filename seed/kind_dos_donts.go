package seed

// dosDontsKind is examples to follow and to avoid.
var dosDontsKind = blockKind{keys: []string{"items"}, files: "items", content: content("Do and don't.",
	optional("items", list("The examples.", content("An example.",
		optional("do", boolean("true for an example to follow, false for one to avoid.")),
		optional("html", rich("What to do or not to do.")),
		optional("url", text("Its picture. "+besideDoc))))))}
