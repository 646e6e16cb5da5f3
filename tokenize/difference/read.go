package difference

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// Read returns the tokens of saved documents of one manual as a set: the token document as
// strings, the structured form, the resolver document, or a release file, which has all of
// them, in any order. A value counts as
// the first of them has it that has the token, of which strings come first; modes and
// deprecations are those of the others. The error says what is wrong with a document, with
// its line and column.
func Read(documents ...[]byte) (Set, error) {
	var trees []*content.Value
	for _, data := range documents {
		tree, err := parse(data)
		if err != nil {
			return Set{}, err
		}
		trees = append(trees, documentsIn(tree)...)
	}
	slices.SortStableFunc(trees, func(a, b *content.Value) int { return order(a) - order(b) })
	s := newSet()
	for _, tree := range trees {
		if !isResolver(tree) {
			if err := s.readGroups(tree); err != nil {
				return Set{}, err
			}
			s.complete = s.complete || !hasStrings(tree)
			continue
		}
		if err := s.readResolver(tree); err != nil {
			return Set{}, err
		}
	}
	if len(trees) == 0 {
		return Set{}, errors.New("there is no token document in the file")
	}
	return s, nil
}

// documentsIn returns the token documents of a release file, or a document that is none itself.
func documentsIn(tree *content.Value) []*content.Value {
	if !tree.Get("documents").Is('{') || !tree.Get("version").Is('"') {
		return []*content.Value{tree}
	}
	var documents []*content.Value
	for _, m := range tree.Get("documents").Members() {
		if m.Is('{') { // the others are style sheets
			documents = append(documents, m)
		}
	}
	return documents
}

// parse parses a document, an object.
func parse(data []byte) (*content.Value, error) {
	tree := content.Tree{Data: data}
	var fault *content.Fault
	ok := tree.Parse(func(f content.Fault) {
		if fault == nil {
			fault = &f
		}
	})
	if fault != nil {
		line, column := tree.Position(fault.Offset)
		return nil, fmt.Errorf("%d:%d: %s", line, column, fault.Text)
	}
	if !ok || !tree.Root.Is('{') {
		return nil, errors.New("1:1: expected a token document, which is an object")
	}
	return tree.Root, nil
}

// order returns where a document stands among others: strings, objects, the resolver.
func order(tree *content.Value) int {
	if isResolver(tree) {
		return 2
	}
	if hasStrings(tree) {
		return 0
	}
	return 1
}

// isResolver reports whether a document is one of the Resolver Module.
func isResolver(tree *content.Value) bool { return tree.Get("sets").Is('{') }

// hasStrings reports whether each value of a document is a string, as the interface serves
// it. In the structured form colors, dimensions and durations are objects.
func hasStrings(tree *content.Value) bool {
	for _, m := range tree.Members() {
		for _, t := range m.Members() {
			if v := t.Get("$value"); v != nil && (v.Is('{') || v.Is('[')) {
				return false
			}
		}
	}
	return true
}

// readGroups adds the tokens of a document.
func (s *Set) readGroups(tree *content.Value) error {
	r := reader{set: s, root: tree}
	return r.group(nil, "", tree)
}

// readResolver adds the tokens of a resolver document, and its modes.
func (s *Set) readResolver(tree *content.Value) error {
	base := tree.Get("sets").Get("base").Get("sources").List()
	modifier := tree.Get("modifiers").Get("theme")
	contexts := modifier.Get("contexts").Members()
	if len(base) != 1 || len(contexts) == 0 {
		return fmt.Errorf(
			"%s: expected the set base and the modifier theme of a resolver document", place(tree.Get("sets")),
		)
	}
	s.complete = true
	modes := []string{modifier.Get("default").Text()}
	for _, c := range contexts {
		if !slices.Contains(modes, c.Name) {
			modes = append(modes, c.Name)
		}
	}
	s.modes = modes
	if err := s.readGroups(base[0]); err != nil {
		return err
	}
	lacksRoles := len(s.themes()) == 0
	for _, c := range contexts {
		for _, source := range c.List() {
			r := reader{set: s, root: base[0], mode: c.Name, roles: lacksRoles}
			if err := r.group(nil, "", source); err != nil {
				return err
			}
		}
	}
	return nil
}

// A reader adds the tokens of a tree to a set, or what they are in a mode.
type reader struct {
	set   *Set
	root  *content.Value // where references lead
	mode  string         // empty for the values at rest
	roles bool           // the roles of the mode are added, which no other document has
}

// group adds the tokens of a group and of the groups in it.
func (r *reader) group(path []string, kind string, group *content.Value) error {
	if inherited := group.Get("$type").Text(); inherited != "" {
		kind = inherited
	}
	for _, m := range group.Members() {
		if strings.HasPrefix(m.Name, "$") {
			continue
		}
		at := append(slices.Clip(path), m.Name)
		if !m.Is('{') {
			return fmt.Errorf(
				"%s: %s: expected a token or a group of tokens, which is an object", place(m), strings.Join(at, "."),
			)
		}
		if m.Get("$value") == nil {
			if err := r.group(at, kind, m); err != nil {
				return err
			}
			continue
		}
		if len(at) == 1 {
			return fmt.Errorf("%s: %s: expected a group of tokens, found a token", place(m), m.Name)
		}
		r.token(at, kind, m)
	}
	return nil
}

// token adds a token, or its value in the mode.
func (r *reader) token(path []string, kind string, t *content.Value) {
	if own := t.Get("$type").Text(); own != "" {
		kind = own
	}
	text := r.text(kind, t.Get("$value"), 0)
	deprecated := t.Get("$deprecated")
	v := value{
		kind: kind, atRest: text, deprecated: deprecated.Is('t') || deprecated.Text() != "", reason: deprecated.Text(),
	}
	if r.mode != "" && path[0] == manual.GroupThemes {
		if r.roles && len(path) == 2 {
			r.set.add([]string{manual.GroupThemes, r.mode, path[1]}, v)
		}
		return
	}
	known := r.set.get(strings.Join(path, "."))
	if r.mode == "" && known == nil {
		r.set.add(path, v)
		return
	}
	if known == nil || r.mode == "" && known.deprecated {
		return
	}
	if r.mode == "" {
		known.deprecated, known.reason = v.deprecated, v.reason
		return
	}
	if r.set.isAtRest(r.mode) {
		return
	}
	known.inModes = append(known.inModes, ModeValue{r.mode, text})
}

// place returns the line and column of a value.
func place(v *content.Value) string {
	if v == nil || v.Tree == nil {
		return "1:1"
	}
	line, column := v.Tree.Position(int(v.Start))
	return fmt.Sprintf("%d:%d", line, column)
}
