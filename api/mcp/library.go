package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"designmanual/api/remote"
	"designmanual/db/manual"
	"designmanual/seed/markdown"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A library has the manuals that an agent may read.
type library interface {
	// list returns the manuals as they are now, and sentences about those that
	// cannot be read.
	list(context.Context) (manuals []listed, problems []string, err error)
}

// A listed manual is one that can be loaded.
type listed struct {
	name string // for the tools: <brand>, or <brand>.<manual>
	host string // of its address
	load func(context.Context) (*loadedManual, error)
}

// A loadedManual is a manual with its tokens.
type loadedManual struct {
	name string
	*remote.Manual
	tokens manual.TokenDocument
	raw    func(context.Context) ([]byte, error) // its token document
}

// maxLoaded is how many manuals a call without the name of one reads.
const maxLoaded = 20

// load returns the manual with a name or, without one, all manuals.
func (s *server) load(ctx context.Context, name string) ([]*loadedManual, error) {
	all, problems, err := s.library.list(ctx)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 && len(problems) > 0 {
		return nil, errors.New(strings.Join(problems, "; "))
	}
	if name == "" && len(all) > maxLoaded {
		return nil, fmt.Errorf("there are %d manuals: say which one; list_manuals names them", len(all))
	}
	var loaded []*loadedManual
	for i, l := range all {
		if name != "" && len(all) > maxLoaded && !strings.EqualFold(l.name, name) {
			continue // only its name says which it is
		}
		m, err := all[i].load(ctx)
		if err != nil {
			return nil, err
		}
		if name == "" || m.isNamed(name) {
			loaded = append(loaded, m)
		}
	}
	if name != "" && len(loaded) == 0 {
		return nil, fmt.Errorf("there is no manual %q; list_manuals names them", brief(name))
	}
	return loaded, nil
}

// newManual returns a manual with its tokens.
func newManual(name string, document *remote.Manual, raw func(context.Context) ([]byte, error)) *loadedManual {
	m := &loadedManual{name: name, Manual: document, raw: raw}
	// Problems are ignored: bad content of another service makes no tokens.
	if sections, err := content.Sections(&manual.Manual{Sections: document.Sections}); err == nil {
		m.tokens, _, _ = tokenize.Document(sections)
	}
	return m
}

// page returns the manual with some of its sections, to be rendered.
func (m *loadedManual) page(sections ...manual.Section) (markdown.Page, error) {
	shown := &manual.Manual{ID: m.ID, Slug: m.Slug, Title: m.Title, Description: m.Description, Visibility: m.Visibility, Sections: sections}
	shown.UpdatedAt, _ = time.Parse(time.RFC3339, m.UpdatedAt) // the zero time for none
	parsed, err := content.Sections(shown)
	return markdown.Page{Manual: shown, Sections: parsed, Tokens: &m.tokens, Address: m.URL}, err
}

// markdown renders a section as in the export manual.md.
func (m *loadedManual) markdown(section manual.Section) (string, error) {
	page, err := m.page(section)
	if err != nil {
		return "", err
	}
	return string(markdown.RenderSection(page, page.Sections[0])), nil
}

// section returns the section with an id, an anchor or a title, in this order.
func (m *loadedManual) section(name string) (manual.Section, bool) {
	for _, same := range []func(manual.Section) bool{
		func(s manual.Section) bool { return s.ID == name },
		func(s manual.Section) bool { return s.Anchor == strings.TrimPrefix(name, "#") },
		func(s manual.Section) bool { return strings.EqualFold(s.Title, name) },
	} {
		if i := slices.IndexFunc(m.Sections, same); i >= 0 {
			return m.Sections[i], true
		}
	}
	return manual.Section{}, false
}

// isNamed reports whether the manual has a name: its slug, id, title or address, or the
// slugs of its brand and its own.
func (m *loadedManual) isNamed(name string) bool {
	return slices.ContainsFunc([]string{m.name, m.ID, m.Slug, m.Title, m.URL, m.name + "." + m.Slug}, func(is string) bool {
		return strings.EqualFold(is, strings.TrimSuffix(name, "/"))
	})
}

// brand returns the slug of the manual's brand.
func (m *loadedManual) brand() string {
	brand, _, _ := strings.Cut(m.name, ".")
	return brand
}

// addresses is a library of manuals at other services.
type addresses struct {
	client    *remote.Client
	addresses []string

	mu      sync.Mutex
	sources map[string]*remote.Source // those found, by address
}

// list reads the manuals at all addresses. The error is that of the addresses if none
// of them can be read for another reason than that there is no manual.
func (l *addresses) list(ctx context.Context) (all []listed, problems []string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var failed error
	for _, address := range l.addresses {
		m, host, err := l.read(ctx, address)
		if err == nil {
			all = append(all, listed{m.name, host, func(context.Context) (*loadedManual, error) { return m, nil }})
			continue
		}
		problem := err.Error()
		if !strings.Contains(problem, address) {
			problem = address + ": " + problem
		}
		problems = append(problems, problem)
		if !errors.Is(err, remote.ErrNotFound) {
			failed = errors.Join(failed, err)
		}
	}
	if len(all) > 0 {
		failed = nil
	}
	return all, problems, failed
}

func (l *addresses) read(ctx context.Context, address string) (*loadedManual, string, error) {
	source := l.sources[address]
	if source == nil {
		found, err := l.client.Find(ctx, address)
		if err != nil {
			return nil, "", err
		}
		l.sources[address], source = found, found
	}
	document, err := source.Read(ctx)
	if err != nil {
		return nil, "", err
	}
	return newManual(source.Slug, document, source.Tokens), source.Base.Host, nil
}
