package tokenize

import (
	"errors"
	"fmt"
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

// checkVariables refuses a token whose custom property another token or a part of a text style has, and
// returns it.
func (b *builder) checkVariables() (manual.Token, error) {
	taken := map[string]string{"--" + manual.GroupThemes: "the group " + manual.GroupThemes} // paths by variable
	for _, g := range b.doc.AllGroups() {
		taken[g.Variable] = "the group " + g.Name // which style sheets of Sass have as a map
	}
	b.doc.All(func(path []string, _ manual.TokenType, t manual.Token) {
		if t.Style == nil {
			return
		}
		for _, p := range OwnProperties(t) {
			taken[t.Variable+"-"+p.Name] = "the " + p.Name + " of " + strings.Join(path, ".")
		}
	})
	var (
		refused manual.Token
		err     error
	)
	b.doc.All(func(path []string, _ manual.TokenType, t manual.Token) {
		if err != nil {
			return // the first one is told
		}
		name := strings.Join(path, ".")
		if first, isTaken := taken[t.Variable]; isTaken {
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
		b.moveTo("tokens", i)
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

// FurtherValue returns the value of an entry of a TOKENS block as CSS: it is given as CSS,
// or as the object that the Design Tokens Format Module 2025.10 has for the type.
func FurtherValue(kind manual.TokenType, value *content.Value, named func(string) (string, bool)) (string, error) {
	switch kind {
	case manual.NumberToken:
		return css.Number(value.Scalar())
	case manual.DimensionToken:
		return css.SignedLengthOf(value)
	case manual.FontWeightToken:
		return css.Weight(value.Scalar())
	case manual.FontFamilyToken:
		return css.ReadFamilies(value)
	case manual.DurationToken:
		return css.DurationOf(value)
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
