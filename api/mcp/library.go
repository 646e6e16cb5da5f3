package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"designmanual/api/remote"
	"designmanual/api/render/markdown"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A library returns the manuals that an agent may read, as they are now, and sentences
// about those that cannot be read; one at least if there is no manual.
type library func(context.Context) (manuals []listed, problems []string, err error)

// A listed manual is one that can be loaded.
type listed struct {
	name   string // for the tools: <brand>, or <brand>.<manual>
	host   string // of its address
	load   func(context.Context) (*loadedManual, error)
	tokens func(context.Context) ([]byte, error) // its token document
}

// A loadedManual is a manual, parsed.
type loadedManual struct {
	name string
	*remote.Manual
	page markdown.Page
}

// newManual parses a manual.
func newManual(name string, document *remote.Manual) (*loadedManual, error) {
	shown := &manual.Manual{ID: document.ID, Slug: document.Slug, Title: document.Title, Description: document.Description, Visibility: document.Visibility, Sections: document.Sections}
	shown.UpdatedAt, _ = time.Parse(time.RFC3339, document.UpdatedAt) // the zero time for none
	sections, err := content.Sections(shown)
	if err != nil {
		return nil, fmt.Errorf("the manual %s: %w", name, err)
	}
	tokens, _, _ := tokenize.Document(sections) // values that no import takes make no tokens
	return &loadedManual{name, document, markdown.Page{Manual: shown, Sections: sections, Tokens: &tokens, Address: document.URL}}, nil
}

// maxLoaded is how many manuals a call without the name of one reads.
const maxLoaded = 20

// load returns the manual with a name or, without one, all manuals; one at least.
func (s *server) load(ctx context.Context, name string) ([]*loadedManual, error) {
	all, problems, err := s.library(ctx)
	switch {
	case err != nil:
		return nil, err
	case len(all) == 0:
		return nil, errors.New(strings.Join(problems, "; "))
	case name == "" && len(all) > maxLoaded:
		return nil, fmt.Errorf("there are %d manuals: say which one; list_manuals names them", len(all))
	}
	var loaded []*loadedManual
	for _, l := range all {
		if name != "" && !strings.EqualFold(l.name, name) {
			continue
		}
		m, err := l.load(ctx)
		if err != nil {
			return nil, err
		}
		loaded = append(loaded, m)
	}
	if len(loaded) == 0 {
		return nil, fmt.Errorf("there is no manual %q; list_manuals names them", brief(name))
	}
	return loaded, nil
}

// section returns the section with an id, an anchor or a title, in this order.
func (m *loadedManual) section(name string) (content.Section, bool) {
	for _, same := range []func(content.Section) bool{
		func(s content.Section) bool { return s.ID == name },
		func(s content.Section) bool { return s.Anchor == strings.TrimPrefix(name, "#") },
		func(s content.Section) bool { return strings.EqualFold(s.Title, name) },
	} {
		if i := slices.IndexFunc(m.page.Sections, same); i >= 0 {
			return m.page.Sections[i], true
		}
	}
	return content.Section{}, false
}

// readAll returns the library of the manuals at addresses of other services. Its error is
// that of the addresses if none of them can be read for another reason than that there is
// no manual.
func readAll(client *remote.Client, addresses []string) library {
	return func(ctx context.Context) (all []listed, problems []string, failed error) {
		for _, address := range addresses {
			m, err := read(ctx, client, address)
			if err == nil {
				all = append(all, m)
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
}

func read(ctx context.Context, client *remote.Client, address string) (listed, error) {
	source, err := client.Find(ctx, address)
	if err != nil {
		return listed{}, err
	}
	m, err := newManual(source.Slug, source.Document)
	return listed{source.Slug, source.Base.Host, func(context.Context) (*loadedManual, error) { return m, nil }, source.Tokens}, err
}
