// Package mcp lets coding agents read brand manuals: a server of the Model
// Context Protocol over the interface (specification, section 4).
//
// Use [Serve] with the addresses of manuals. The server only reads, and every
// tool says so. It knows what its access token may read: a manual that needs
// another one is as unknown here as at the service.
package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"designmanual/api/remote"
	"designmanual/db/manual"
	"designmanual/seed/markdown"
	"designmanual/tokenize"
)

// Options say what is served.
type Options struct {
	Addresses []string // of manuals, their pages or their documents
	Token     string   // for private ones, or empty
	Version   string   // of the program
}

// Serve answers an agent over in and out until it ends or ctx is done.
func Serve(ctx context.Context, o Options, in io.ReadCloser, out io.WriteCloser) error {
	s := &server{client: remote.New(o.Token), addresses: o.Addresses, sources: make(map[string]*remote.Source)}
	s.sdk = sdk.NewServer(&sdk.Implementation{Name: "designmanual", Title: "Brand manuals", Version: o.Version}, &sdk.ServerOptions{
		Instructions: "Brand manuals and their design tokens, read-only. list_manuals says which there are.",
		Capabilities: &sdk.ServerCapabilities{},
	})
	s.addTools()
	s.manuals(ctx) // so that there are resources from the start
	err := s.sdk.Run(ctx, &sdk.IOTransport{Reader: in, Writer: out})
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

// A server reads manuals for agents.
type server struct {
	sdk       *sdk.Server
	client    *remote.Client
	addresses []string

	mu        sync.Mutex
	sources   map[string]*remote.Source // by address, once found
	resources []string                  // that are offered
	offered   string                    // by which state of the manuals
}

// A book is a manual as it was read.
type book struct {
	source *remote.Source
	*remote.Manual
	model  *manual.Manual
	tokens manual.TokenDocument
}

// manuals returns the manuals that can be read.
func (s *server) manuals(ctx context.Context) []*book {
	all, _ := s.read(ctx)
	return all
}

// read reads the manuals; those that there are not, or not for this token, are
// unknown. What is held is asked for with If-None-Match. The error says why
// others could not be read.
func (s *server) read(ctx context.Context) (all []*book, failed error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	state := ""
	for _, address := range s.addresses {
		source := s.sources[address]
		if source == nil {
			found, err := s.client.Find(ctx, address)
			if err != nil {
				failed = errors.Join(failed, unlessUnknown(err))
				continue
			}
			s.sources[address], source = found, found
		}
		document, err := source.Read(ctx)
		if err != nil {
			failed = errors.Join(failed, unlessUnknown(err))
			continue
		}
		b := &book{source: source, Manual: document, model: modelOf(document)}
		// What a service lets into a manual and this program would not makes
		// no tokens here.
		b.tokens, _, _ = tokenize.Document(b.model)
		all = append(all, b)
		state += fmt.Sprintf("%s %p\n", address, document)
	}
	if state != s.offered {
		s.offer(all)
		s.offered = state
	}
	return all, failed
}

// unlessUnknown returns the error, or nil where it is that there is no manual.
func unlessUnknown(err error) error {
	if errors.Is(err, remote.ErrNone) {
		return nil
	}
	return err
}

// modelOf returns a manual document as this program holds manuals.
func modelOf(d *remote.Manual) *manual.Manual {
	m := &manual.Manual{ID: d.ID, Slug: d.Slug, Title: d.Title, Description: d.Description, Visibility: d.Visibility}
	m.UpdatedAt, _ = time.Parse(time.RFC3339, d.UpdatedAt) // the zero time for none
	for _, s := range d.Sections {
		section := manual.Section{ID: s.ID, Anchor: s.Anchor, Title: s.Title, Content: s.Content}
		for _, b := range s.Blocks {
			section.Blocks = append(section.Blocks, manual.Block{ID: b.ID, Anchor: b.Anchor, Kind: b.Kind, Content: b.Content})
		}
		m.Sections = append(m.Sections, section)
	}
	return m
}

// markdown renders the manual, or those of its sections, as manual.md.
func (b *book) markdown(sections ...manual.Section) (string, error) {
	m := *b.model
	if len(sections) > 0 {
		m.Sections = sections
	}
	text, err := markdown.Render(markdown.Page{Manual: &m, Tokens: &b.tokens, Address: b.URL})
	return string(text), err
}

// section returns the section of that id, anchor or title.
func (b *book) section(name string) (manual.Section, bool) {
	for _, same := range []func(manual.Section) bool{
		func(s manual.Section) bool { return s.ID == name },
		func(s manual.Section) bool { return s.Anchor == strings.TrimPrefix(name, "#") },
		func(s manual.Section) bool { return strings.EqualFold(s.Title, name) },
	} {
		for _, s := range b.model.Sections {
			if same(s) {
				return s, true
			}
		}
	}
	return manual.Section{}, false
}

// named tells whether a manual is the one that an agent means.
func (b *book) named(name string) bool {
	for _, is := range []string{b.source.Slug, b.ID, b.Slug, b.Title, b.URL} {
		if strings.EqualFold(is, strings.TrimSuffix(name, "/")) {
			return true
		}
	}
	return false
}
