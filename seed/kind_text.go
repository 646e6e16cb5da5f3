package seed

// textKind is rich text.
var textKind = blockKind{keys: []string{"html"}, content: content("Text.", optional("html", rich("The text.")))}
