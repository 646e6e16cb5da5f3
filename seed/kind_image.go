package seed

// imageKind is pictures.
var imageKind = blockKind{keys: []string{"images"}, files: "images", content: content("Images.",
	optional("images", list("The images.", content("An image.",
		optional("url", text(besideDoc)),
		optional("alt", text("What the picture shows.")),
		optional("caption", rich("The caption."))))))}
