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
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"designmanual/api/remote"
	"designmanual/api/render/markdown"
	"designmanual/db/manual"
)

// Serve answers an agent until in ends or ctx is done. The client reads the manuals at
// addresses of pages or documents; the version is that of the program.
func Serve(
	ctx context.Context, client *remote.Client, addresses []string, version string, in io.Reader, out io.Writer,
) error {
	s := &server{library: readAll(client, addresses), checking: newTurn()}
	l := newLines(in, out)
	err := s.sdk(version, nil).Run(ctx, &sdk.IOTransport{Reader: l, Writer: l})
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

// A server answers the calls of agents from a library.
type server struct {
	library  library
	checking chan struct{} // see newTurn
	secret   bool          // the request has credentials, so that no answer is anybody else's
}

const instructions = "Brand manuals and their design tokens, read-only. list_manuals or the prompt follow_the_brand " +
	"says what there is; " +
	"find_token and files have what code needs, search and get_section the rules, check_code judges what was written."

// sdk returns a server with all tools. The schemas may be nil.
func (s *server) sdk(version string, schemas *sdk.SchemaCache) *sdk.Server {
	sdkServer := sdk.NewServer(
		&sdk.Implementation{Name: "designmanual", Title: "Brand manuals", Version: version},
		&sdk.ServerOptions{
			Instructions: instructions,
			Capabilities: &sdk.ServerCapabilities{
				Resources: &sdk.ResourceCapabilities{}, Tools: &sdk.ToolCapabilities{},
				Prompts: &sdk.PromptCapabilities{},
			},
			SchemaCache:  schemas,
			SetCacheable: func(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { *c = s.cacheable() },
		},
	)
	s.addTools(sdkServer)
	sdkServer.AddPrompt(
		&sdk.Prompt{
			Name: "follow_the_brand", Title: "Follow the brand",
			Description: "What an agent needs to know of a manual before it writes code or text.",
			Arguments: []*sdk.PromptArgument{
				{Name: "manual", Description: "the manual, as list_manuals names it; the first one without it"},
			},
		},
		s.followTheBrand,
	)
	sdkServer.AddReceivingMiddleware(codeErrors, s.resources)
	return sdkServer
}

// addTools adds all tools to the server of the SDK.
func (s *server) addTools(to *sdk.Server) {
	addTool(
		to, "list_manuals",
		"List the brand manuals with their sections, token groups, themes, kinds of files and export pages. "+
			"Use it first, to see what there is and for the names that other tools take.",
		s.listManuals,
	)
	addTool(to, "get_section", "Read a section of a manual as Markdown: its rules, values and examples. "+
		"Use it when list_manuals or search has named the section.", s.getSection)
	addTool(
		to, "find_token",
		"Find design tokens (colors, spacing, fonts, type sizes, radii, shadows, motion, themes) by name in any "+
			"spelling, the color tokens nearest to a color, or all of a group. "+
			"Use it before a value goes into code or a design, and for the name of a value that is there.",
		s.findToken,
	)
	addTool(
		to, "search",
		"Search the manuals for what a question in plain words asks (tone of voice, dark mode, how small may the "+
			"logo be). Use it for rules and reasons; it names the sections to read, best first.",
		s.search,
	)
	addTool(
		to, "files",
		"List logos, fonts and downloads (also icons, images, videos) with address, formats, the ground they are "+
			"for, clear space and minimum size. Use it to place a logo, load a font or link a file.",
		s.files,
	)
	addTool(to, "check_contrast", "Say the contrast ratio of two colors and whether it passes WCAG 2.2. "+
		"Use it before text or a control stands on a color.", s.checkContrast)
	addTool(
		to, "check_code",
		"Find colors, lengths, fonts and shadows in CSS, JSX or HTML that are no token, and deprecated tokens, with "+
			"the nearest token. Use it on code that you have written in a brand's style.",
		s.checkCode,
	)
	addTool(
		to, "releases",
		"List the releases of a manual's design tokens, or say what changed between two: tokens that are gone, "+
			"renamed, changed or new. "+
			"Use it before code moves from one release to another, and when a token that code uses is not found.",
		s.releases,
	)
}

// codeErrors gives errors a code of JSON-RPC (section 5.1), which the SDK does for its own
// alone.
func codeErrors(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
		result, err := next(ctx, method, request)
		if err == nil {
			return result, nil
		}
		if _, coded := errors.AsType[*jsonrpc.Error](err); coded || method == "tools/call" {
			return result, err
		}
		code := int64(jsonrpc.CodeInternalError)
		if _, isArgument := errors.AsType[argumentError](err); isArgument {
			code = jsonrpc.CodeInvalidParams
		}
		return nil, &jsonrpc.Error{Code: code, Message: err.Error()}
	}
}

// addTool adds a read-only tool.
func addTool[In, Out any](s *sdk.Server, name, description string, answer func(context.Context, In) (Out, error)) {
	openWorld := true
	tool := &sdk.Tool{
		Name: name, Description: description,
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &openWorld},
	}
	sdk.AddTool(s, tool, func(ctx context.Context, _ *sdk.CallToolRequest, in In) (*sdk.CallToolResult, Out, error) {
		out, err := answer(ctx, in)
		return nil, out, briefError(err)
	})
}

func (s *server) followTheBrand(ctx context.Context, request *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
	chosen, err := s.choose(ctx, request.Params.Arguments["manual"])
	if err != nil {
		return nil, err
	}
	m, err := chosen[0].load(ctx)
	if err != nil {
		return nil, err
	}
	brand, _, _ := strings.Cut(m.slug, ".")
	text := markdown.RenderSkill(m.page, manual.BrandSettings{Slug: brand, Name: m.Title})
	return &sdk.GetPromptResult{
		Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: string(text)}}},
	}, nil
}
