package seed

// downloadsKind is files to take away.
var downloadsKind = blockKind{keys: []string{"files"}, files: "files", content: content("Downloads.",
	optional("files", list("The files.", content("A file.",
		optional("name", text("The name.")),
		optional("url", text(besideDoc)),
		optional("size", &shape{doc: "The size, in bytes or in words.", kinds: `0"`})))))}
