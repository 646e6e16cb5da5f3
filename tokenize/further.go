package tokenize

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// FurtherTypes are the types that an entry of a TOKENS block may have.
var FurtherTypes = []manual.TokenType{
	manual.NumberToken, manual.DimensionToken, manual.FontWeightToken, manual.FontFamilyToken, manual.DurationToken,
	manual.CubicBezierToken,
	manual.ColorToken, manual.StrokeStyleToken, manual.BorderToken, manual.TransitionToken,
}

// FurtherGroup returns the name of the group that an entry of a TOKENS block is in: the
// title of the block as a token name, or the type. The error is for a group that others
// have.
func FurtherGroup(title string, kind manual.TokenType) (string, error) {
	name := Name(title, string(kind))
	if !slices.Contains(otherGroups, kebab(name)) {
		return name, nil
	}
	if Name(title, "") == "" {
		return "", fmt.Errorf(
			"tokens of this type would be in the group %s, which is another's: give the block a title, which names "+
				"the group",
			kebab(name),
		)
	}
	return "", fmt.Errorf(
		"the title names the group of these tokens, and the group %s is another's: write another title", kebab(name),
	)
}

// otherGroups are the names of groups that no title may name, with hyphens.
var otherGroups = func() []string {
	names := []string{manual.GroupThemes, manual.GroupText, manual.GroupGradient, "modes"}
	for _, g := range manual.Groups {
		names = append(names, kebab(g.Name))
	}
	return names
}()

