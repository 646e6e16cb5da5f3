package seed

import (
	"bytes"
	"errors"
	"io"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits of a seed file.
const (
	MaxFileBytes = 32 << 20 // bytes of one file
	MaxDepth     = 64       // objects and arrays inside one another, the root being the first
)

// A node is a JSON value and where it stands in its file. The tree keeps
// what a decoder into Go types would lose: positions, duplicate names, the
// order of members and the text of numbers.
type node struct {
	kind       jsontext.Kind // one of { [ " 0 t f n
	start, end int           // byte offsets in the file
	text       string        // the characters of a string, the text of a number
	members    []member      // of an object, as written, duplicates included
	items      []node        // of an array
}

type member struct {
	name  string
	start int // byte offset of the name's opening quote
	value node
}

// get returns the first member of that name, or nil.
func (n *node) get(name string) *node {
	if n == nil {
		return nil
	}
	for i := range n.members {
		if n.members[i].name == name {
			return &n.members[i].value
		}
	}
	return nil
}

// A file is a seed file on its way in.
type file struct {
	name   string
	order  int // among the files of the import
	data   []byte
	root   node
	broken bool  // not parsed to its end: there is no tree
	unread error // why there is no data
}

// utf8BOM may stand before the document (RFC 8259, section 8.1, lets a
// parser ignore it); columns are counted after it.
var utf8BOM = []byte("\xef\xbb\xbf")

// parse builds the tree of a file. What is not JSON is one fault; duplicate
// names are faults that leave the tree whole.
func parse(f *file, faults *faults) {
	f.broken = true
	switch {
	case f.unread != nil:
		faults.add(f, 0, nil, "%v", f.unread)
		return
	case len(f.data) > MaxFileBytes:
		faults.add(f, 0, nil, "expected at most %d MiB, found %d bytes", MaxFileBytes>>20, len(f.data))
		return
	case bytes.HasPrefix(f.data, []byte("\xff\xfe")), bytes.HasPrefix(f.data, []byte("\xfe\xff")):
		faults.add(f, 0, nil, "expected UTF-8, found a UTF-16 byte order mark")
		return
	}
	f.data = bytes.TrimPrefix(f.data, utf8BOM)
	p := parser{file: f, faults: faults, decoder: jsontext.NewDecoder(bytes.NewBuffer(f.data), jsontext.AllowDuplicateNames(true))}
	root, ok := p.value(nil, 1)
	if !ok {
		return
	}
	if rest := bytes.TrimLeft(f.data[root.end:], " \t\r\n"); len(rest) > 0 {
		offset := len(f.data) - len(rest)
		faults.add(f, offset, nil, "expected the end of the file after the object, found more")
		return
	}
	f.root, f.broken = root, false
}

type parser struct {
	file    *file
	faults  *faults
	decoder *jsontext.Decoder
	offset  int // where the last token ended
}

// skip returns the offset of the next token at or after offset.
func (p *parser) skip(offset int) int {
	for offset < len(p.file.data) {
		switch p.file.data[offset] {
		case ' ', '\t', '\r', '\n', ',', ':':
			offset++
		default:
			return offset
		}
	}
	return offset
}

// next reads a token and returns it with the offset of its first byte.
func (p *parser) next(at *path) (jsontext.Token, int, bool) {
	start := p.skip(p.offset)
	token, err := p.decoder.ReadToken()
	if err != nil {
		p.fail(err, at, start)
		return token, 0, false
	}
	p.offset = int(p.decoder.InputOffset())
	return token, start, true
}

// fail records what is not JSON in the token that begins at start.
func (p *parser) fail(err error, at *path, start int) {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.EOF) && len(bytes.TrimSpace(p.file.data)) == 0:
		p.faults.add(p.file, len(p.file.data), nil, "expected an object, found an empty file")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		p.faults.add(p.file, len(p.file.data), at, "expected more, found the end of the file")
	case errors.As(err, &syntax):
		offset := int(syntax.ByteOffset)
		if start < offset && unicode.IsLetter(rune(p.file.data[start])) {
			offset = start // a bare word, not the letter in it that is unlike true, false or null
		}
		p.faults.add(p.file, offset, at, "expected JSON in UTF-8: %v", syntax.Err)
	default:
		p.faults.add(p.file, p.offset, at, "expected JSON in UTF-8: %v", err)
	}
}

// value reads the next value whole.
func (p *parser) value(at *path, depth int) (node, bool) {
	token, start, ok := p.next(at)
	if !ok {
		return node{}, false
	}
	n := node{kind: token.Kind(), start: start}
	switch n.kind {
	case '{', '[':
		if depth > MaxDepth {
			p.faults.add(p.file, start, at, "expected at most %d objects and arrays inside one another", MaxDepth)
			return n, false
		}
		if n.kind == '{' {
			ok = p.object(&n, at, depth)
		} else {
			ok = p.array(&n, at, depth)
		}
	case '"', '0':
		n.text = token.String()
	}
	n.end = p.offset
	return n, ok
}

func (p *parser) object(n *node, at *path, depth int) bool {
	var seen map[string]bool // only for objects too large to look through
	for {
		token, start, ok := p.next(at)
		if !ok {
			return false
		}
		if token.Kind() == '}' {
			return true
		}
		name := token.String()
		inside := at.member(name)
		if seen == nil && len(n.members) == 16 {
			seen = make(map[string]bool)
			for _, m := range n.members {
				seen[m.name] = true
			}
		}
		if seen[name] || seen == nil && n.get(name) != nil {
			p.faults.add(p.file, start, inside, "duplicate key: expected each key once")
		}
		if seen != nil {
			seen[name] = true
		}
		value, ok := p.value(inside, depth+1)
		if !ok {
			return false
		}
		n.members = append(n.members, member{name, start, value})
	}
}

func (p *parser) array(n *node, at *path, depth int) bool {
	for {
		if p.decoder.PeekKind() == ']' {
			_, _, ok := p.next(at)
			return ok
		}
		value, ok := p.value(at.item(len(n.items)), depth+1)
		if !ok {
			return false
		}
		n.items = append(n.items, value)
	}
}
