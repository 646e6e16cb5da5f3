package seed

import (
	"maps"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// A blockKind is a known kind of block: the shape of its content, which keys it
// is for, and the list whose entries name files, if any.
type blockKind struct {
	content *shape
	keys    []string
	files   string
}

// blockKinds are the known kinds. Each is declared in a file of its own.
var blockKinds = map[manual.Kind]blockKind{
	manual.Colors:      colorsKind,
	manual.Typography:  typographyKind,
	manual.Spacing:     spacingKind,
	manual.Breakpoints: breakpointsKind,
	manual.Motion:      motionKind,
	manual.Radii:       radiiKind,
	manual.Elevation:   elevationKind,
	manual.Themes:      themesKind,
	manual.Logo:        logoKind,
	manual.Text:        textKind,
	manual.Image:       imageKind,
	manual.Downloads:   downloadsKind,
	manual.DosDonts:    dosDontsKind,
}

var knownKinds = slices.Sorted(maps.Keys(blockKinds))

// The content of the known kinds of block. Further keys may stand in any of
// them, and null stands for a member that is not there.

// content is the shape of an object in a block's content: open, its optional
// members also null.
func content(doc string, members ...field) *shape {
	for i, m := range members {
		if !m.required && m.shape.kinds != "" && !strings.Contains(m.shape.kinds, "n") {
			nullable := *m.shape
			nullable.kinds += "n"
			members[i].shape = &nullable
		}
	}
	return &shape{doc: doc, kinds: "{", members: members, open: true}
}

// optionals are members of one shape.
func optionals(names []string, s *shape) []field {
	var members []field
	for _, name := range names {
		members = append(members, optional(name, s))
	}
	return members
}

// entry is the shape of an object that becomes a token: what else may be said
// of the token stands in it too.
func entry(doc string, members ...field) *shape {
	return content(doc, append(members,
		optional("description", rich("What the token is.")),
		optional("use", rich("What the token is for.")),
		optional("deprecated", &shape{doc: "true, or a sentence that says what to use instead.", kinds: `"t`}))...)
}

// tokenList is a list whose entries become tokens, so that their number is
// bounded.
func tokenList(doc string, items *shape) *shape {
	s := list(doc, items)
	s.tokens = true
	return s
}

// rich is a member that holds rich text.
func rich(doc string) *shape { return text(doc + " Rich text is HTML.") }

// What a schema can say of values that a function judges.
const (
	numberPattern   = `(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?`
	unitPattern     = `([a-zA-Z]+|%)?$`
	stepPattern     = `^(-0+(\.0+)?|` + numberPattern + `)$`
	lengthPattern   = `^(-0+(\.0+)?|` + numberPattern + `)` + unitPattern
	shiftPattern    = `^-?` + numberPattern + unitPattern
	durationPattern = `^(-0+(\.0+)?|` + numberPattern + `)([mM]?[sS])?$`
	valuePattern    = `^[^{};]+$` // control characters are left to the function
)

// literal is a scalar of a block's content in the form tokenize reads.
func literal(p place) tokenize.Literal {
	return tokenize.Literal{Text: p.scalar(), Quoted: p.is('"')}
}

// tokenValue is a number or string that a function of tokenize reads: the error
// that it returns is the problem's text.
func tokenValue(doc, kinds, pattern string, read func(l tokenize.Literal) (string, error), also ...keyword) *shape {
	s := &shape{doc: doc, kinds: kinds, keywords: also, validate: func(f *faults, p place) {
		if _, err := read(literal(p)); err != nil {
			f.at(p, "%v", err)
		}
	}}
	if pattern != "" {
		s.keywords = append(keywords{{"pattern", pattern}}, also...)
	}
	return s
}

func length(doc string) *shape {
	return tokenValue(doc+" A number or numeric string is in px; a string may name its unit.", `0"`, lengthPattern, tokenize.Length, keyword{"minimum", 0})
}

// shift is a length that may be negative: the place of a shadow.
func shift(doc string) *shape {
	return tokenValue(doc+" A length that may be negative.", `0"`, shiftPattern, tokenize.SignedLength)
}

func duration(doc string) *shape {
	return tokenValue(doc+" A number is in ms; a string may name its unit, ms or s.", `0"`, durationPattern, tokenize.Duration, keyword{"minimum", 0})
}

// besideDoc says what a url may be.
const besideDoc = "An http(s) URL, or the path of a file in the folder of the seed file."

// namedValues is a list of names and values that become tokens.
func namedValues(doc, one string, value *shape) *shape {
	return tokenList(doc, entry(one, required("name", text("The name; the token's name is made from it.")), required("value", value)))
}
