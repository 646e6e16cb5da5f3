package seed

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
)

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
		faults.add(f, 0, nil, "expected at most %d MiB, found more", MaxFileBytes>>20)
		return
	case bytes.HasPrefix(f.data, []byte("\xff\xfe")), bytes.HasPrefix(f.data, []byte("\xfe\xff")):
		faults.add(f, 0, nil, "expected UTF-8, found a UTF-16 byte order mark")
		return
	}
	f.data = bytes.TrimPrefix(f.data, utf8BOM)
	p := parser{
		file: f, faults: faults,
		decoder: jsontext.NewDecoder(bytes.NewBuffer(f.data), jsontext.AllowDuplicateNames(true)),
	}
	root, ok := p.value(1)
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
	offset  int    // where the last token ended
	steps   []path // to the value that is being read
	count   int    // of values so far
	nodes   []node // in the objects and arrays that are being read, the innermost last
}

// finish returns the nodes from first on, which are all of those in an object
// or array.
func (p *parser) finish(first int) []node {
	inside := slices.Clone(p.nodes[first:])
	p.nodes = p.nodes[:first]
	return inside
}

// here returns the path to the value that is being read.
func (p *parser) here() (at *path) {
	for _, step := range p.steps {
		step.parent = at
		at = &step
	}
	return at
}

// inside reads a value that is one step further down.
func (p *parser) inside(step path, depth int) (node, bool) {
	p.steps = append(p.steps, step)
	n, ok := p.value(depth)
	p.steps = p.steps[:len(p.steps)-1]
	return n, ok
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
func (p *parser) next() (jsontext.Token, int, bool) {
	start := p.skip(p.offset)
	token, err := p.decoder.ReadToken()
	if err != nil {
		p.fail(err, start)
		return token, 0, false
	}
	p.offset = int(p.decoder.InputOffset())
	return token, start, true
}

// fail records what is not JSON in the token that begins at start.
func (p *parser) fail(err error, start int) {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.EOF) && len(bytes.TrimSpace(p.file.data)) == 0:
		p.faults.add(p.file, len(p.file.data), nil, "expected an object, found an empty file")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		p.faults.add(p.file, len(p.file.data), p.here(), "expected more, found the end of the file")
	case errors.As(err, &syntax):
		offset := int(syntax.ByteOffset)
		if start < offset && unicode.IsLetter(rune(p.file.data[start])) {
			offset = start // a bare word, not the letter in it that is unlike true, false or null
		}
		p.faults.add(p.file, offset, p.here(), "expected JSON in UTF-8: %v", syntax.Err)
	default:
		p.faults.add(p.file, p.offset, p.here(), "expected JSON in UTF-8: %v", err)
	}
}

// noNUL refuses NUL in the string that begins at start and has just been read:
// no page, style sheet or terminal can show it.
func (p *parser) noNUL(start int) {
	literal := p.file.data[start:p.offset]
	if !bytes.Contains(literal, []byte(`\u0000`)) {
		return
	}
	if text, err := jsontext.AppendUnquote(nil, literal); err == nil && bytes.IndexByte(text, 0) >= 0 {
		p.faults.add(p.file, start, p.here(), "expected text without the character NUL (\\u0000)")
	}
}

// value reads the next value whole.
func (p *parser) value(depth int) (node, bool) {
	token, start, ok := p.next()
	if !ok {
		return node{}, false
	}
	n := node{kind: token.Kind(), start: uint32(start)}
	if p.count++; p.count > MaxValues {
		p.faults.add(p.file, start, p.here(), "expected at most %d values in a file", MaxValues)
		return n, false
	}
	switch n.kind {
	case '"':
		p.noNUL(start)
	case '{', '[':
		if depth > MaxDepth {
			p.faults.add(p.file, start, p.here(), "expected at most %d objects and arrays inside one another", MaxDepth)
			return n, false
		}
		first := len(p.nodes)
		if n.kind == '{' {
			ok = p.object(depth)
		} else {
			ok = p.array(depth)
		}
		n.children = p.finish(first)
	}
	n.end = uint32(p.offset)
	return n, ok
}

// object reads the members of an object that has been opened.
func (p *parser) object(depth int) bool {
	first := len(p.nodes)
	var seen map[string]bool // only for objects too large to look through
	for {
		token, start, ok := p.next()
		if !ok {
			return false
		}
		if token.Kind() == '}' {
			return true
		}
		name := token.String()
		p.noNUL(start)
		before := node{kind: '{', children: p.nodes[first:]}
		if seen == nil && len(before.children) == 16 {
			seen = make(map[string]bool)
			for i := range before.children {
				seen[before.children[i].name] = true
			}
		}
		if seen[name] || seen == nil && before.get(name) != nil {
			p.faults.add(p.file, start, p.here().member(name), "duplicate key: expected each key once")
			if p.faults.full(p.file) {
				return false
			}
		}
		if seen != nil {
			seen[name] = true
		}
		value, ok := p.inside(path{name: name, index: -1}, depth+1)
		if !ok {
			return false
		}
		value.name, value.nameStart = name, uint32(start)
		p.nodes = append(p.nodes, value)
	}
}

// array reads the items of an array that has been opened.
func (p *parser) array(depth int) bool {
	first := len(p.nodes)
	for {
		if p.decoder.PeekKind() == ']' {
			_, _, ok := p.next()
			return ok
		}
		value, ok := p.inside(path{index: len(p.nodes) - first}, depth+1)
		if !ok {
			return false
		}
		p.nodes = append(p.nodes, value)
	}
}
