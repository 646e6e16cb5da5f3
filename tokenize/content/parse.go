package content

import (
	"bytes"
	"fmt"
	"math"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits of a JSON text.
const (
	maxDepth  = 64        // of nested objects and arrays, counting the root
	MaxValues = 1_000_000 // a value takes about 80 bytes of memory
)

// A Fault is what is wrong with a JSON text.
type Fault struct {
	Offset     int    // of the fault
	ValueStart int    // offset of the value whose path tells the place
	Text       string // the fault, and what helps
}

// ByteOrderMark may precede a text in UTF-8 (RFC 8259, section 8.1, lets a parser
// ignore it). Columns are counted after it.
var ByteOrderMark = []byte("\xef\xbb\xbf")

// Parse builds the tree from its data and reports the faults. A syntax error
// leaves the tree incomplete: the result is then false. Duplicate names are faults
// in a complete tree.
func (t *Tree) Parse(report func(Fault)) bool {
	t.Root = new(Value)
	if bytes.HasPrefix(t.Data, []byte("\xff\xfe")) || bytes.HasPrefix(t.Data, []byte("\xfe\xff")) {
		report(Fault{Text: "expected UTF-8, found a UTF-16 byte order mark. " + saveAsUTF8})
		return false
	}
	t.Data = bytes.TrimPrefix(t.Data, ByteOrderMark)
	if !t.parse(0, report) {
		return false
	}
	if rest := bytes.TrimLeft(t.Data[t.Root.End:], " \t\r\n"); len(rest) > 0 {
		at := len(t.Data) - len(rest)
		report(Fault{at, at, "there is more after the object. A file is one object: delete what follows."})
		return false
	}
	return true
}

// parse builds the tree of the value that begins at an offset.
func (t *Tree) parse(from int, report func(Fault)) bool {
	p := parser{
		tree: t, report: report, names: make(map[string]string),
		decoder: jsontext.NewDecoder(bytes.NewBuffer(t.Data[from:]), jsontext.AllowDuplicateNames(true)), from: from,
	}
	token, start, ok := p.next()
	if ok {
		t.Root, ok = p.value(token, start, 1)
	}
	return ok
}

type parser struct {
	tree    *Tree
	report  func(Fault)
	decoder *jsontext.Decoder
	from    int               // offset of what it reads
	count   int               // values so far
	nodes   []Value           // allocated together, which the garbage collector marks faster
	names   map[string]string // of members by how they are written, each once in memory
	open    []int             // offsets of the objects and arrays that are being read
	last    int               // offset of the token that was read last
}

// fault reports a fault at the value that begins at an offset.
func (p *parser) fault(offset int, format string, args ...any) {
	p.report(Fault{offset, offset, fmt.Sprintf(format, args...)})
}

// next reads a token and returns it with the offset of its first byte.
func (p *parser) next() (jsontext.Token, int, bool) {
	rest := bytes.TrimLeft(p.tree.Data[p.offset():], " \t\r\n,:")
	start := len(p.tree.Data) - len(rest)
	token, err := p.decoder.ReadToken()
	if err != nil {
		p.syntaxError(err, start)
		return token, start, false
	}
	p.last = start
	return token, start, true
}

// offset returns where what was read last ends.
func (p *parser) offset() int { return p.from + int(p.decoder.InputOffset()) }

// checkNUL refuses the character NUL in the string that begins at start and was
// just read: no page, style sheet or terminal can show it. The problem has the
// path of the value that begins at offset at.
func (p *parser) checkNUL(start, at int) {
	literal := p.tree.Data[start:p.offset()]
	if !bytes.Contains(literal, []byte(`\u0000`)) {
		return
	}
	text, err := jsontext.AppendUnquote(nil, literal)
	if err != nil {
		return
	}
	if bytes.IndexByte(text, 0) >= 0 {
		p.report(Fault{start, at, "a text has the character NUL (\\u0000). Delete it."})
	}
}

// value reads the value that begins with a token. On an error it returns the
// part that was read.
func (p *parser) value(token jsontext.Token, start, depth int) (*Value, bool) {
	n := p.node()
	n.Kind, n.Start = token.Kind(), uint32(start)
	if p.count++; p.count > MaxValues {
		p.fault(start, "expected at most %d values in a file", MaxValues)
		return n, false
	}
	switch n.Kind {
	case '"':
		p.checkNUL(start, start)
	case '{', '[':
		if depth > maxDepth {
			p.fault(start, "expected at most %d objects and arrays inside one another", maxDepth)
			return n, false
		}
		p.open = append(p.open, start)
		if !p.children(n, depth+1) {
			return n, false
		}
		p.open = p.open[:len(p.open)-1]
	}
	n.End = uint32(p.offset())
	if text := p.tree.Texts[n.Start]; text != nil {
		n.Become(text)
	}
	return n, true
}

// Become makes the value the string of a text that it names.
func (n *Value) Become(text *Tree) {
	*n = Value{Tree: text, Name: n.Name, NameStart: n.NameStart, Start: n.Start, End: n.End, Kind: '"'}
}

// node returns a new node, whose end is not known yet.
func (p *parser) node() *Value {
	if len(p.nodes) == 0 {
		p.nodes = make([]Value, min(p.count/2+4, 256))
	}
	n := &p.nodes[0]
	p.nodes = p.nodes[1:]
	n.Tree, n.End = p.tree, math.MaxUint32
	return n
}

// name returns the name that was just read, the first of equal ones. It begins at start.
func (p *parser) name(token jsontext.Token, start int) string {
	literal := p.tree.Data[start:p.offset()]
	name, known := p.names[string(literal)]
	if !known {
		name = token.String()
		p.names[string(literal)] = name
	}
	return name
}

// manyMembers is from how many on a map finds a name in an object sooner than a look at
// each does.
const manyMembers = 16

// children reads the members or items of an object or array, up to its end.
func (p *parser) children(parent *Value, depth int) bool {
	isObject := parent.Kind == '{'
	var seen map[string]bool // names of a large object
	for {
		token, start, ok := p.next()
		if ok && (token.Kind() == '}' || token.Kind() == ']') || !ok && isObject {
			return ok
		}
		name, nameStart := "", 0
		if isObject {
			name, nameStart = p.name(token, start), start
			p.checkNUL(start, int(parent.Start))
			if len(parent.Children) == manyMembers {
				seen = make(map[string]bool, 2*manyMembers)
				for _, member := range parent.Children {
					seen[member.Name] = true
				}
			}
			if seen[name] || seen == nil && parent.Get(name) != nil {
				line, column := p.tree.Position(int(parent.Get(name).NameStart))
				p.fault(start, "duplicate key %q (also at %d:%d). Write it once.", Truncate(name), line, column)
			}
			if seen != nil {
				seen[name] = true
			}
			token, start, ok = p.next()
		}
		var child *Value
		if ok {
			child, ok = p.value(token, start, depth)
		} else {
			child = p.node()
		}
		child.Name, child.NameStart = name, uint32(nameStart)
		if parent.Children == nil {
			parent.Children = make([]*Value, 0, 4) // as many as most have
		}
		parent.Children = append(parent.Children, child)
		if !ok {
			return false
		}
	}
}
