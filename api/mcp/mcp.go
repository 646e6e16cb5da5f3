// Package mcp lets coding agents read brand manuals: it is a server of the Model
// Context Protocol. [Serve] reads manuals from other machines over the public
// interface (specification, section 4) and talks over standard input and output;
// a [Handler] answers single messages over HTTP for the server that has the manuals.
// Both have the same tools.
//
// All tools are read-only, and every answer is bounded: it says how to go on. A
// manual that may not be read does not exist for the agent. The text of a manual is
// given as it is; nothing here tells an agent what to do but how to read.
package mcp

import (
	"context"
	"errors"
	"io"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"designmanual/api/remote"
	"designmanual/db/manual"
	"designmanual/seed/markdown"
)

// Options are the arguments of [Serve].
type Options struct {
	Addresses []string // of pages or documents of manuals
	Token     string   // access token for private manuals; may be empty
	Version   string   // of the program
}

// Serve answers an agent until in ends or ctx is done.
func Serve(ctx context.Context, o Options, in io.Reader, out io.Writer) error {
	l := &addresses{client: remote.New(o.Token), addresses: o.Addresses, sources: make(map[string]*remote.Source)}
	err := newServer(l, o.Version, nil).Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(in), Writer: nopCloser{out}})
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

// A nopCloser is a writer with a Close method that does nothing.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// A server answers the calls of agents from a library.
type server struct{ library library }

// newServer returns a server with all tools. The schemas may be nil.
func newServer(l library, version string, schemas *sdk.SchemaCache) *sdk.Server {
	s := &server{l}
	made := sdk.NewServer(&sdk.Implementation{Name: "designmanual", Title: "Brand manuals", Version: version}, &sdk.ServerOptions{
		Instructions: "Brand manuals and their design tokens, read-only. list_manuals says which there are.",
		Capabilities: &sdk.ServerCapabilities{Resources: &sdk.ResourceCapabilities{}, Tools: &sdk.ToolCapabilities{}, Prompts: &sdk.PromptCapabilities{}},
		SchemaCache:  schemas,
	})
	addTool(made, "list_manuals", "List the brand manuals with their sections, token groups and exports.", s.listManuals)
	addTool(made, "get_section", "Read a section of a manual as Markdown.", s.getSection)
	addTool(made, "find_token", "Find design tokens by name in any spelling, the color tokens nearest to a color, or all of a group.", s.findToken)
	addTool(made, "search", "Search the text of the manuals. All words must occur in a section.", s.search)
	addTool(made, "check_contrast", "Say the contrast ratio of two colors and whether it passes WCAG 2.2.", s.checkContrast)
	addTool(made, "check_code", "Find colors, lengths, fonts and shadows in CSS, JSX or HTML that are no token, with the nearest token.", s.checkCode)
	made.AddPrompt(&sdk.Prompt{Name: "follow_the_brand", Title: "Follow the brand", Description: "What an agent needs to know of a manual before it writes code or text.",
		Arguments: []*sdk.PromptArgument{{Name: "manual", Description: "the manual, as list_manuals names it; the first one without it"}}}, s.followTheBrand)
	made.AddReceivingMiddleware(s.resources)
	return made
}

// addTool adds a read-only tool.
func addTool[In, Out any](s *sdk.Server, name, description string, answer func(context.Context, In) (Out, error)) {
	openWorld := true
	tool := &sdk.Tool{Name: name, Description: description, Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &openWorld}}
	sdk.AddTool(s, tool, func(ctx context.Context, _ *sdk.CallToolRequest, in In) (*sdk.CallToolResult, Out, error) {
		out, err := answer(ctx, in)
		return nil, out, briefError(err)
	})
}

// followTheBrand is the prompt with the skill of a manual.
func (s *server) followTheBrand(ctx context.Context, request *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
	all, err := s.load(ctx, request.Params.Arguments["manual"])
	if err != nil {
		return nil, err
	}
	m := all[0]
	text := markdown.RenderSkill(m.page, manual.Brand{Slug: m.brand(), Name: m.Title})
	return &sdk.GetPromptResult{Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: string(text)}}}}, nil
}
