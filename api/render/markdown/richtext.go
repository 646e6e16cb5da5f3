package markdown

import (
	"regexp"
	"strings"
	"sync"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/marker"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	tables "github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"

	"designmanual/tokenize/content"
)

// rich returns rich text as blocks of Markdown, empty if it has no text. Of
// scripts, styles and frames nothing is left, and of other elements that
// Markdown does not have only their text.
func (r *renderer) rich(text string) string {
	if !strings.ContainsAny(text, "<&") {
		return paragraph(escape(text))
	}
	if texts, ok := content.Paragraphs(text); ok {
		for i, text := range texts {
			texts[i] = paragraph(escape(text))
		}
		return joinBlocks(texts...)
	}
	body, ok := content.ParseRichText(text)
	if !ok {
		return paragraph(escape(html.UnescapeString(content.StripElements(text))))
	}
	r.prepare(body, 0)
	out, err := richConverter().ConvertNode(body)
	if err != nil {
		return paragraph(escape(html.UnescapeString(content.StripElements(text))))
	}
	return blankLine.ReplaceAllString(string(out), "$1")
}

// blankLine matches the white space of a line that has nothing else but quotes it is in.
var blankLine = regexp.MustCompile(`(?m)^([> ]*?)[ \t]+$`)

// richConverter makes Markdown of what [renderer.prepare] has prepared.
var richConverter = sync.OnceValue(func() *converter.Converter {
	c := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(
			commonmark.WithHorizontalRule("---"),
			commonmark.WithListEndComment(false),
			commonmark.WithLinkEmptyContentBehavior(commonmark.LinkBehaviorSkip),
		),
		strikethrough.NewStrikethroughPlugin(),
		tables.NewTablePlugin(
			tables.WithHeaderPromotion(true),
			tables.WithSkipEmptyRows(true),
			tables.WithCellPaddingBehavior(tables.CellPaddingBehaviorMinimal),
		),
	))
	c.Register.TextTransformer(func(_ converter.Context, text string) string {
		return entity.ReplaceAllString(text, `&amp;$1`)
	}, converter.PriorityEarly)
	c.Register.TextTransformer(func(_ converter.Context, text string) string {
		return escapeMarked(text)
	}, converter.PriorityLate+1)
	return c
})

// certainEscapes escapes for certain what Markdown may interpret anywhere in a line. The
// library marks it and decides later whether it means something, which the text of a manual
// must never.
var certainEscapes = strings.NewReplacer(
	marked+`\`, `\\`, marked+"`", "\\`", marked+`*`, `\*`, marked+`_`, `\_`,
	marked+`[`, `\[`, marked+`]`, `\]`, marked+`~`, `\~`, marked+`|`, `\|`,
)

const marked = string(marker.MarkerEscaping)

// strokes matches a text that would be a line or a heading's underline, also after the sign
// of a list item; strokeEscapes escapes it.
var (
	strokes       = regexp.MustCompile(`^[-=+\s` + marked + `]+$`)
	strokeEscapes = strings.NewReplacer(marked+`-`, `\-`, marked+`=`, `\=`, marked+`+`, `\+`)
)

// escapeMarked escapes what the library has marked as far as it is certain.
func escapeMarked(text string) string {
	if strokes.MatchString(text) {
		return strokeEscapes.Replace(text)
	}
	return certainEscapes.Replace(text)
}

// entity matches a character reference in CommonMark (section 2.5).
var entity = regexp.MustCompile(`&(#?[0-9A-Za-z]+;)`)

// indented prefixes the first line of blocks with one prefix and the other
// lines with another; empty blocks stay empty.
func indented(blocks, first, further string) string {
	if blocks == "" {
		return ""
	}
	lines := strings.Split(blocks, "\n")
	for i := range lines {
		prefix := further
		if i == 0 {
			prefix = first
		}
		if lines[i] == "" {
			prefix = strings.TrimRight(prefix, " ")
		}
		lines[i] = prefix + lines[i] // two spaces at its end are a line break
	}
	return strings.Join(lines, "\n")
}
