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
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"designmanual/api/remote"
	"designmanual/api/render/markdown"
	"designmanual/db/manual"
)

// Serve answers an agent until in ends or ctx is done. The client reads the manuals at
// addresses of pages or documents; the version is that of the program.
func Serve(ctx context.Context, client *remote.Client, addresses []string, version string, in io.Reader, out io.Writer) error {
	err := newServer(readAll(client, addresses), version, nil).Run(ctx, lineTransport{in, out})
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

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

func (s *server) followTheBrand(ctx context.Context, request *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
	all, err := s.load(ctx, request.Params.Arguments["manual"])
	if err != nil {
		return nil, err
	}
	m := all[0]
	brand, _, _ := strings.Cut(m.name, ".")
	text := markdown.RenderSkill(m.page, manual.Brand{Slug: brand, Name: m.Title})
	return &sdk.GetPromptResult{Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: string(text)}}}}, nil
}

// maxAnswer is how many characters the content of an answer has at most, and maxItems
// how many of them its items have.
const (
	maxAnswer = 4000
	maxItems  = maxAnswer - 300
)

// part returns the items from a number on that fit into an answer, and how to go on;
// without any, that is what to do then.
func part[T any](items []T, from int, without string) (fitting []T, more string) {
	fitting = []T{}
	if len(items) == 0 {
		return fitting, without
	}
	from = min(max(from, 0), len(items))
	size, long := 0, 0
	for i, item := range items[from:] {
		n := length(item)
		if n > maxItems {
			long++
			continue
		}
		if size += n; size > maxItems {
			more = fmt.Sprintf("; %d of %d; the rest with from: %d", len(fitting), len(items), from+i)
			break
		}
		fitting = append(fitting, item)
	}
	if long > 0 {
		more += fmt.Sprintf("; %d are too long for an answer; the resources have them", long)
	}
	return fitting, strings.TrimPrefix(more, "; ")
}

// length returns how many characters a plain value has in an answer, with a comma.
func length(value any) int {
	text, _ := json.Marshal(value)
	return utf8.RuneCount(text) + 1
}

// brief returns at most two hundred characters of a text.
func brief(text string) string {
	if r := []rune(text); len(r) > 200 {
		return string(r[:199]) + "…"
	}
	return text
}

// briefError returns an error whose text fits into an answer.
func briefError(err error) error {
	if err == nil || utf8.RuneCountInString(err.Error()) <= maxAnswer {
		return err
	}
	return errors.New(string([]rune(err.Error())[:maxAnswer-1]) + "…")
}

// excerpt returns the characters of a text from a number on that fit into an answer
// with so much room, up to the end of a line if there is one, and how to go on.
func excerpt(text string, from, room int) (shown, more string) {
	runes := []rune(text)
	from = min(max(from, 0), len(runes))
	to := from
	for ; to < len(runes); to++ {
		if room -= length(string(runes[to])) - 3; room < 0 {
			break
		}
	}
	shown = string(runes[from:to])
	if to == len(runes) {
		return shown, ""
	}
	if end := strings.LastIndexByte(shown, '\n'); end > 0 {
		shown = shown[:end+1]
	}
	return shown, fmt.Sprintf("the rest with from: %d", from+utf8.RuneCountInString(shown))
}
