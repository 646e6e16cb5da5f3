package source

import (
	"fmt"
	"strings"

	"designmanual/tokenize/content"
)

// ordinals are the first of the words that count the blocks of a section.
var ordinals = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

// PartAt describes the section or block that an offset is in by the section's title, if it
// has no id that would name it in a message: "Our Colours", first block. Else it returns
// "".
func PartAt(t *content.Tree, offset int) string {
	for _, m := range t.Root.Get("manuals").List() {
		if !holds(m, offset) {
			continue
		}
		for _, version := range []*content.Value{m, m.Get("approved")} {
			for _, s := range version.Get("sections").List() {
				if holds(s, offset) {
					return describePart(s, offset)
				}
			}
		}
	}
	return ""
}

// describePart describes a section, or the block in it that an offset is in.
func describePart(section *content.Value, offset int) string {
	title := strings.TrimSpace(section.Get("title").Text())
	if title == "" {
		return ""
	}
	for i, b := range section.Get("blocks").List() {
		if !holds(b, offset) {
			continue
		}
		if b.Get("id").Text() != "" {
			return ""
		}
		if i < len(ordinals) {
			return fmt.Sprintf("%q, %s block", Truncate(title), ordinals[i])
		}
		return fmt.Sprintf("%q, block %d", Truncate(title), i+1)
	}
	if section.Get("id").Text() != "" {
		return ""
	}
	return fmt.Sprintf("%q", Truncate(title))
}

// holds reports whether an offset is in a value.
func holds(v *content.Value, offset int) bool {
	return int(v.Start) <= offset && offset < int(v.End)
}
