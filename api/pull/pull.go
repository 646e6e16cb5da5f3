// Package pull makes seed files from manuals that a service publishes.
//
// [Manuals] takes the results of [remote.Client.Find]. It reads each seed file as an import does
// and compares the result with the service: ids, anchors and tokens. Each [Deviation] is listed.
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
	Brand string // slug; if empty, taken from the address
	Name  string // of the brand; if empty, made from the slug
	Files Folder // destination of the manuals' files; nil to keep their addresses
	Lossy bool   // leave out what a seed file cannot hold
}

// A File is a seed file.
type File struct {
	Brand      string // slug
	JSON       []byte
	Deviations []Deviation // from the manuals of the service
	Notes      []Deviation // what is not in the seed file but takes nothing from its manuals
}

// A Deviation is a part of a manual that the seed file does not reproduce.
type Deviation struct {
	Manual string // its address
	Path   string // in the document
	Text   string // a sentence
}

func (d Deviation) String() string { return d.Manual + ": " + d.Path + ": " + d.Text }

// ErrBrand is returned if the brand of a manual is not known.
var ErrBrand = errors.New("the address does not say which brand the manual belongs to: name it with --brand and --name")

// A pulledManual is a manual of a service, and the seed made from it.
type pulledManual struct {
	*remote.FoundManual
	tokens  []byte
	brand   string
	primary bool
	page    page
	seed    seedManual
	notes   []Deviation
}

// The seed format, as far as it is needed for a published manual.
type (
	seedFile struct {
		Schema string `json:"$schema"`
		Brand  struct {
			Slug    string   `json:"slug"`
			Name    string   `json:"name"`
			Domains []string `json:"domains,omitempty"`
		} `json:"brand"`
		Manuals []seedManual `json:"manuals"`
	}
	seedManual struct {
		ID         string            `json:"id"`
		Slug       string            `json:"slug"`
		Primary    bool              `json:"primary,omitempty"`
		Subdomain  string            `json:"subdomain,omitempty"`
		Lang       string            `json:"lang,omitempty"`
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
		Kind    manual.Kind     `json:"type,omitempty"` // of a section in the older form, without blocks
		Content json.RawMessage `json:"content,omitempty"`
		Blocks  []manual.Block  `json:"blocks,omitzero"` // nil if there is a type
	}
)

// Manuals makes a seed file for each brand of the manuals, in their order.
func Manuals(ctx context.Context, found []*remote.FoundManual, o Options) ([]File, error) {
	var brands []string
	sources := make(map[string][]*pulledManual)
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
	var files []File
	for _, brand := range brands {
		f, err := makeFile(ctx, brand, sources[brand], o, &d)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// isRoot reports whether a page at a path is the first one of its host or, if the interface is below
// the path of a base URL, of that.
func isRoot(path, base string) bool {
	path = strings.Trim(path, "/")
	return path == "" || path == strings.Trim(base, "/")
}

// read reads a manual and finds out its brand.
func read(ctx context.Context, found *remote.FoundManual, o Options) (*pulledManual, error) {
	s := &pulledManual{FoundManual: found, brand: o.Brand}
	var err error
	if s.tokens, err = found.Tokens(ctx); err != nil {
		return nil, err
	}
	address, err := url.Parse(s.Document.URL)
	if err != nil {
		return nil, fmt.Errorf("%s: url: %w", found.Address(), err)
	}
	root := isRoot(address.Path, found.Base.Path)
	host, _, _ := strings.Cut(address.Hostname(), ".")
	label, _, dotted := strings.Cut(found.Slug, ".")
	if !root && !dotted { // a page at /SLUG on the host of a brand
		label = host
	}
	// A slug without a dot may be a brand or the own subdomain of a manual. This
	// program serves a manual of a brand as <brand>.<manual> too, and a manual with
	// its own subdomain by its slug on that host. For another service, the first
	// part of the address is taken as the brand.
	slug := s.Document.Slug
	known := false // whether the label is the brand
	if dotted || found.HasSlug(ctx, label+"."+slug) {
		known = true
	} else if !found.IsDesignmanual(ctx) {
		known = slug == label || !found.HasSlug(ctx, slug)
	}
	if s.brand == "" && !known {
		return nil, fmt.Errorf("%s: %w", found.Address(), ErrBrand)
	}
	s.brand = cmp.Or(s.brand, label)
	s.primary = root && known && (!dotted || found.HasSlug(ctx, label))
	s.seed = seedOf(s.Document)
	if root && !s.primary {
		s.seed.Subdomain = host
	}
	s.readPage(ctx)
	return s, nil
}

// makeFile makes the seed file of a brand. With Lossy it removes what an import
// refuses until the import succeeds.
func makeFile(ctx context.Context, brand string, manuals []*pulledManual, o Options, d *downloads) (File, error) {
	if !slices.ContainsFunc(manuals, func(m *pulledManual) bool { return m.primary }) {
		manuals[0].primary = true // every brand has one
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
	file.Brand.Slug = brand
	file.Brand.Name = cmp.Or(o.Name, brandName(manuals), manual.NameOf(brand))
	file.Brand.Domains = domains(brand, manuals)
	result := File{Brand: brand}
	for _, m := range manuals {
		result.Notes = append(result.Notes, m.notes...)
	}
	for { // an import names up to a hundred problems
		file.Manuals = nil
		for _, m := range manuals {
			file.Manuals = append(file.Manuals, m.seed)
		}
		var err error
		if result.JSON, err = encode(file); err != nil {
			return File{}, err
		}
		found, refused, err := compare(result.JSON, manuals, o.Files)
		if err != nil {
			return File{}, err
		}
		result.Deviations = append(result.Deviations, found...)
		if !refused || !o.Lossy || !removeRefused(manuals, found) {
			return result, nil
		}
	}
}

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
			// The older form of a section, without blocks (section 2.3).
			section.Kind, section.Content = s.Blocks[0].Kind, s.Blocks[0].Content
		} else {
			section.Blocks = append([]manual.Block{}, s.Blocks...)
		}
		m.Sections = append(m.Sections, section)
	}
	return m
}

func isEmpty(content json.RawMessage) bool {
	var members map[string]json.RawMessage
	return json.Unmarshal(content, &members) == nil && len(members) == 0
}

// encode returns indented JSON. Raw content keeps the order of its keys and the form
// of its numbers.
func encode(file seedFile) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(file)
	return text.Bytes(), err
}
