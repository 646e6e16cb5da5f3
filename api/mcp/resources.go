package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The media types of resources.
const (
	typeMarkdown = "text/markdown"
	typeJSON     = "application/json"
)

// uri is where a manual stands among the resources: designmanual://<host>/<slug>.
func (b *book) uri() string { return "designmanual://" + b.source.Base.Host + "/" + b.source.Slug }

// offer offers the manuals as resources, and no others: each as Markdown, each
// of its sections, and its token document.
func (s *server) offer(all []*book) {
	s.sdk.RemoveResources(s.resources...)
	s.resources = nil
	add := func(r sdk.Resource, read func(context.Context, *book) (string, error)) {
		s.resources = append(s.resources, r.URI)
		s.sdk.AddResource(&r, func(ctx context.Context, _ *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			for _, b := range s.manuals(ctx) {
				if len(r.URI) < len(b.uri()) || r.URI[:len(b.uri())] != b.uri() || len(r.URI) > len(b.uri()) && r.URI[len(b.uri())] != '/' {
					continue
				}
				text, err := read(ctx, b)
				if err != nil {
					return nil, err
				}
				if text != "" {
					return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: r.URI, MIMEType: r.MIMEType, Text: text}}}, nil
				}
			}
			return nil, sdk.ResourceNotFoundError(r.URI)
		})
	}
	for _, b := range all {
		add(sdk.Resource{URI: b.uri(), Name: b.source.Slug, Title: b.Title, MIMEType: typeMarkdown, Description: "the whole manual as Markdown"},
			func(_ context.Context, b *book) (string, error) { return b.markdown() })
		add(sdk.Resource{URI: b.uri() + "/tokens.json", Name: b.source.Slug + " tokens", Title: b.Title + ": design tokens", MIMEType: typeJSON, Description: "the design tokens in the W3C format"},
			func(ctx context.Context, b *book) (string, error) {
				tokens, err := b.source.Tokens(ctx)
				return string(tokens), err
			})
		for _, section := range b.model.Sections {
			add(sdk.Resource{URI: b.uri() + "/sections/" + section.ID, Name: b.source.Slug + " " + section.Anchor, Title: b.Title + ": " + section.Title, MIMEType: typeMarkdown, Description: "a section of the manual as Markdown"},
				func(_ context.Context, b *book) (string, error) {
					current, ok := b.section(section.ID)
					if !ok {
						return "", nil
					}
					return b.markdown(current)
				})
		}
	}
}
