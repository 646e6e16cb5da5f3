package difference

import (
	"fmt"
	"slices"
	"strings"

	"designmanual/tokenize/content"
)

// Save returns the set as JSON, whole, where a document in the structured form lacks what that has
// no form for. [ReadSaved] reads it.
func (s *Set) Save() *content.Value {
	tokens := content.NewObject()
	for _, v := range s.values {
		token := content.NewObject("type", v.kind, "value", v.atRest)
		if len(v.inModes) > 0 {
			modes := content.NewObject()
			for _, m := range v.inModes {
				modes.Add(m.Mode, content.NewString(m.Value))
			}
			token.Add("modes", modes)
		}
		if v.reason != "" {
			token.Add("deprecated", content.NewString(v.reason))
		} else if v.deprecated {
			token.Add("deprecated", content.NewBool(true))
		}
		tokens.Add(v.path, token)
	}
	return content.NewObject("modes", content.NewStrings(s.modes...), "tokens", tokens)
}

// ReadSaved reads what [Set.Save] has made. The error says what is expected, with the line and
// column.
func ReadSaved(saved *content.Value) (Set, error) {
	s := newSet()
	s.complete = true
	for _, m := range saved.Get("modes").List() {
		s.modes = append(s.modes, m.Text())
	}
	for _, t := range saved.Get("tokens").Members() {
		path := strings.Split(t.Name, ".")
		if len(path) < 2 || slices.Contains(path, "") || !t.Get("type").Is('"') || !t.Get("value").Is('"') {
			return Set{}, fmt.Errorf("%s: %s: expected a token of a group with type and value", place(t), t.Name)
		}
		deprecated := t.Get("deprecated")
		v := value{
			kind: t.Get("type").Text(), atRest: t.Get("value").Text(),
			deprecated: deprecated.Is('t') || deprecated.Text() != "", reason: deprecated.Text(),
		}
		for _, m := range t.Get("modes").Members() {
			v.inModes = append(v.inModes, ModeValue{m.Name, m.Text()})
		}
		s.add(path, v)
	}
	return s, nil
}
