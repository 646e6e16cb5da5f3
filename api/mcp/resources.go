package mcp

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"designmanual/api/render/markdown"
	"designmanual/db/manual"
)

// pageSize is how many manuals a page of resources has.
const pageSize = 20

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

// The URI of a manual as a resource is designmanual://<name>. Below it are its token
// document and its sections.
const (
	tokensURI   = "/tokens.json"
	sectionsURI = "/sections/"
)

func (l listed) uri() string { return "designmanual://" + l.name }

func (s *server) listResources(ctx context.Context, cursor string) (*sdk.ListResourcesResult, error) {
	all, _, err := s.library(ctx)
	if err != nil {
		return nil, err
	}
	from, _ := strconv.Atoi(cursor) // 0 for none
	from = min(max(from, 0), len(all))
	to := min(from+pageSize, len(all))
	result := &sdk.ListResourcesResult{Resources: []*sdk.Resource{}}
	var loaded []*loadedManual
	for _, l := range all[from:to] {
		m, err := l.load(ctx)
		if err != nil {
			return nil, err
		}
		loaded = append(loaded, m)
		add := func(uri, name, title, mediaType, description string) {
			result.Resources = append(result.Resources, &sdk.Resource{
				URI: l.uri() + uri, Name: l.name + name, Title: m.Title + title, MIMEType: mediaType,
				Description: description,
			})
		}
		add("", "", "", markdownType, "the whole manual as Markdown")
		add(tokensURI, " tokens", ": design tokens", "application/json", "the design tokens in the W3C format")
		for _, section := range m.Sections {
			add(
				sectionsURI+url.PathEscape(section.ID), " "+section.Anchor, ": "+section.Title, markdownType,
				"a section of the manual as Markdown",
			)
		}
	}
	if to < len(all) {
		result.NextCursor = strconv.Itoa(to)
	}
	result.Cacheable = s.cacheable(loaded...)
	return result, nil
}

// freshFor is how long a document of the interface is good (specification, section 8).
const freshFor = time.Minute

// cacheable says how long what is made of the manuals is good, and for whom: as their
// documents, which nobody keeps of what not everybody may read, and not beyond the end
// of a manual.
func (s *server) cacheable(manuals ...*loadedManual) sdk.Cacheable {
	if s.secret {
		return sdk.Cacheable{CacheScope: "private"}
	}
	fresh := freshFor
	for _, m := range manuals {
		if m.Visibility != manual.Public && m.Visibility != manual.Unlisted {
			return sdk.Cacheable{CacheScope: "private"}
		}
		if m.ExpiresAt == nil {
			continue
		}
		end, err := time.Parse(time.RFC3339, *m.ExpiresAt)
		if err != nil {
			return sdk.Cacheable{CacheScope: "private"}
		}
		fresh = max(0, min(fresh, time.Until(end)))
	}
	return sdk.Cacheable{TTLMs: int(fresh.Milliseconds()), CacheScope: "public"}
}

const markdownType = "text/markdown"

func (s *server) readResource(ctx context.Context, uri string) (*sdk.ReadResourceResult, error) {
	all, _, err := s.library(ctx)
	if err != nil {
		return nil, err
	}
	for _, l := range all {
		below, ok := strings.CutPrefix(uri, l.uri())
		if !ok {
			continue
		}
		contents, err := l.read(ctx, below)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", uri, err)
		}
		if contents == nil {
			continue
		}
		m, err := l.load(ctx)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", uri, err)
		}
		contents.URI = uri
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{contents}, Cacheable: s.cacheable(m)}, nil
	}
	// the library could not encode what does not print
	return nil, sdk.ResourceNotFoundError(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != unicode.ReplacementChar {
			return r
		}
		return -1
	}, uri))
}

// read returns the resource at a URI below that of the manual, nil if there is none.
func (l listed) read(ctx context.Context, below string) (*sdk.ResourceContents, error) {
	if below == tokensURI {
		body, err := l.tokens(ctx)
		return &sdk.ResourceContents{MIMEType: "application/json", Text: string(body)}, err
	}
	m, err := l.load(ctx)
	if err != nil {
		return nil, err
	}
	if below == "" {
		return &sdk.ResourceContents{MIMEType: markdownType, Text: string(markdown.Render(m.page))}, nil
	}
	for _, section := range m.page.Sections {
		if below == sectionsURI+url.PathEscape(section.ID) {
			return &sdk.ResourceContents{
				MIMEType: markdownType, Text: string(markdown.RenderSection(m.page, section)),
			}, nil
		}
	}
	return nil, nil
}
