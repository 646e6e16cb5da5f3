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
	"slices"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"designmanual/api/remote"
	"designmanual/db/manual"
	"designmanual/seed/content"
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
	_, _ = s.manuals(ctx) // so that there are resources from the start; whoever asks is told an error
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
	offered   []*remote.Manual          // whose resources they are
}

// A book is a manual as it was read.
type book struct {
	source *remote.Source
	*remote.Manual
	tokens manual.TokenDocument
}

// manuals reads the manuals; those that there are not, or not for this token,
// are unknown. What is held is asked for with If-None-Match. The error says
// why none could be read.
func (s *server) manuals(ctx context.Context) ([]*book, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []*book
	var documents []*remote.Manual
	var failed error
	for _, address := range s.addresses {
		b, err := s.read(ctx, address)
		switch {
		case err == nil:
			all, documents = append(all, b), append(documents, b.Manual)
		case !errors.Is(err, remote.ErrNone):
			failed = errors.Join(failed, err)
		}
	}
	if !slices.Equal(documents, s.offered) {
		s.offer(all)
		s.offered = documents
	}
	if len(all) > 0 {
		failed = nil
	}
	return all, failed
}

func (s *server) read(ctx context.Context, address string) (*book, error) {
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
	b := &book{source: source, Manual: document}
	// What a service lets into a manual and this program would not makes no
	// tokens here.
	b.tokens, _, _ = tokenize.Document(&manual.Manual{Sections: document.Sections})
	return b, nil
}

// markdown renders sections of the manual as manual.md has them.
func (b *book) markdown(sections ...manual.Section) (string, error) {
	m := &manual.Manual{ID: b.ID, Slug: b.Slug, Title: b.Title, Description: b.Description, Visibility: b.Visibility, Sections: sections}
	m.UpdatedAt, _ = time.Parse(time.RFC3339, b.UpdatedAt) // the zero time for none
	read, err := content.ReadManual(m)
	if err != nil {
		return "", err
	}
	return string(markdown.Render(markdown.Page{Manual: m, Content: read, Tokens: &b.tokens, Address: b.URL})), nil
}

// section returns the section of that id, anchor or title.
func (b *book) section(name string) (manual.Section, bool) {
	for _, same := range []func(manual.Section) bool{
		func(s manual.Section) bool { return s.ID == name },
		func(s manual.Section) bool { return s.Anchor == strings.TrimPrefix(name, "#") },
		func(s manual.Section) bool { return strings.EqualFold(s.Title, name) },
	} {
		if i := slices.IndexFunc(b.Sections, same); i >= 0 {
			return b.Sections[i], true
		}
	}
	return manual.Section{}, false
}

// isNamed tells whether a manual is the one that an agent means.
func (b *book) isNamed(name string) bool {
	return slices.ContainsFunc([]string{b.source.Slug, b.ID, b.Slug, b.Title, b.URL}, func(is string) bool {
		return strings.EqualFold(is, strings.TrimSuffix(name, "/"))
	})
}

// uri is where a manual stands among the resources: designmanual://<host>/<slug>.
func (b *book) uri() string { return "designmanual://" + b.source.Base.Host + "/" + b.source.Slug }

// offer offers the manuals as resources, and no others: each as Markdown, each
// of its sections, and its token document.
func (s *server) offer(all []*book) {
	s.sdk.RemoveResources(s.resources...)
	s.resources = nil
	for _, b := range all {
		s.add(b, "", "", "", "text/markdown", "the whole manual as Markdown", func(_ context.Context, b *book) (string, error) {
			return b.markdown(b.Sections...)
		})
		s.add(b, "/tokens.json", " tokens", ": design tokens", "application/json", "the design tokens in the W3C format", func(ctx context.Context, b *book) (string, error) {
			tokens, err := b.source.Tokens(ctx)
			return string(tokens), err
		})
		for _, section := range b.Sections {
			s.add(b, "/sections/"+section.ID, " "+section.Anchor, ": "+section.Title, "text/markdown", "a section of the manual as Markdown", func(_ context.Context, b *book) (string, error) {
				current, ok := b.section(section.ID)
				if !ok {
					return "", nil
				}
				return b.markdown(current)
			})
		}
	}
}

// add offers a resource of a manual. It is read of the manual as it is then,
// and there is none where that is nothing.
func (s *server) add(b *book, path, name, title, mediaType, description string, read func(context.Context, *book) (string, error)) {
	uri := b.uri()
	resource := &sdk.Resource{URI: uri + path, Name: b.source.Slug + name, Title: b.Title + title, MIMEType: mediaType, Description: description}
	s.resources = append(s.resources, resource.URI)
	s.sdk.AddResource(resource, func(ctx context.Context, _ *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		all, err := s.manuals(ctx)
		text := ""
		for _, current := range all {
			if current.uri() == uri && text == "" && err == nil {
				text, err = read(ctx, current)
			}
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
