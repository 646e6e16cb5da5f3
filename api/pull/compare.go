package pull

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
)

// compare imports a seed file into a store of its own and returns what that
// serves otherwise than the service. It is refused where an import refuses the
// file.
func compare(ctx context.Context, data []byte, manuals []*source, files fs.FS) (found []Difference, refused bool, err error) {
	folder, err := os.MkdirTemp("", "designmanual-")
	if err != nil {
		return nil, false, err
	}
	defer os.RemoveAll(folder)
	store, err := db.Open(filepath.Join(folder, "pull.db"))
	if err != nil {
		return nil, false, err
	}
	defer store.Close()
	source := seed.Source{Name: "seed", Data: data, Files: files}
	_, err = seed.Import(ctx, store, []seed.Source{source}, seed.Options{Now: time.Now})
	if problems, ok := errors.AsType[seed.Problems](err); ok {
		for _, p := range problems {
			at, _ := partOf(p.Path)
			found = append(found, Difference{manuals[min(at.manual, len(manuals)-1)].Address(), p.Path, p.Reason})
		}
		return found, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	index := store.Index()
	err = store.View(ctx, func(tx *db.Tx) error {
		for i, m := range manuals {
			e := index.Entry(m.document.ID)
			if e == nil {
				return fmt.Errorf("%s: the import has no manual %s", m.Address(), m.document.ID)
			}
			model, err := tx.Model(e)
			if err != nil {
				return err
			}
			tokens, err := tx.Body(e, manual.TokensDocument)
			if err != nil {
				return err
			}
			c := comparison{m, fmt.Sprintf("manuals[%d]", i), nil}
			c.manual(model)
			c.tokens(tokens)
			found = append(found, c.found...)
		}
		return nil
	})
	return found, false, err
}

// A part is a section of the seed file, or a block of it.
type part struct{ manual, section, block int }

var place = regexp.MustCompile(`^manuals\[(\d+)\](?:\.sections\[(\d+)\](?:\.blocks\[(\d+)\])?)?`)

// partOf returns what the path of a problem is about, -1 for a block where it
// is the section, and false where it is no part of a manual.
func partOf(path string) (at part, ok bool) {
	at.block = -1
	m := place.FindStringSubmatch(path)
	if m == nil {
		return at, false
	}
	at.manual, _ = strconv.Atoi(m[1])
	at.section, _ = strconv.Atoi(m[2])
	if m[3] != "" {
		at.block, _ = strconv.Atoi(m[3])
	}
	return at, m[2] != ""
}

// leaveOut takes the parts that the problems are about out of the seeds, and
// tells whether there were any. Where a problem is about a manual itself there
// is nothing to go on with.
func leaveOut(manuals []*source, problems []Difference) bool {
	out := make(map[part]bool)
	for _, p := range problems {
		if at, ok := partOf(p.Path); ok {
			out[at] = true
		}
	}
	for i, m := range manuals {
		for j := range slices.Backward(m.seed.Sections) {
			s := &m.seed.Sections[j]
			for k := range slices.Backward(s.Blocks) {
				if out[part{i, j, k}] {
					s.Blocks = slices.Delete(s.Blocks, k, k+1)
				}
			}
			if out[part{i, j, -1}] {
				m.seed.Sections = slices.Delete(m.seed.Sections, j, j+1)
			}
		}
	}
	return len(out) > 0
}

// A comparison holds what an import serves against what the service does.
type comparison struct {
	*source
	path  string
	found []Difference
}

func (c *comparison) differ(path, format string, args ...any) {
	c.found = append(c.found, Difference{c.Address(), path, fmt.Sprintf(format, args...)})
}

// manual compares ids, anchors and content; files that were downloaded have
// other addresses, in the seed as in the import.
func (c *comparison) manual(made *manual.Manual) {
	if made.Title != c.document.Title || made.Description != c.document.Description {
		c.differ(c.path, "the title or the description would be served otherwise")
	}
	for i, s := range c.document.Sections {
		path := fmt.Sprintf("%s.sections[%d]", c.path, i)
		at := slices.IndexFunc(made.Sections, func(is manual.Section) bool { return is.ID == s.ID })
		if at < 0 {
			c.differ(path, "section %q cannot be held: it would not be served", s.Title)
			continue
		}
		is := made.Sections[at]
		if is.Anchor != s.Anchor || is.Title != s.Title {
			c.differ(path, "section %q would have the anchor %q in place of %q", s.Title, is.Anchor, s.Anchor)
		}
		for j, b := range s.Blocks {
			path := fmt.Sprintf("%s.blocks[%d]", path, j)
			at := slices.IndexFunc(is.Blocks, func(is manual.Block) bool { return is.ID == b.ID })
			switch {
			case at < 0:
				c.differ(path, "the %s block cannot be held: it would not be served", b.Kind)
			case is.Blocks[at].Anchor != b.Anchor:
				c.differ(path, "the %s block would have the anchor %q in place of %q", b.Kind, is.Blocks[at].Anchor, b.Anchor)
			case is.Blocks[at].Kind != b.Kind:
				c.differ(path, "the %s block would be a %s block", b.Kind, is.Blocks[at].Kind)
			}
		}
	}
	seeds := make(map[string]json.RawMessage) // the content of sections and blocks by id
	for _, s := range c.seed.Sections {
		if s.Kind != "" {
			seeds["block "+s.ID] = s.Content
			continue
		}
		seeds["section "+s.ID] = s.Content
		for _, b := range s.Blocks {
			seeds["block "+b.ID] = b.Content
		}
	}
	check := func(part, id string, content json.RawMessage) {
		if want, known := seeds[part+" "+id]; known && !sameJSON(want, content) {
			c.differ(c.path, "the content of %s %s would be served otherwise", part, id)
		}
	}
	for _, s := range made.Sections {
		check("section", s.ID, s.Content)
		for _, b := range s.Blocks {
			check("block", b.ID, b.Content)
		}
	}
}

// sameJSON tells whether two texts differ in white space at most; none stands
// for an empty object.
func sameJSON(a, b json.RawMessage) bool {
	var one, other bytes.Buffer
	if len(a) == 0 {
		a = json.RawMessage("{}")
	}
	return json.Compact(&one, a) == nil && json.Compact(&other, b) == nil && bytes.Equal(one.Bytes(), other.Bytes())
}

// tokens compares the design tokens.
func (c *comparison) tokens(made []byte) {
	is, was := make(map[string]string), make(map[string]string)
	flatten("", made, is)
	flatten("", c.source.tokens, was)
	for _, name := range slices.Sorted(maps.Keys(was)) {
		switch value, ok := is[name]; {
		case !ok:
			c.differ("tokens", "the token %s (%s) cannot be held: it would not be served", name, was[name])
		case value != was[name]:
			c.differ("tokens", "the token %s would be %s in place of %s", name, value, was[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if _, ok := was[name]; !ok {
			c.differ("tokens", "the token %s (%s) would be served besides", name, is[name])
		}
	}
}

// flatten collects the values of the tokens in a token document by path.
func flatten(path string, document []byte, values map[string]string) {
	var members map[string]json.RawMessage
	if json.Unmarshal(document, &members) != nil {
		return
	}
	if value, ok := members["$value"]; ok {
		text := string(value)
		_ = json.Unmarshal(value, &text) // what is no string stays as written
		values[path] = text
		return
	}
	for name, member := range members {
		if path != "" {
			name = path + "." + name
		}
		flatten(name, member, values)
	}
}