// kebab returns a name in camel case with hyphens: fontWeight as font-weight.
func kebab(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// Camel returns a name with hyphens in camel case: font-weight as fontWeight.
func Camel(name string) string {
	words := strings.Split(name, "-")
	for i, word := range words[1:] {
		words[i+1] = manual.Capitalize(word)
	}
	return strings.Join(words, "")
}

// addFurther appends a token to a further group.
func (b *builder) addFurther(group string, kind manual.TokenType, t manual.Token) {
	property := "--" + kebab(group)
	i := slices.IndexFunc(b.doc.Further, func(g manual.TokenGroup) bool { return g.Variable == property })
	if i < 0 {
		i = len(b.doc.Further)
		b.doc.Further = append(b.doc.Further, manual.TokenGroup{Name: group, Type: kind, Variable: property})
	}
	g := &b.doc.Further[i]
	if g.Type != kind {
		g.Type = ""
	}
	t.Type, t.Name = kind, b.uniqueKey(g.Name, t.Name)
	t.Variable = variable(g.Variable, t.Name)
	g.Tokens = append(g.Tokens, t)
}

// checkVariables refuses a further token whose custom property another token has, and returns it.
func (b *builder) checkVariables() (manual.Token, error) {
	taken := map[string]string{"--" + manual.GroupThemes: "the group " + manual.GroupThemes} // paths by variable
	for _, g := range b.doc.AllGroups() {
		taken[g.Variable] = "the group " + g.Name // which style sheets of Sass have as a map
	}
	var (
		refused manual.Token
		err     error
	)
	b.doc.All(func(path []string, _ manual.TokenType, t manual.Token) {
		name := strings.Join(path, ".")
		if first, ok := taken[t.Variable]; ok && err == nil {
			refused, err = t, fmt.Errorf(
				"the custom property %s of the token %s is that of %s: give the block another title, or the token "+
					"another name",
				t.Variable, name, first,
			)
		}
		taken[t.Variable] = name
	})
	return refused, err
}

// fillTokens adds the entries of a TOKENS block.
func (b *builder) fillTokens(c *content.Value) error {
	for i, entry := range c.Get("tokens").List() {
		b.at("tokens", i)
		title, kind := entry.Get("name").Scalar(), manual.TokenType(entry.Get("type").Text())
		group, err := FurtherGroup(c.Get("title").Text(), kind)
		if err != nil {
			return err
		}
		own, modes, err := b.coloredValues(
			title, entry.Get("value"), entry.Get("modes"),
			func(value *content.Value, named colorNames) (manual.ModeValue, error) {
				return b.furtherValue(title, kind, value, named)
			},
		)
		if errors.Is(err, errLeftOut) {
			continue
		}
		if err != nil {
			return fmt.Errorf("token %d: %w", i+1, err)
		}
		t := b.token(title, Name(title, kebab(string(kind))), own.Value, entry)
		t.Object, t.Modes = own.Object, modes
		b.addFurther(group, kind, t)
	}
	return nil
}

// colorNames returns the value of a color that a text names.
type colorNames func(name string) (string, bool)

// colorsIn returns the colors of the manual as they are in a mode, "" for those at rest.
func (b *builder) colorsIn(mode string) colorNames {
	return func(text string) (string, bool) {
		if Name(text, "") == "" || strings.ContainsAny(text, "#(") {
			return "", false
		}
		named, ok := b.swatchNamed(text)
		return valueIn(named.modes, mode, named.value), ok
	}
}

// coloredValues returns the own value of an entry that may name colors, and its values in
// modes: those that the entry gives, and those that follow from the modes of the colors.
func (b *builder) coloredValues(
	title string, value, given *content.Value, read func(*content.Value, colorNames) (manual.ModeValue, error),
) (own manual.ModeValue, modes []manual.ModeValue, err error) {
	if own, err = read(value, b.colorsIn("")); err != nil {
		return own, nil, err
	}
	explicit, err := b.modes(title, own.Value, given, func(value *content.Value) (manual.ModeValue, error) {
		return read(value, b.colorsIn(value.Name))
	})
	if err != nil {
		return own, nil, err
	}
	for i, mode := range b.doc.Modes {
		at := slices.IndexFunc(explicit, func(v manual.ModeValue) bool { return v.Mode == mode.Slug })
		if at >= 0 {
			modes = append(modes, explicit[at])
			continue
		}
		if i == 0 || given.Get(mode.Slug) != nil {
			continue
		}
		follows, err := read(value, b.colorsIn(mode.Slug))
		if err != nil {
			continue
		}
		if follows.Value != own.Value {
			follows.Mode = mode.Slug
			modes = append(modes, follows)
		}
	}
	return own, modes, nil
}

// FurtherValue returns the value of an entry of a TOKENS block as CSS: it is given as CSS,
// or as the object that the Design Tokens Format Module 2025.10 has for the type.
func FurtherValue(kind manual.TokenType, value *content.Value, named func(string) (string, bool)) (string, error) {
	switch kind {
	case manual.NumberToken:
		return css.Number(value.Scalar())
	case manual.DimensionToken:
		return css.SignedLength(css.ReadQuantityOf(value))
	case manual.FontWeightToken:
		return css.Weight(value.Scalar())
	case manual.FontFamilyToken:
		return css.ReadFamilies(value)
	case manual.DurationToken:
		return css.Duration(css.ReadQuantityOf(value))
	case manual.CubicBezierToken:
		return css.ReadEasing(value)
	case manual.ColorToken:
		return css.ReadColor(value, named)
	case manual.StrokeStyleToken:
		return css.ReadStroke(value)
	case manual.BorderToken:
		border, err := css.ReadBorder(value, named)
		return border.String(), err
	case manual.TransitionToken:
		transition, err := css.ReadTransition(value)
		return transition.String(), err
	}
	return "", fmt.Errorf("expected a type of token, %s", css.Found(string(kind)))
}

// furtherValue returns a value. An easing that no cubic-bezier function says is left out
// with a note, and so is a color that the manual does not have.
func (b *builder) furtherValue(
	title string, kind manual.TokenType, value *content.Value, named colorNames,
) (manual.ModeValue, error) {
	var (
		v   manual.ModeValue
		err error
	)
	v.Value, err = FurtherValue(kind, value, named)
	if err != nil && kind == manual.CubicBezierToken {
		b.noteLeftOut(manual.NoteEasing, "easing", title, value, err)
		return v, errLeftOut
	}
	if err != nil && (kind == manual.ColorToken || kind == manual.BorderToken) && value.Is('"') {
		b.noteLeftOut(manual.NoteNotHex, "token", title, value, err)
		return v, errLeftOut
	}
	v.Object = objectOf(kind, value)
	return v, err
}

// objectOf returns what the format has for a value and CSS has not: dashes, also of a
// border, and the components of a color.
func objectOf(kind manual.TokenType, value *content.Value) []byte {
	if kind == manual.BorderToken {
		value = value.Get("style")
	}
	if value.Is('{') && (kind == manual.StrokeStyleToken || kind == manual.BorderToken || kind == manual.ColorToken) {
		return value.Append(nil)
	}
	return nil
}

// fillGradients adds gradients. One that names a color that the manual does not have is left
// out with a note.
func (b *builder) fillGradients(c *content.Value) error {
	for i, entry := range c.Get("gradients").List() {
		b.at("gradients", i)
		title := entry.Get("name").Scalar()
		own, modes, err := b.coloredValues(
			title, entry.Get("value"), entry.Get("modes"),
			func(value *content.Value, named colorNames) (manual.ModeValue, error) {
				layers, err := css.ParseGradient(value.Text(), named)
				var v manual.ModeValue
				if err != nil {
					b.noteLeftOut(manual.NoteGradient, "gradient", title, value, err)
					return v, errLeftOut
				}
				var texts []string
				for _, layer := range layers {
					texts = append(texts, layer.String())
				}
				v.Value = strings.Join(texts, ", ")
				return v, nil
			},
		)
		if err != nil && !errors.Is(err, errLeftOut) {
			return fmt.Errorf("gradient %d: %w", i+1, err)
		}
		if err == nil {
			t := b.token(title, Name(title, "gradient"), own.Value, entry)
			t.Modes = modes
			b.addFurther(manual.GroupGradient, manual.GradientToken, t)
		}
	}
	return nil
}

// colorVariable matches a reference to a color of the manual or to a role of its themes.
var colorVariable = regexp.MustCompile(`var\(\s*(--(?:color|theme)-[^\s,()]+)\s*(?:,[^()]*)?\)`)

// ReplaceColors returns a text with other texts for the colors and roles that it refers to:
// what value returns for a custom property. It returns false for a reference that stays.
func ReplaceColors(text string, value func(variable string) (string, bool)) string {
	return colorVariable.ReplaceAllStringFunc(text, func(reference string) string {
		if replaced, ok := value(colorVariable.FindStringSubmatch(reference)[1]); ok {
			return replaced
		}
		return reference
	})
}

// colorIn returns the value in a mode of a color, or of a role of the themes, by its custom
// property. The mode at rest has no name.
func (b *builder) colorIn(property, mode string) (value string, ok bool) {
	for _, t := range b.doc.Groups[manual.ColorGroup].Tokens {
		if t.Variable == property {
			return t.In(mode).Value, true
		}
	}
	role, isRole := strings.CutPrefix(property, "--theme-")
	if !isRole || len(b.doc.Themes) == 0 {
		return "", false
	}
	for _, theme := range []manual.Theme{b.doc.Theme(mode), b.doc.Themes[0]} {
		for _, t := range theme.Colors {
			if t.Name != role {
				continue
			}
			if t.Alias != "" && theme.Slug != mode {
				return b.colorIn(variable(manual.Groups[manual.ColorGroup].Variable, t.Alias), mode)
			}
			return t.Value, true
		}
	}
	return "", false
}

// shadowIn returns a shadow with the colors and roles that it refers to as they are in a
// mode, unchanged if none of them has the mode: a var() at :root does not change inside
// [data-theme].
func (b *builder) shadowIn(shadow, mode string) string {
	changes := false
	replaced := ReplaceColors(shadow, func(property string) (string, bool) {
		value, ok := b.colorIn(property, mode)
		atRest, _ := b.colorIn(property, "")
		changes = changes || value != atRest
		return value, ok
	})
	if !changes {
		return shadow
	}
	return replaced
}

// addShadowModes gives shadows that refer to a color or a role with modes these modes.
func (b *builder) addShadowModes() {
	tokens := b.doc.Groups[manual.ShadowGroup].Tokens
	for i := range tokens {
		t := &tokens[i]
		var modes []manual.ModeValue
		for _, mode := range b.doc.Modes {
			if value := b.shadowIn(t.In(mode.Slug).Value, mode.Slug); value != t.Value {
				modes = append(modes, manual.ModeValue{Mode: mode.Slug, Value: value})
			}
		}
		t.Modes = modes
	}
}
