package problem

import (
	"fmt"
	"sort"
	"strings"

	"designmanual/tokenize/content"
)

// ordinals are the first of the words that count the blocks of a section.
var ordinals = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

// PartAt describes the section or block that an offset is in by the section's title, if it
// has no id that would name it in a message: "Our Colours", first block. Else it returns
// "".
func PartAt(t *content.Tree, offset int) string {
	m, _ := itemAt(t.Root.Get("manuals"), offset)
	for _, version := range []*content.Value{m, m.Get("approved")} {
		if s, _ := itemAt(version.Get("sections"), offset); s != nil {
			return describePart(s, offset)
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
	block, i := itemAt(section.Get("blocks"), offset)
	if block == nil {
		if section.Get("id").Text() != "" {
			return ""
		}
		return fmt.Sprintf("%q", content.Truncate(title))
	}
	if block.Get("id").Text() != "" {
		return ""
	}
	if i < len(ordinals) {
		return fmt.Sprintf("%q, %s block", content.Truncate(title), ordinals[i])
	}
	return fmt.Sprintf("%q, block %d", content.Truncate(title), i+1)
}

// itemAt returns the item of a list that an offset is in, and its index; nil if it is in
// none.
func itemAt(list *content.Value, offset int) (*content.Value, int) {
	items := list.List()
	i := sort.Search(len(items), func(i int) bool { return int(items[i].End) > offset })
	if i == len(items) || int(items[i].Start) > offset {
		return nil, 0
	}
	return items[i], i
}
