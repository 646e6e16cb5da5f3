package manual

// A Summary is the little that lists, error pages and the brand's other manuals need of a manual to look like
// it. It is made at import, so that none of them reads the manual.
type Summary struct {
	Lang        string `msgpack:"lang,omitempty"`
	Title       string `msgpack:"title,omitempty"`
	Description string `msgpack:"description,omitempty"`
	News        string `msgpack:"news,omitempty"` // the day of the last note on what is new

	Cover Cover `msgpack:"cover,omitempty"` // the manual's own
	// the colors that its cover and that of the brand name
	NamedColors []NamedColor `msgpack:"named,omitempty"`
	// the color of a cover that names none, in hex; empty without colors
	Main     string   `msgpack:"main,omitempty"`
	Families []string `msgpack:"families,omitempty"` // one color of each family, in hex
	// the hex of each of [ThemeRoles]; empty for a role that the theme lacks
	Themes [][len(ThemeRoles)]string `msgpack:"themes,omitempty"`
	Logos  []SummaryLogo             `msgpack:"logos,omitempty"`
	Fonts  []SummaryFont             `msgpack:"fonts,omitempty"`
}

// A NamedColor is the name of a color as a cover spells it, and what it means.
type NamedColor struct {
	Name string `msgpack:"name"`
	Hex  string `msgpack:"hex"`
}

// A SummaryLogo is a logo on the page.
type SummaryLogo struct {
	Name   string `msgpack:"name"`
	URL    string `msgpack:"url"`    // as the manual has it
	Path   string `msgpack:"path"`   // below the manual's address; or an address elsewhere
	Ground string `msgpack:"ground"` // the hex of its background; empty if that is not known
}

// A SummaryFont is a typeface with its token.
type SummaryFont struct {
	Name    string            `msgpack:"name"`  // of the token
	Value   string            `msgpack:"value"` // of the token: the family and its fallbacks
	Weights []string          `msgpack:"weights,omitempty"`
	Files   []SummaryFontFile `msgpack:"files,omitempty"`
}

// A SummaryFontFile is a file that draws a typeface.
type SummaryFontFile struct {
	Path   string `msgpack:"path"`   // below the manual's address
	Weight string `msgpack:"weight"` // as the manual has it
	Italic bool   `msgpack:"italic,omitempty"`
	Font   Font   `msgpack:"font,omitempty"`
}
