// Package pull makes seed files of manuals that a service publishes.
//
// Use [Manuals] with what [remote.Client.Find] returns. A seed file is only
// given back once an import of it, into a store of its own, has been compared
// with what the service serves: ids, anchors and tokens. What differs is listed
// as a [Difference].
package pull

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"designmanual/api/remote"
	"designmanual/db/manual"
)

// Options say how manuals become seed files.
type Options struct {
	Brand string // slug; empty for that of the address
	Name  string // of the brand; empty for one made from the slug
	Files Folder // where files that the manuals name are put; nil to leave their addresses as they are
	Lossy bool   // leave out what a seed file cannot hold
}

// A File is a seed file.
type File struct {
	Brand       string // slug
	JSON        []byte
	Differences []Difference // from what the service serves
}

// A Difference is something that the seed file does not hold as the service
// serves it.
type Difference struct {
	Manual string // its address
	Path   string // in the document
	Text   string // a sentence
}

func (d Difference) String() string { return d.Manual + ": " + d.Path + ": " + d.Text }

// ErrBrand is returned where the address does not say whose manual it is.
var ErrBrand = errors.New("the address does not say which brand the manual belongs to: name it with --brand and --name")

// A source is a manual on its way into a seed file.
type source struct {
	*remote.Source
	document *remote.Manual
	tokens   []byte
	brand    string
	primary  bool
	seed     seedManual
}

// The seed format, as far as a published manual fills it.
type (
	seedFile struct {
		Schema string `json:"$schema"`
		Brand  struct {
			Slug string `json:"slug"`
			Name string `json:"name"`
		} `json:"brand"`
		Manuals []seedManual `json:"manuals"`
	}
	seedManual struct {
		ID         string            `json:"id"`
		Slug       string            `json:"slug"`
		Primary    bool              `json:"primary,omitempty"`
		Subdomain  string            `json:"subdomain,omitempty"`
		Title      string            `json:"title"`
		SEO        map[string]string `json:"seo,omitempty"`
		Visibility manual.Visibility `json:"visibility"`
		UpdatedAt  string            `json:"updatedAt"`
		ExpiresAt  *string           `json:"expiresAt"`
		Sections   []seedSection     `json:"sections"`
	}
	seedSection struct {
		ID      string          `json:"id"`
		Anchor  string          `json:"anchor"`
		Title   string          `json:"title"`
		Kind    manual.Kind     `json:"type,omitempty"` // of a section that was saved before blocks existed
		Content json.RawMessage `json:"content,omitempty"`
		Blocks  []manual.Block  `json:"blocks,omitzero"` // nil where there is a type
	}
)

