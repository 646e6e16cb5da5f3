// Package content reads and makes the content of sections and blocks. [Value] is its only
// type: a JSON value that keeps its place, the order of members and the text of numbers.
// It checks no rules; an import does.
package content

import (
	"fmt"
	"strings"

	"designmanual/db/manual"
)

// A Section is a section of a manual with its parsed content.
type Section struct {
	*manual.Section
	Content *Value // nil without content
	Blocks  []Block
}

// A Block is a block of a manual with its parsed content.
type Block struct {
	*manual.Block
	Content *Value // nil without content
}

// DoOrDont returns "do" or "dont" if all examples of a block are of that sort, else an empty string.
func (b Block) DoOrDont() string {
	if b.Kind != manual.DosDonts {
		return ""
	}
	dos, donts := 0, 0
	for _, entry := range b.Content.Get("items").List() {
		if entry.Get("do").Is('t') {
			dos++
		} else {
			donts++
		}
	}
	if dos > 0 && donts == 0 {
		return "do"
	}
	if donts > 0 && dos == 0 {
		return "dont"
	}
	return ""
}

// Label returns what a block without a title is called, in English.
func (b Block) Label() string {
	switch b.DoOrDont() {
	case "do":
		return "Do"
	case "dont":
		return "Don't"
	}
	return b.Kind.Label()
}

// Sections parses the content of a manual. The error is for content that an
// import refuses; it names the section and the block.
func Sections(m *manual.Manual) ([]Section, error) {
	var (
		sections []Section
		err      error
	)
	for i := range m.Sections {
		s := Section{Section: &m.Sections[i]}
		if s.Content, err = Parse(s.Section.Content); err != nil {
			return nil, fmt.Errorf("section %s: %w", s.ID, err)
		}
		for i := range s.Section.Blocks {
			b := Block{Block: &s.Section.Blocks[i]}
			if b.Content, err = Parse(b.Block.Content); err != nil {
				return nil, fmt.Errorf("block %s of section %s: %w", b.ID, s.ID, err)
			}
			s.Blocks = append(s.Blocks, b)
		}
		sections = append(sections, s)
	}
	return sections, nil
}

// Parse parses a JSON object. It returns nil for empty data.
func Parse(data []byte) (*Value, error) {
	if len(data) == 0 {
		return nil, nil
	}
	t := Tree{Data: data}
	var fault Fault
	if !t.Parse(func(f Fault) { fault = f }) {
		return nil, fmt.Errorf("reading content: %s", fault.Text)
	}
	if !t.Root.Is('{') {
		return nil, fmt.Errorf("reading content: expected an object, found %.40q", data)
	}
	return t.Root, nil
}

// IsAddress reports whether a string is a web address. Schemes compare without case (RFC 3986, section 3.1).
func IsAddress(s string) bool {
	scheme, _, found := strings.Cut(s, "//")
	return found && (strings.EqualFold(scheme, "http:") || strings.EqualFold(scheme, "https:"))
}
