package tokens

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"designmanual/seed/convert/sheet"
	"designmanual/tokenize/content"
)

// A resolver is a resolver document (Design Tokens Resolver Module 2025.10) that is read.
type resolver struct {
	*input
	c         *Collection
	documents []*input
	open      []string // the sets that are being read
}

// readResolver reads a resolver: its sets and modifiers in the order of resolution, of
// which a later value counts. Each context of a modifier is a mode.
func (c *Collection) readResolver(d *input, documents []*input) error {
	r := &resolver{input: d, c: c, documents: documents}
	var modifiers []*content.Value
	for _, item := range d.value.Get("resolutionOrder").List() {
		name := ""
		if ref := item.Get("$ref"); ref.IsText() {
			keys := pointer(ref.Text())
			if len(keys) > 0 {
				name, item = keys[len(keys)-1], follow(d.value, keys)
			} else {
				item = nil // the document itself
			}
			if item == nil {
				return d.errorAt(d.placeOf(ref), "expected a set or a modifier of the document, found %q", ref.Text())
			}
		}
		if contexts := item.Get("contexts"); contexts.Is('{') {
			modifier := *item
			modifier.Name = cmp.Or(item.Get("name").Text(), name)
			modifiers = append(modifiers, &modifier)
			if err := r.readModifier(&modifier, modifiers); err != nil {
				return err
			}
			continue
		}
		if err := r.readSources(item.Get("sources"), nil); err != nil {
			return err
		}
	}
	return nil
}

// readModifier reads the contexts of a modifier, the default one first. Contexts of several
// modifiers that have one name are told apart by the modifier.
func (r *resolver) readModifier(modifier *content.Value, all []*content.Value) error {
	contexts := slices.Clone(modifier.Get("contexts").Members())
	first := modifier.Get("default").Text()
	slices.SortStableFunc(contexts, func(a, b *content.Value) int {
		return cmp.Compare(btoi(b.Name == first), btoi(a.Name == first))
	})
	var facts []string
	for _, context := range contexts {
		fact := context.Name
		for _, other := range all[:len(all)-1] {
			if other.Get("contexts").Has(fact) {
				fact = modifier.Name + " " + context.Name
			}
		}
		facts = append(facts, fact)
	}
	r.c.addAxis(facts)
	for i, context := range contexts {
		if err := r.readSources(context, facts[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// readSources reads the sources of a set or of a context.
func (r *resolver) readSources(sources *content.Value, facts []string) error {
	for _, source := range sources.List() {
		ref := source.Get("$ref")
		if !ref.IsText() {
			r.add(r.input, source, facts)
			continue
		}
		if err := r.readReference(ref, facts); err != nil {
			return err
		}
	}
	return nil
}

// readReference reads what a source refers to: a set of this document, or a file with the
// tokens at a pointer in it.
func (r *resolver) readReference(ref *content.Value, facts []string) error {
	file, fragment, _ := strings.Cut(ref.Text(), "#")
	if file == "" {
		return r.readSetAt(ref, fragment, facts)
	}
	d, err := r.file(ref, file)
	if err != nil {
		return err
	}
	tokens := follow(d.value, pointer(fragment))
	if !tokens.Is('{') {
		return r.errorAt(r.placeOf(ref), "there are no tokens at %q", ref.Text())
	}
	d.resolved = true
	r.add(d, tokens, facts)
	return nil
}

// readSetAt reads a set of the document, or tokens in it.
func (r *resolver) readSetAt(ref *content.Value, fragment string, facts []string) error {
	set := follow(r.value, pointer(fragment))
	if !set.Is('{') {
		return r.errorAt(r.placeOf(ref), "expected a set of the document, found %q", ref.Text())
	}
	if !set.Get("sources").Is('[') {
		r.add(r.input, set, facts)
		return nil
	}
	if slices.Contains(r.open, fragment) {
		return r.errorAt(r.placeOf(ref), "the set %q has itself in it", ref.Text())
	}
	r.open = append(r.open, fragment)
	err := r.readSources(set.Get("sources"), facts)
	r.open = r.open[:len(r.open)-1]
	return err
}

// file returns the document with a path relative to the resolver: one of the files of the
// command, else one that is read.
func (r *resolver) file(ref *content.Value, name string) (*input, error) {
	wanted := path.Join(path.Dir(filepath.ToSlash(r.name)), name)
	for _, d := range r.documents {
		if path.Clean(filepath.ToSlash(d.name)) == wanted {
			return d, nil
		}
	}
	missing := r.errorAt(
		r.placeOf(ref),
		"there is no file %q, which the resolver names. Name it too, or put it into the folder of the others.",
		wanted,
	)
	if r.c.options.Open == nil {
		return nil, missing
	}
	data, err := r.c.options.Open(filepath.FromSlash(wanted))
	if err != nil {
		return nil, missing
	}
	d := newInput(filepath.FromSlash(wanted), data)
	d.resolved = true
	if d.value, err = d.parseJSON(); err != nil {
		return nil, err
	}
	r.documents = append(r.documents, d)
	return d, nil
}

// add adds tokens of a document that hold in a context, or always.
func (r *resolver) add(d *input, tokens *content.Value, facts []string) {
	part := d.partOf("")
	part.cascades, part.conditions = true, facts
	part.walk(r.c, tokens, nil, "")
	r.c.inputs = append(r.c.inputs, part)
}

// conditionsWith returns conditions that hold with one of some facts besides. What holds in dark
// alone holds there in a file for light too.
func conditionsWith(conditions []sheet.Condition, facts []string) []sheet.Condition {
	var all []sheet.Condition
	for _, c := range conditions {
		if slices.ContainsFunc(c.With, isColorMode) && slices.ContainsFunc(facts, isColorMode) {
			all = append(all, c)
			continue
		}
		for _, fact := range facts {
			with := c
			with.With = append([]string{fact}, c.With...)
			all = append(all, with)
		}
	}
	return all
}
