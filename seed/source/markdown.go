package source

import (
	"bytes"
	"fmt"
	pathpkg "path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// The limits of Markdown, beyond which goldmark takes minutes or gigabytes: it pads
// every row of a table to the width of its heading, and compares each mark of emphasis
// with those before it in the paragraph.
const (
	maxMarkdownBytes = 256 << 10
	maxBlockBytes    = 32 << 10 // without an empty line in between
	maxCells         = 20_000   // of the lines of such a block, each as wide as the widest
	maxQuotes        = 100      // marks of block quotes in a line
)

// A limitedText takes the HTML of a text: a reference can repeat a long address.
type limitedText struct{ text strings.Builder }

func (t *limitedText) Write(p []byte) (int, error) {
	if t.text.Len()+len(p) > MaxTextBytes {
		return 0, fmt.Errorf("that has at most %d KiB of HTML", MaxTextBytes>>10)
	}
	return t.text.Write(p)
}

// checkMarkdown checks the limits of Markdown. The error is a textFault.
func checkMarkdown(data []byte) error {
	if len(data) > maxMarkdownBytes {
		return textFault{
			maxMarkdownBytes,
			fmt.Sprintf("expected at most %d KiB of Markdown, found %d bytes", maxMarkdownBytes>>10, len(data)),
		}
	}
	bytesOf, lines, columns, offset := 0, 0, 0, 0
	for line := range bytes.Lines(data) {
		begin := offset
		offset += len(line)
		if len(bytes.TrimSpace(line)) == 0 {
			bytesOf = 0
			lines = 0
			columns = 0
			continue
		}
		bytesOf += len(line)
		lines++
		columns = max(columns, bytes.Count(line, []byte("|"))+1)
		if bytesOf > maxBlockBytes {
			return textFault{
				begin, fmt.Sprintf("expected an empty line after at most %d KiB of Markdown", maxBlockBytes>>10),
			}
		}
		if columns > 1 && lines*columns > maxCells {
			return textFault{begin, fmt.Sprintf("expected a table of at most %d cells", maxCells)}
		}
		if bytes.Count(line, []byte(">")) > maxQuotes && len(bytes.Trim(line, "> \t\r\n")) < len(line)-maxQuotes {
			return textFault{begin, fmt.Sprintf("expected block quotes in at most %d others", maxQuotes)}
		}
	}
	return nil
}

// toHTML returns a text as HTML: CommonMark with tables by the extensions .md and
// .markdown, and what is HTML already.
func toHTML(path string, data []byte) (string, error) {
	switch strings.ToLower(pathpkg.Ext(path)) {
	case ".html", ".htm":
		return string(data), nil
	case ".md", ".markdown":
		if err := checkMarkdown(data); err != nil {
			return "", err
		}
		var out limitedText
		markdown := goldmark.New(
			goldmark.WithExtensions(extension.Table),
			goldmark.WithRendererOptions(html.WithUnsafe()), // raw HTML is judged as rich text is
		)
		if err := markdown.Convert(data, &out); err != nil {
			return "", AssetError("expected CommonMark " + err.Error())
		}
		return strings.TrimSuffix(out.text.String(), "\n"), nil
	}
	return "", AssetError("expected a Markdown or HTML file (.md or .html)")
}
