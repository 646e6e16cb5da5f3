package seed

import "designmanual/tokenize"

// themesKind is the themes and the colors of their roles.
var themesKind = blockKind{keys: []string{"themes"}, content: content("Themes.", optional("themes", tokenList("The themes.", entry("A theme.",
	required("name", text("The name; the theme's slug is made from it where it has none.")),
	optional("slug", text("The theme's slug, its key among the tokens.")),
	optional("colors", object("The colors by role.",
		optionals(tokenize.ThemeRoles[:], text("A hex color, or the name of a color of this manual."))...))))))}
