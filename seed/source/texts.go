package source

import (
	"bytes"
	"errors"
	"net/url"
	pathpkg "path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	parser "golang.org/x/net/html"

	"designmanual/seed/problem"
	"designmanual/tokenize/content"
)

// MaxTextBytes limits a string, and a text beside the seed file.
const MaxTextBytes = 1 << 20

// A textFault is what is wrong at a place of a text beside a seed file.
type textFault struct {
	offset int
	text   string
}

func (f textFault) Error() string { return f.text }

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
			for _, node := range block.Find(path) {
				if node.Is('{') {
					f.readText(node, node.Get("file"))
				}
			}
		}
	}
}

// readText replaces one object. The name is the value of its only key.
func (f *ParsedFile) readText(node, name *content.Value) {
	object := *node
	t := &content.Tree{
		Name: f.Name, Order: f.Tree.Order, Root: &content.Value{}, In: node.Path(),
		Part: problem.PartAt(f.Tree, int(node.Start)),
	}
	node.Become(t)
	f.Tree.Texts[node.Start] = t
	if len(object.Children) != 1 || !name.Is('"') {
		f.ParseProblems.ErrorAt(&object, `expected rich text: a string, or { "file": "voice.md" }, found another object`)
		return
	}
	err := f.loadText(t, name.Text())
	var fault textFault
	if errors.As(err, &fault) {
		f.ParseProblems.Add(problem.Error, t, fault.offset, 0, "%s", fault.text)
		return
	}
	if err != nil {
		f.ParseProblems.Add(problem.Error, f.Tree, int(name.Start), int(name.Start), "%v", err)
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
	f.TextPaths = append(f.TextPaths, path)
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
	if offset := firstInvalid(data); offset >= 0 {
		return textFault{offset, "expected UTF-8, found other bytes. Save the file as UTF-8."}
	}
	if offset := bytes.IndexByte(data, 0); offset >= 0 {
		return textFault{offset, "expected a text, found the character NUL. Save the file as UTF-8."}
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
	for offset := 0; offset < len(data); {
		r, size := utf8.DecodeRune(data[offset:])
		if r == utf8.RuneError && size == 1 {
			return offset
		}
		offset += size
	}
	return -1
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
					f.ParseProblems.Add(problem.Error, t, t.Offset(attr.Val), 0, "%v", err)
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
