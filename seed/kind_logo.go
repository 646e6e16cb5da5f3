package seed

// logoKind is the forms of the logo.
var logoKind = blockKind{keys: []string{"logos"}, files: "logos", content: content("Logos.",
	optional("logos", list("The forms of the logo.", content("A logo.",
		optional("name", text("The name.")),
		optional("url", text(besideDoc)),
		optional("alt", text("What the picture shows.")),
		optional("background", text("The color it is shown on."))))))}
