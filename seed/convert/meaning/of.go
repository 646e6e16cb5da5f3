package meaning

import (
	"strings"

	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A Named is what a file says of a value besides its type and the value.
type Named struct {
	Name    string   // as in the file
	Path    []string // its groups and the rest of its name
	Scopes  string   // what a design tool offers it for, each after a hyphen
	Anchor  string   // of the block that it is of, in a document of the program
	InSheet bool
	Hues    map[string]bool // the beginnings of names that a hue shares with other channels of a color
}

// Words returns the words of a name with hyphens between them.
func (n Named) Words() string {
	return strings.NewReplacer("_", "-", " ", "-").Replace(Kebab(strings.Join(n.Path, "-"))) + n.Scopes
}

// Of returns what a value is, by its type, else by the value and the names of its groups.
// No place is for what no block has a place for.
func Of(n Named, typ string, value *content.Value) Kind {
	if IsThemePath(n.Path) {
		return Kind{Place: Theme}
	}
	words, key := n.Words(), typeKey(typ)
	if n.Anchor != "" && len(n.Path) == 2 { // of the program
		return ownKind(n, typ, key)
	}
	if isPartOfColor(n, value) || key == "internal" || value.IsText() && saysNothing(value.Text(), key+" "+words) {
		return Kind{}
	}
	if own, ok := types[key]; ok {
		return own.refined(n, value, words)
	}
	if key == "dimension" {
		return lengthKind(value, words)
	}
	if key == "number" && (!value.IsText() || IsNumber(value.Text())) {
		if n.Scopes != "" && lengthWords.MatchString(n.Scopes) && !leadingWords.MatchString(words) ||
			n.Scopes == "-corner-radius" {
			return lengthKind(value, words)
		}
		return numberKind(value, words)
	}
	if value.Is('{') {
		return kindOfObject(value)
	}
	if value.Is('[') {
		return kindOfList(value, words)
	}
	if !value.IsScalar() {
		return Kind{}
	}
	return OfText(value.Scalar(), words, n.InSheet)
}

// refined returns the kind of a value whose type says it, as far as the value does not say more.
func (k Kind) refined(n Named, value *content.Value, words string) Kind {
	if k.Place == Color && strings.Contains(value.Text(), "gradient(") {
		return Kind{Place: Gradient}
	}
	if k.Place == Spacing && isLength(value) && SizeKey(n.Path) == "" {
		return lengthKind(value, words)
	}
	if k.Title == lineHeight && isLength(value) && !IsNumber(value.Scalar()) &&
		!strings.HasSuffix(value.Scalar(), "%") {
		k.Type = "dimension"
	}
	return k
}

// saysNothing reports whether a text is a keyword that is no value of its own: none is a
// shadow, and normal the letter spacing 0 (CSS Text Module Level 4, section 8.2).
func saysNothing(text, words string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "none" && shadowWords.MatchString(words) || text == "normal" && trackWords.MatchString(words) {
		return false
	}
	return keywords.MatchString(text)
}

// ownKind returns the kind of a token in a document of the program, whose groups say it.
func ownKind(n Named, typ, key string) Kind {
	for p := range places {
		if n.Path[0] != places[p].Group || key != "dimension" && types[key].Place != Place(p) {
			continue
		}
		if Place(p) == Spacing && strings.HasPrefix(n.Path[1], tokenize.BreakpointPrefix) {
			return Kind{Place: Breakpoint}
		}
		return Kind{Place: Place(p)}
	}
	if n.Path[0] == typ {
		return Kind{Place: Further, Type: typ}
	}
	return Kind{Place: Further, Type: typ, Title: n.Path[0]}
}

// kindOfList returns the kind of a list without a type.
func kindOfList(value *content.Value, words string) Kind {
	items := value.List()
	if len(items) > 0 && items[0].Is('{') {
		return kindOfObject(items[0])
	}
	if len(items) == 4 && items[0].Is('0') {
		return Kind{Place: Easing}
	}
	if len(items) > 0 && items[0].IsText() && fontWords.MatchString(words) && !notFamily.MatchString(words) {
		return Kind{Place: FontFamily}
	}
	return Kind{}
}

// kindOfObject returns the kind of an object without a type.
func kindOfObject(value *content.Value) Kind {
	if value.Has("colorSpace") || HasChannels(value) || value.Has("hex") || value.Has("model") {
		return Kind{Place: Color}
	}
	if value.Has("fontSize") {
		return Kind{Place: TextStyle}
	}
	if value.Has("blur") && value.Has("color") {
		return Kind{Place: Shadow}
	}
	return Kind{}
}
