package mcp

import (
	"context"
	"designmanual/seed/markdown"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// pageSize is how many manuals a page of resources has.
const pageSize = 20

// A resource is a manual, its tokens or one of its sections.
type resource struct {
	*sdk.Resource
	read func(context.Context) (string, error)
}

// resources answers the methods for resources from the library, whose manuals may
// change from one request to the next.
func (s *server) resources(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
		switch p := request.GetParams().(type) {
		case *sdk.ListResourcesParams:
			if p == nil { // a message may leave them out
				p = new(sdk.ListResourcesParams)
			}
			return s.listResources(ctx, p.Cursor)
		case *sdk.ReadResourceParams:
			return s.readResource(ctx, p.URI)
		}
		return next(ctx, method, request)
	}
}

func (s *server) listResources(ctx context.Context, cursor string) (*sdk.ListResourcesResult, error) {
	all, _, err := s.library.list(ctx)
	if err != nil {
		return nil, err
	}
	from, _ := strconv.Atoi(cursor) // 0 for none
	from = min(max(from, 0), len(all))
	to := min(from+pageSize, len(all))
	result := &sdk.ListResourcesResult{Resources: []*sdk.Resource{}}
	for _, l := range all[from:to] {
		m, err := l.load(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range l.resources(m) {
			result.Resources = append(result.Resources, r.Resource)
		}
	}
	if to < len(all) {
		result.NextCursor = strconv.Itoa(to)
	}
	return result, nil
}

func (s *server) readResource(ctx context.Context, uri string) (*sdk.ReadResourceResult, error) {
	all, _, err := s.library.list(ctx)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(uri)
	if err != nil {
		return nil, notFound(uri)
	}
	for _, l := range all {
		if prefix := l.uri(); u.Host != l.host || len(uri) < len(prefix) || uri[:len(prefix)] != prefix {
			continue
		}
		m, err := l.load(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range l.resources(m) {
			if r.URI != uri {
				continue
			}
			text, err := r.read(ctx)
			if err != nil {
				return nil, fmt.Errorf("reading %s: %w", uri, err)
			}
			return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: r.MIMEType, Text: text}}}, nil
		}
	}
	return nil, notFound(uri)
}

// uri returns the URI of the manual as a resource: designmanual://<host>/<name>.
func (l listed) uri() string { return "designmanual://" + l.host + "/" + url.PathEscape(l.name) }

// resources returns the manual and each section as Markdown, and the token document.
func (l listed) resources(m *loadedManual) []resource {
	text := func(uri, name, title, description string, read func(context.Context) (string, error)) resource {
		return resource{&sdk.Resource{URI: uri, Name: name, Title: title, MIMEType: "text/markdown", Description: description}, read}
	}
	all := []resource{text(l.uri(), l.name, m.Title, "the whole manual as Markdown", func(context.Context) (string, error) {
		page, err := m.page(m.Sections...)
		return string(markdown.Render(page)), err
	})}
	tokens := text(l.uri()+"/tokens.json", l.name+" tokens", m.Title+": design tokens", "the design tokens in the W3C format", func(ctx context.Context) (string, error) {
		body, err := m.raw(ctx)
		return string(body), err
	})
	tokens.MIMEType = "application/json"
	all = append(all, tokens)
	for _, section := range m.Sections {
		all = append(all, text(l.uri()+"/sections/"+url.PathEscape(section.ID), l.name+" "+section.Anchor, m.Title+": "+section.Title, "a section of the manual as Markdown", func(context.Context) (string, error) {
			return m.markdown(section)
		}))
	}
	return all
}

// notFound returns the error for an unknown URI. What does not print is left out: the
// library could not encode it.
func notFound(uri string) error {
	return sdk.ResourceNotFoundError(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != unicode.ReplacementChar {
			return r
		}
		return -1
	}, uri))
}