// Manuals makes a seed file of each brand that the manuals are of, in the
// order of the manuals.
func Manuals(ctx context.Context, found []*remote.Source, o Options) (files []File, err error) {
	var brands []string
	sources := make(map[string][]*source)
	for _, s := range found {
		m, err := read(ctx, s, o)
		if err != nil {
			return nil, err
		}
		if sources[m.brand] == nil {
			brands = append(brands, m.brand)
		}
		sources[m.brand] = append(sources[m.brand], m)
	}
	d := downloads{into: o.Files, refs: make(map[string]string), names: make(map[string]bool)}
	for _, brand := range brands {
		f, err := makeFile(ctx, brand, sources[brand], o, &d)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// read reads a manual and finds out whose it is.
func read(ctx context.Context, found *remote.Source, o Options) (*source, error) {
	s := &source{Source: found, brand: o.Brand}
	var err error
	if s.document, err = found.Read(ctx); err != nil {
		return nil, err
	}
	if s.tokens, err = found.Tokens(ctx); err != nil {
		return nil, err
	}
	address, err := url.Parse(s.document.URL)
	if err != nil {
		return nil, fmt.Errorf("%s: url: %w", found.Address(), err)
	}
	root := strings.Trim(address.Path, "/") == ""
	host, _, _ := strings.Cut(address.Hostname(), ".")
	label, _, dotted := strings.Cut(found.Slug, ".")
	if !root && !dotted { // the path on a brand's host
		label = host
	}
	// Slugs without a dot name brands and manuals with a subdomain of their
	// own alike. A service like this program knows a brand's manuals by both
	// names, and on a manual's own host that manual by its slug alone; of
	// others, the address is taken at its word.
	slug := s.document.Slug
	known := dotted || found.Answers(ctx, label+"."+slug) || !found.Ours(ctx) && !(slug != label && found.Answers(ctx, slug))
	if s.brand == "" && !known {
		return nil, fmt.Errorf("%s: %w", found.Address(), ErrBrand)
	}
	s.brand = cmp.Or(s.brand, label)
	s.primary = root && known && (!dotted || found.Answers(ctx, label))
	s.seed = seedOf(s.document)
	if root && !s.primary {
		s.seed.Subdomain = host
	}
	return s, nil
}

// makeFile makes the seed file of a brand, and compares it until it says
// nothing that an import refuses.
func makeFile(ctx context.Context, brand string, manuals []*source, o Options, d *downloads) (File, error) {
	if !slices.ContainsFunc(manuals, func(m *source) bool { return m.primary }) {
		manuals[0].primary = true // a brand has one
	}
	for _, m := range manuals {
		m.seed.Primary = m.primary && len(manuals) > 1
		if o.Files != nil {
			if err := d.rewrite(ctx, m); err != nil {
				return File{}, err
			}
		}
	}
	file := seedFile{Schema: "./seed.schema.json"}
	file.Brand.Slug, file.Brand.Name = brand, cmp.Or(o.Name, nameOf(brand))
	made := File{Brand: brand}
	for {
		file.Manuals = nil
		for _, m := range manuals {
			file.Manuals = append(file.Manuals, m.seed)
		}
		var err error
		if made.JSON, err = encode(file); err != nil {
			return File{}, err
		}
		found, refused, err := compare(ctx, made.JSON, manuals, o.Files)
		if err != nil {
			return File{}, err
		}
		made.Differences = append(made.Differences, found...)
		if !refused || !o.Lossy || !leaveOut(manuals, found) {
			return made, nil
		}
	}
}

// seedOf returns the seed of a published manual.
func seedOf(d *remote.Manual) seedManual {
	m := seedManual{
		ID: d.ID, Slug: d.Slug, Title: d.Title, Visibility: d.Visibility,
		UpdatedAt: d.UpdatedAt, ExpiresAt: d.ExpiresAt, Sections: []seedSection{},
	}
	if d.Description != "" {
		m.SEO = map[string]string{"description": d.Description}
	}
	for _, s := range d.Sections {
		section := seedSection{ID: s.ID, Anchor: s.Anchor, Title: s.Title}
		if !isEmpty(s.Content) {
			section.Content = s.Content
		}
		if len(s.Blocks) == 1 && s.Blocks[0].ID == s.ID && s.Blocks[0].Anchor == s.Anchor && section.Content == nil {
			// As it was saved before blocks existed (section 2.3).
			section.Kind, section.Content = s.Blocks[0].Kind, s.Blocks[0].Content
		} else {
			section.Blocks = append([]manual.Block{}, s.Blocks...)
		}
		m.Sections = append(m.Sections, section)
	}
	return m
}

// isEmpty tells whether content is an object without members.
func isEmpty(content json.RawMessage) bool {
	var members map[string]json.RawMessage
	return json.Unmarshal(content, &members) == nil && len(members) == 0
}

// nameOf makes a name of a slug: "green-house" is Green House.
func nameOf(slug string) string {
	words := strings.Split(slug, "-")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// encode writes a seed file for people to go on with. Content keeps its keys,
// their order and its numbers.
func encode(file seedFile) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(file)
	return text.Bytes(), err
}
