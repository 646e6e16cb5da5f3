package asset

import (
	"bufio"
	"errors"
	"regexp"
)

const (
	maxEntityBytes = 500     // of the text of an entity
	maxReferences  = 100_000 // to entities in an image
)

// doctype matches a DOCTYPE that names the W3C's document type, or none, and has what it
// declares in brackets.
var doctype = regexp.MustCompile(`^DOCTYPE\s+svg` +
	`(?:\s+PUBLIC\s+["']-//W3C//DTD SVG [^"'\[\]]*["'](?:\s+["']https?://www\.w3\.org/[^"'\[\]]*["'])?|` +
	`\s+SYSTEM\s+["']https?://www\.w3\.org/[^"'\[\]]*["'])?` +
	`\s*(?:\[((?s:.*))\])?\s*$`)

// declaration matches the declaration of an entity whose text is neither markup nor
// refers to another entity: a namespace or a style, as Illustrator saves them.
var declaration = regexp.MustCompile(`^\s*<!ENTITY\s+([A-Za-z_][A-Za-z0-9_.-]*)\s+(?:"([^"<&%]*)"|'([^'<&%]*)')\s*>\s*`)

// predefined are the entities that XML declares itself (XML 1.0, section 4.6).
var predefined = map[string]bool{"amp": true, "lt": true, "gt": true, "quot": true, "apos": true}

// doctypeEntities returns the entities that a DOCTYPE declares, by name, and the first of
// two (XML 1.0, section 4.2). It returns false for a declaration that is no DOCTYPE of the
// W3C, or that declares anything but plain texts: attributes, markup, or what is in
// another file.
func doctypeEntities(declared string) (map[string]string, bool) {
	found := doctype.FindStringSubmatch(declared)
	if found == nil {
		return nil, false
	}
	entities := make(map[string]string)
	rest := found[1]
	for m := declaration.FindStringSubmatch(rest); m != nil; m = declaration.FindStringSubmatch(rest) {
		rest = rest[len(m[0]):]
		name, text := m[1], m[2]+m[3]
		if predefined[name] || len(text) > maxEntityBytes {
			return nil, false
		}
		if _, known := entities[name]; !known {
			entities[name] = text
		}
	}
	return entities, !notBlank.MatchString(rest)
}

var notBlank = regexp.MustCompile(`\S`)

// errReferences is the error of an image that refers to its entities without end.
var errReferences = errors.New("more than a hundred thousand references to entities")

// An entityReader reads an image. With limited it counts the references to entities, so
// that a small file does not become a large text.
type entityReader struct {
	*bufio.Reader
	limited    bool
	references int
}

func (r *entityReader) ReadByte() (byte, error) {
	b, err := r.Reader.ReadByte()
	if b != '&' || !r.limited {
		return b, err
	}
	if r.references++; r.references > maxReferences {
		return 0, errReferences
	}
	return b, err
}
