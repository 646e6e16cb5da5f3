package seed

import (
	"bytes"
	"errors"
	"io"
	"math"
	"regexp"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
)

// A file is a seed file during an import.
type file struct {
	Source
	order    int // index among the files of the import
	root     *node
	problems collector // found in this file alone
	broken   bool      // not JSON or too large: there is no tree

	named map[string]*namedFile // the files that it refers to, by path; filled as they are read
	links []textLink            // relative addresses in its rich text
}

// position returns the line and column of an offset, both counted from 1, the
// column in bytes.
func (f *file) position(offset int) (line, column int) {
	before := f.Data[:min(offset, len(f.Data))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// utf8BOM may precede the document (RFC 8259, section 8.1, lets a parser ignore
// it). Columns are counted after it.
var utf8BOM = []byte("\xef\xbb\xbf")

// parse builds the tree of a file. A syntax error is one problem and leaves the
// tree incomplete; duplicate names are problems in a complete tree.
func parse(f *file) {
	f.root, f.broken = new(node), true
	switch {
	case f.Err != nil:
		f.problems.errorAtOffset(f, 0, "%v", f.Err)
		return
	case len(f.Data) > MaxFileBytes:
		f.problems.errorAtOffset(f, 0, "expected at most %d MiB, found more", MaxFileBytes>>20)
		return
	case bytes.HasPrefix(f.Data, []byte("\xff\xfe")), bytes.HasPrefix(f.Data, []byte("\xfe\xff")):
		f.problems.errorAtOffset(f, 0, "expected UTF-8, found a UTF-16 byte order mark")
		return
	}
	f.Data = bytes.TrimPrefix(f.Data, utf8BOM)
	p := parser{file: f, decoder: jsontext.NewDecoder(bytes.NewBuffer(f.Data), jsontext.AllowDuplicateNames(true))}
	token, start, ok := p.next()
	if ok {
		f.root, ok = p.value(token, start, 1)
	}
	if !ok {
		return
	}
	if rest := bytes.TrimLeft(f.Data[f.root.end:], " \t\r\n"); len(rest) > 0 {
		f.problems.errorAtOffset(f, len(f.Data)-len(rest), "expected the end of the file after the object, found more")
		return
	}
	f.broken = false
}

type parser struct {
	file    *file
	decoder *jsontext.Decoder
	count   int // values so far
}

// next reads a token and returns it with the offset of its first byte.
func (p *parser) next() (jsontext.Token, int, bool) {
	rest := bytes.TrimLeft(p.file.Data[p.decoder.InputOffset():], " \t\r\n,:")
	start := len(p.file.Data) - len(rest)
	token, err := p.decoder.ReadToken()
	if err != nil {
		p.syntaxError(err, start)
	}
	return token, start, err == nil
}

// afterU matches jsontext's quotation of an invalid \u escape. Messages leave
// the quotation out because it may be part of a secret.
var afterU = regexp.MustCompile("(escape sequence|surrogate pair) [`\"]\\\\+u.* in string")

// syntaxError records why the token that begins at start is not JSON.
func (p *parser) syntaxError(err error, start int) {
	end := len(p.file.Data)
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.EOF) && len(bytes.TrimSpace(p.file.Data)) == 0:
		p.file.problems.errorAtOffset(p.file, end, "expected an object, found an empty file")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), !errors.As(err, &syntax):
		p.file.problems.errorAtOffset(p.file, end, "expected more, found the end of the file")
	default:
		offset := int(syntax.ByteOffset)
		if start < offset && unicode.IsLetter(rune(p.file.Data[start])) {
			offset = start // point at the bare word, not at the letter in it that is wrong
		}
		p.file.problems.errorAtOffset(p.file, offset, "expected JSON in UTF-8: %s", afterU.ReplaceAllString(syntax.Err.Error(), "$1 in string"))
	}
}

// checkNUL refuses the character NUL in the string that begins at start and was
// just read: no page, style sheet or terminal can show it. The problem has the
// path of the value that begins at offset at.
func (p *parser) checkNUL(start, at int) {
	literal := p.file.Data[start:p.decoder.InputOffset()]
	if !bytes.Contains(literal, []byte(`\u0000`)) {
		return
	}
	if text, err := jsontext.AppendUnquote(nil, literal); err == nil && bytes.IndexByte(text, 0) >= 0 {
		p.file.problems.add(Error, p.file, start, at, "expected text without the character NUL (\\u0000)")
	}
}

// value reads the value that begins with a token. On an error it returns the
// part that was read.
func (p *parser) value(token jsontext.Token, start, depth int) (n *node, ok bool) {
	n = &node{file: p.file, kind: token.Kind(), start: uint32(start), end: math.MaxUint32}
	if p.count++; p.count > maxValues {
		p.file.problems.errorAtOffset(p.file, start, "expected at most %d values in a file", maxValues)
		return n, false
	}
	switch n.kind {
	case '"':
		p.checkNUL(start, start)
	case '{', '[':
		if depth > maxDepth {
			p.file.problems.errorAtOffset(p.file, start, "expected at most %d objects and arrays inside one another", maxDepth)
			return n, false
		}
		if !p.children(n, depth+1) {
			return n, false
		}
	}
	n.end = uint32(p.decoder.InputOffset())
	return n, true
}

// children reads the members or items of an object or array, up to its end.
func (p *parser) children(parent *node, depth int) bool {
	isObject := parent.kind == '{'
	var seen map[string]bool // names
	if isObject {
		seen = make(map[string]bool)
	}
	for {
		token, start, ok := p.next()
		if ok && (token.Kind() == '}' || token.Kind() == ']') || !ok && isObject {
			return ok
		}
		name, nameStart := "", 0
		if isObject {
			name, nameStart = token.String(), start
			p.checkNUL(start, int(parent.start))
			if seen[name] {
				p.file.problems.errorAtOffset(p.file, start, "duplicate key: expected each key once")
			}
			seen[name] = true
			token, start, ok = p.next()
		}
		var child *node
		if ok {
			child, ok = p.value(token, start, depth)
		} else {
			child = &node{end: math.MaxUint32}
		}
		child.name, child.nameStart = name, uint32(nameStart)
		if parent.children = append(parent.children, child); !ok {
			return false
		}
	}
}
