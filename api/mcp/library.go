package mcp

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"designmanual/api/remote"
	"designmanual/api/render/markdown"
	"designmanual/api/render/search"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A library returns the manuals that an agent may read, as they are now, and sentences
// about those that cannot be read; one at least if there is no manual.
type library func(context.Context) (manuals []listed, problems []string, err error)

// A listed manual is one that can be loaded.
type listed struct {
	name   string // for the tools: the address of its page without the scheme, so the same over both transports
	slug   string // <brand>, or <brand>.<manual>
	load   func(context.Context) (*loadedManual, error)
	tokens func(context.Context) ([]byte, error) // its token document

	// released returns a document of a release, nil if there is none; without a version the list of
	// the releases.
	released func(ctx context.Context, version, file string) ([]byte, error)
}

// nameOf returns the name of the manual whose page has an address.
func nameOf(address string) string {
	_, name, found := strings.Cut(address, "://")
	if !found {
		name = address
	}
	return strings.TrimRight(name, "/")
}

// A loadedManual is a manual, parsed.
type loadedManual struct {
	name, slug string
	*remote.Manual
	page   markdown.Page
	index  func() *search.Index // made when it is first needed
	tokens func() []foundToken  // likewise; not to be changed
}

// newManual parses a manual.
func newManual(slug string, document *remote.Manual) (*loadedManual, error) {
	name := nameOf(document.URL)
	shown := &manual.Manual{
		ID: document.ID, Slug: document.Slug, Title: document.Title, Description: document.Description,
		Visibility: document.Visibility, Sections: document.Sections,
	}
	shown.UpdatedAt, _ = time.Parse(time.RFC3339, document.UpdatedAt) // the zero time for none
	sections, err := content.Sections(shown)
	if err != nil {
		return nil, fmt.Errorf("the manual %s: %w", name, err)
	}
	tokens, _, _ := tokenize.Document(sections) // values that no import takes make no tokens
	page := markdown.Page{
		Manual: shown, Sections: sections, Tokens: &tokens, Address: document.URL, Before: pathBefore(slug, document),
	}
	index := sync.OnceValue(func() *search.Index { return search.NewIndex(search.Units(sections)) })
	m := &loadedManual{name: name, slug: slug, Manual: document, page: page, index: index}
	m.tokens = sync.OnceValue(m.makeTokens)
	return m, nil
}

// pathBefore returns the path that precedes all paths on the host of a manual: its address has no
// other path if the slug names a primary manual or a subdomain, else it ends with the manual's slug.
func pathBefore(slug string, document *remote.Manual) string {
	address, err := url.Parse(document.URL)
	if err != nil {
		return ""
	}
	if !strings.Contains(slug, ".") {
		return strings.TrimSuffix(address.Path, "/")
	}
	return strings.TrimSuffix(address.Path, "/"+document.Slug)
}

// maxLoaded is how many manuals a call without the name of one reads.
const maxLoaded = 50

// load returns the manual with a name or, without one, all manuals; one at least.
func (s *server) load(ctx context.Context, name string) ([]*loadedManual, error) {
	chosen, err := s.choose(ctx, name)
	if err != nil {
		return nil, err
	}
	if len(chosen) > maxLoaded {
		return nil, severalError(chosen)
	}
	var loaded []*loadedManual
	for _, l := range chosen {
		m, err := l.load(ctx)
		if err != nil {
			return nil, err
		}
		loaded = append(loaded, m)
	}
	return loaded, nil
}

// one returns the manual with a name or, without one, the only manual.
func (s *server) one(ctx context.Context, name string) (listed, error) {
	chosen, err := s.choose(ctx, name)
	if err != nil {
		return listed{}, err
	}
	if len(chosen) > 1 {
		return listed{}, severalError(chosen)
	}
	return chosen[0], nil
}

// choose returns the manual with a name or, without one, all manuals; one at least. The slug
// without its brand names the manual that alone has it. The problems of the library say why
// there is none.
func (s *server) choose(ctx context.Context, name string) ([]listed, error) {
	all, problems, err := s.library(ctx)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, errors.New(strings.Join(problems, "; "))
	}
	if name == "" {
		return all, nil
	}
	if i := slices.IndexFunc(all, func(l listed) bool { return l.isCalled(name) }); i >= 0 {
		return all[i : i+1], nil
	}
	ends := func(l listed) bool { return strings.HasSuffix(l.slug, "."+strings.ToLower(strings.TrimSpace(name))) }
	if i := slices.IndexFunc(all, ends); i >= 0 && !slices.ContainsFunc(all[i+1:], ends) {
		return all[i : i+1], nil
	}
	return nil, argumentError(fmt.Sprintf("there is no manual %q; there are %s", brief(name), names(all)))
}

// isCalled reports whether a text names the manual: by its name, as an address, or by its slug.
func (l listed) isCalled(text string) bool {
	text = strings.TrimSpace(text)
	return strings.EqualFold(l.name, nameOf(text)) || strings.EqualFold(l.slug, text)
}

// An argumentError says what is wrong with an argument of a call.
type argumentError string

func (e argumentError) Error() string { return string(e) }

// severalError says that a call needs the name of one of the manuals.
func severalError(all []listed) error {
	return argumentError(fmt.Sprintf("there are %d manuals: say which one with manual: %s", len(all), names(all)))
}

// names returns the names of the first manuals as a list.
func names(all []listed) string {
	var names []string
	for _, l := range all {
		names = append(names, l.name)
	}
	return firstOf(names, ", which list_manuals names")
}

// firstOf returns the first items as a list, and how many more there are, with a remark.
func firstOf(items []string, remark string) string {
	const most = 20
	list := strings.Join(items[:min(len(items), most)], ", ")
	if len(items) > most {
		list += fmt.Sprintf(" and %d more%s", len(items)-most, remark)
	}
	return list
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
			if err != nil {
				problems = append(problems, problemAt(address, err))
				if !errors.Is(err, remote.ErrNotFound) {
					failed = errors.Join(failed, err)
				}
				continue
			}
			all = append(all, m)
		}
		if len(all) > 0 {
			failed = nil
		}
		return all, problems, failed
	}
}

// problemAt returns a sentence on an address that cannot be read, with the address.
func problemAt(address string, err error) string {
	if strings.Contains(err.Error(), address) {
		return err.Error()
	}
	return address + ": " + err.Error()
}

func read(ctx context.Context, client *remote.Client, address string) (listed, error) {
	source, err := client.Find(ctx, address)
	if err != nil {
		return listed{}, err
	}
	m, err := newManual(source.Slug, source.Document)
	if err != nil {
		return listed{}, err
	}
	load := func(context.Context) (*loadedManual, error) { return m, nil }
	return listed{m.name, m.slug, load, source.Tokens, source.Released}, nil
}
