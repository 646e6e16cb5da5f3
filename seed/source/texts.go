package source

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	pathpkg "path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	parser "golang.org/x/net/html"

	"designmanual/tokenize/content"
)

// MaxTextBytes limits a string, and a text beside the seed file.
const MaxTextBytes = 1 << 20

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

// A textFault is what is wrong at a place of a text beside a seed file.
type textFault struct {
	offset int
	text   string
}

func (f textFault) Error() string { return f.text }

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
			bytesOf, lines, columns = 0, 0, 0
			continue
		}
		bytesOf, lines, columns = bytesOf+len(line), lines+1, max(columns, bytes.Count(line, []byte("|"))+1)
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

// readTexts replaces each object { "file": "voice.md" } in place of rich text by
// the HTML of that file, so that everything later sees a string. Files that are
// refused are problems, and empty strings.
func (f *ParsedFile) readTexts() {
	for _, m := range f.Tree.Root.Get("manuals").List() {
		for _, note := range m.Get("notes").List() {
			if html := note.Get("html"); html.Is('{') {
				f.readText(html, html.Get("file"))
			}
		}
	}
	for block, kind := range f.blocks() {
		for _, path := range kind.Info().RichKeys() {
			for _, at := range block.Find(path) {
				if at.Is('{') {
					f.readText(at, at.Get("file"))
				}
			}
		}
	}
}

// readText replaces one object. The name is the value of its only key.
func (f *ParsedFile) readText(at, name *content.Value) {
	place := *at
	t := &content.Tree{
		Name: f.Name, Order: f.Tree.Order, Root: &content.Value{}, In: at.Path(), Part: PartAt(f.Tree, int(at.Start)),
	}
	at.Become(t)
	f.Tree.Texts[at.Start] = t
	if len(place.Children) != 1 || !name.Is('"') {
		f.Problems.ErrorAt(&place, `expected rich text: a string, or { "file": "voice.md" }, found another object`)
		return
	}
	err := f.loadText(t, name.Text())
	var fault textFault
	if errors.As(err, &fault) {
		f.Problems.Add(Error, t, fault.offset, 0, "%s", fault.text)
		return
	}
	if err != nil {
		f.Problems.Add(Error, f.Tree, int(name.Start), int(name.Start), "%v", err)
		return
	}
	f.movePictures(t)
}

// loadText reads the text that is named by a relative path into its tree. The error is an
// [AssetError], or a textFault at a place of the text.
func (f *ParsedFile) loadText(t *content.Tree, name string) error {
	path, err := AssetPath(name)
	if err != nil {
		return err
	}
	if path == "" {
		return AssetError("expected the path of a Markdown or HTML file (.md or .html)")
	}
	f.Texts = append(f.Texts, path)
	file, info, err := OpenAsset(f.Files, path)
	if err != nil {
		return err
	}
	defer file.Close()
	if info.Size() > MaxTextBytes {
		return assetErrorf("expected a text of at most %d KiB, found %d bytes", MaxTextBytes>>10, info.Size())
	}
	data, err := readOpened(file, path, MaxTextBytes)
	if err != nil {
		return err
	}
	data = bytes.TrimPrefix(data, content.ByteOrderMark)
	t.Path, t.Data = path, data
	t.Name = filepath.Join(filepath.Dir(f.Name), filepath.FromSlash(path))
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return textFault{0, "expected UTF-8, found a UTF-16 byte order mark. Save the file as UTF-8."}
	}
	if at := firstInvalid(data); at >= 0 {
		return textFault{at, "expected UTF-8, found other bytes. Save the file as UTF-8."}
	}
	if at := bytes.IndexByte(data, 0); at >= 0 {
		return textFault{at, "expected a text, found the character NUL. Save the file as UTF-8."}
	}
	t.Text, err = toHTML(path, withLineFeeds(data))
	return err
}

// withLineFeeds returns a text with the ends of lines that Unix has, so that a folder is served in the same
// bytes wherever Git checked it out.
func withLineFeeds(data []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
}

// firstInvalid returns the offset of the first byte that is not UTF-8, or -1.
func firstInvalid(data []byte) int {
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
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

// movePictures makes the relative addresses of pictures, which count from the text,
// count from the folder of the seed file, and keeps them as files of the manual.
func (f *ParsedFile) movePictures(t *content.Tree) {
	if !strings.Contains(strings.ToLower(t.Text), "<img") {
		return
	}
	var out strings.Builder
	for tokens := parser.NewTokenizer(strings.NewReader(t.Text)); tokens.Next() != parser.ErrorToken; {
		raw := string(tokens.Raw())
		if token := tokens.Token(); token.Data == "img" {
			for i, attr := range token.Attr {
				if attr.Key != "src" || attr.Val == "" || URLScheme.MatchString(attr.Val) ||
					strings.HasPrefix(attr.Val, "/") {
					continue
				}
				ref := pathpkg.Join(escapePath(pathpkg.Dir(t.Path)), attr.Val)
				path, err := AssetPath(ref)
				if err != nil {
					f.Problems.Add(Error, t, t.Offset(attr.Val), 0, "%v", err)
					continue
				}
				ref = escapePath(path)
				t.Pictures = append(t.Pictures, content.Picture{Ref: ref, Written: attr.Val})
				token.Attr[i].Val, raw = ref, ""
			}
			if raw == "" {
				raw = token.String()
			}
		}
		out.WriteString(raw)
	}
	t.Text = out.String()
}

// escapePath percent-encodes the segments of a path.
func escapePath(path string) string {
	segments := strings.Split(path, "/")
	for i := range segments {
		segments[i] = url.PathEscape(segments[i])
	}
	return strings.Join(segments, "/")
}
