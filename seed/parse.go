package seed

import (
	"bytes"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
)

// A file is a seed file on its way in.
type file struct {
	Source
	order  int // among the files of the import
	root   node
	faults faults // what is wrong with it by itself
	broken bool   // not parsed to its end: there is no tree

	named map[string]*namedFile // files that it names, which have been read, by their path in its folder
	links []textLink            // relative addresses in its rich text
}

// position returns the line and the column of an offset, both from 1, the
// column in bytes.
func (f *file) position(offset int) (line, column int) {
	before := f.Data[:min(offset, len(f.Data))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// utf8BOM may stand before the document (RFC 8259, section 8.1, lets a
// parser ignore it); columns are counted after it.
var utf8BOM = []byte("\xef\xbb\xbf")

// parse builds the tree of a file, as far as it is JSON. What is not JSON is
// one fault; duplicate names are faults that leave the tree whole.
func parse(f *file) {
	f.broken = true
	switch {
	case f.Err != nil:
		f.faults.add(f, 0, "%v", f.Err)
		return
	case len(f.Data) > MaxFileBytes:
		f.faults.add(f, 0, "expected at most %d MiB, found more", MaxFileBytes>>20)
		return
	case bytes.HasPrefix(f.Data, []byte("\xff\xfe")), bytes.HasPrefix(f.Data, []byte("\xfe\xff")):
		f.faults.add(f, 0, "expected UTF-8, found a UTF-16 byte order mark")
		return
	}
	f.Data = bytes.TrimPrefix(f.Data, utf8BOM)
	p := parser{
		file: f, faults: &f.faults,
		decoder: jsontext.NewDecoder(bytes.NewBuffer(f.Data), jsontext.AllowDuplicateNames(true)),
	}
	token, start, ok := p.next()
	if ok {
		f.root, ok = p.value(token, start, 1)
	}
	if !ok {
		return
	}
	if rest := bytes.TrimLeft(f.Data[f.root.end:], " \t\r\n"); len(rest) > 0 {
		f.faults.add(f, len(f.Data)-len(rest), "expected the end of the file after the object, found more")
		return
	}
	f.broken = false
}

type parser struct {
	file    *file
	faults  *faults
	decoder *jsontext.Decoder
	count   int    // of values so far
	open    []node // what has been read of the objects and arrays that have begun
}

// next reads a token and returns it with the offset of its first byte.
func (p *parser) next() (jsontext.Token, int, bool) {
	rest := bytes.TrimLeft(p.file.Data[p.decoder.InputOffset():], " \t\r\n,:")
	start := len(p.file.Data) - len(rest)
	token, err := p.decoder.ReadToken()
	if err != nil {
		p.fail(err, start)
	}
	return token, start, err == nil
}

// afterU is what a message quotes of a \u escape that is none: it may be part of
// a secret.
var afterU = regexp.MustCompile("(escape sequence|surrogate pair) [`\"]\\\\+u.* in string")

// fail records what is not JSON in the token that begins at start.
func (p *parser) fail(err error, start int) {
	end := len(p.file.Data)
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.EOF) && len(bytes.TrimSpace(p.file.Data)) == 0:
		p.faults.add(p.file, end, "expected an object, found an empty file")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), !errors.As(err, &syntax):
		p.faults.add(p.file, end, "expected more, found the end of the file")
	default:
		offset := int(syntax.ByteOffset)
		if start < offset && unicode.IsLetter(rune(p.file.Data[start])) {
			offset = start // a bare word, not the letter in it that is unlike true, false or null
		}
		p.faults.add(p.file, offset, "expected JSON in UTF-8: %s", afterU.ReplaceAllString(syntax.Err.Error(), "$1 in string"))
	}
}

// noNUL refuses NUL in the string that begins at start and has just been read:
// no page, style sheet or terminal can show it. The path is that of the value
// at an offset.
func (p *parser) noNUL(start, at int) {
	literal := p.file.Data[start:p.decoder.InputOffset()]
	if !bytes.Contains(literal, []byte(`\u0000`)) {
		return
	}
	if text, err := jsontext.AppendUnquote(nil, literal); err == nil && bytes.IndexByte(text, 0) >= 0 {
		p.faults.put(Error, p.file, start, at, "expected text without the character NUL (\\u0000)")
	}
}

// value reads the value that begins with a token, or as much of it as is right.
func (p *parser) value(token jsontext.Token, start, depth int) (n node, ok bool) {
	n = node{file: p.file, kind: token.Kind(), start: uint32(start), end: math.MaxUint32}
	if p.count++; p.count > MaxValues {
		p.faults.add(p.file, start, "expected at most %d values in a file", MaxValues)
		return n, false
	}
	switch n.kind {
	case '"':
		p.noNUL(start, start)
	case '{', '[':
		if depth > MaxDepth {
			p.faults.add(p.file, start, "expected at most %d objects and arrays inside one another", MaxDepth)
			return n, false
		}
		first := len(p.open)
		ok = p.inside(n.kind, start, depth+1)
		n.children = slices.Clone(p.open[first:]) // which takes no more memory than it must
		if p.open = p.open[:first]; !ok {
			return n, false
		}
	}
	n.end = uint32(p.decoder.InputOffset())
	return n, true
}

// inside reads the members or items of the value that begins at an offset, to
// its end, and appends them to p.open.
func (p *parser) inside(kind jsontext.Kind, of, depth int) bool {
	var seen map[string]bool
	if kind == '{' {
		seen = make(map[string]bool)
	}
	for {
		token, start, ok := p.next()
		if ok && (token.Kind() == '}' || token.Kind() == ']') || !ok && kind == '{' {
			return ok
		}
		child := node{end: math.MaxUint32}
		if kind == '{' {
			name, nameStart := token.String(), start
			p.noNUL(start, of)
			if seen[name] {
				p.faults.add(p.file, start, "duplicate key: expected each key once")
				if p.faults.full(p.file) {
					return false
				}
			}
			seen[name] = true
			if token, start, ok = p.next(); ok {
				child, ok = p.value(token, start, depth)
			}
			child.name, child.nameStart = name, uint32(nameStart)
		} else if ok {
			child, ok = p.value(token, start, depth)
		}
		if p.open = append(p.open, child); !ok {
			return false
		}
	}
}
