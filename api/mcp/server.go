// Package mcp lets coding agents read brand manuals: it is a server of the Model
// Context Protocol that reads manuals over the public interface (specification,
// section 4).
//
// [Serve] takes the addresses of manuals. All tools are read-only. A manual that the
// access token may not read does not exist for the agent.
package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"designmanual/api/remote"
	"designmanual/db/manual"
	"designmanual/seed/markdown"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// Options are the arguments of [Serve].
type Options struct {
	Addresses []string // of pages or documents of manuals
	Token     string   // access token for private manuals; may be empty
	Version   string   // of the program
}

// Serve answers an agent until in ends or ctx is done.
func Serve(ctx context.Context, o Options, in io.ReadCloser, out io.WriteCloser) error {
	s := &server{client: remote.New(o.Token), addresses: o.Addresses, sources: make(map[string]*remote.Source)}
	s.sdk = sdk.NewServer(&sdk.Implementation{Name: "designmanual", Title: "Brand manuals", Version: o.Version}, &sdk.ServerOptions{
		Instructions: "Brand manuals and their design tokens, read-only. list_manuals says which there are.",
		Capabilities: &sdk.ServerCapabilities{},
	})
	s.addTools()
	_, _ = s.manuals(ctx) // adds the resources; a request will report the error
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
	sources   map[string]*remote.Source // those found, by address
	resources []string                  // URIs
	documents []*remote.Manual          // the manuals of the resources
}

// A loadedManual is a manual with its tokens.
type loadedManual struct {
	source *remote.Source
	*remote.Manual
	tokens manual.TokenDocument
}

// manuals reads the manuals as they are now. It leaves out manuals that do not exist
// or that the token may not read. It returns an error only if no manual can be read.
func (s *server) manuals(ctx context.Context) ([]*loadedManual, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []*loadedManual
	var documents []*remote.Manual
	var failed error
	for _, address := range s.addresses {
		m, err := s.read(ctx, address)
		switch {
		case err == nil:
			all, documents = append(all, m), append(documents, m.Manual)
		case !errors.Is(err, remote.ErrNotFound):
			failed = errors.Join(failed, err)
		}
	}
	if !slices.Equal(documents, s.documents) {
		s.setResources(all)
		s.documents = documents
	}
	if len(all) > 0 {
		failed = nil
	}
	return all, failed
}

func (s *server) read(ctx context.Context, address string) (*loadedManual, error) {
	source := s.sources[address]
	if source == nil {
		found, err := s.client.Find(ctx, address)
		if err != nil {
			return nil, err
		}
		s.sources[address], source = found, found
	}
	document, err := source.Read(ctx)
	if err != nil {
		return nil, err
	}
	m := &loadedManual{source: source, Manual: document}
	// Problems are ignored: bad content of another service makes no tokens.
	if sections, err := content.Sections(&manual.Manual{Sections: document.Sections}); err == nil {
		m.tokens, _, _ = tokenize.Document(sections)
	}
	return m, nil
}

// markdown renders sections as in the export manual.md.
func (m *loadedManual) markdown(sections ...manual.Section) (string, error) {
	shown := &manual.Manual{ID: m.ID, Slug: m.Slug, Title: m.Title, Description: m.Description, Visibility: m.Visibility, Sections: sections}
	shown.UpdatedAt, _ = time.Parse(time.RFC3339, m.UpdatedAt) // the zero time for none
	parsed, err := content.Sections(shown)
	if err != nil {
		return "", err
	}
	return string(markdown.Render(markdown.Page{Manual: shown, Sections: parsed, Tokens: &m.tokens, Address: m.URL})), nil
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
	return slices.ContainsFunc([]string{m.source.Slug, m.ID, m.Slug, m.Title, m.URL, m.source.Slug + "." + m.Slug}, func(is string) bool {
		return strings.EqualFold(is, strings.TrimSuffix(name, "/"))
	})
}

// uri returns the URI of the manual as a resource: designmanual://<host>/<slug>.
func (m *loadedManual) uri() string {
	return "designmanual://" + m.source.Base.Host + "/" + m.source.Slug
}

// setResources replaces the resources: each manual and each section as Markdown, and
// each token document.
func (s *server) setResources(all []*loadedManual) {
	s.sdk.RemoveResources(s.resources...)
	s.resources = nil
	for _, m := range all {
		s.addResource(m, "", "", "", "text/markdown", "the whole manual as Markdown", func(_ context.Context, m *loadedManual) (string, error) {
			return m.markdown(m.Sections...)
		})
		s.addResource(m, "/tokens.json", " tokens", ": design tokens", "application/json", "the design tokens in the W3C format", func(ctx context.Context, m *loadedManual) (string, error) {
			tokens, err := m.source.Tokens(ctx)
			return string(tokens), err
		})
		for _, section := range m.Sections {
			s.addResource(m, "/sections/"+section.ID, " "+section.Anchor, ": "+section.Title, "text/markdown", "a section of the manual as Markdown", func(_ context.Context, m *loadedManual) (string, error) {
				current, ok := m.section(section.ID)
				if !ok {
					return "", nil
				}
				return m.markdown(current)
			})
		}
	}
}

// addResource adds a resource of a manual. A request for it reads the manual again.
// If read returns nothing, the resource is not found.
func (s *server) addResource(m *loadedManual, path, name, title, mediaType, description string, read func(context.Context, *loadedManual) (string, error)) {
	uri := m.uri()
	resource := &sdk.Resource{URI: uri + path, Name: m.source.Slug + name, Title: m.Title + title, MIMEType: mediaType, Description: description}
	s.resources = append(s.resources, resource.URI)
	s.sdk.AddResource(resource, func(ctx context.Context, _ *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		all, err := s.manuals(ctx)
		text := ""
		if i := slices.IndexFunc(all, func(m *loadedManual) bool { return m.uri() == uri }); i >= 0 {
			text, err = read(ctx, all[i])
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("reading %s: %w", resource.URI, err)
		case text == "":
			return nil, sdk.ResourceNotFoundError(resource.URI)
		}
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: resource.URI, MIMEType: mediaType, Text: text}}}, nil
	})
}
