package content

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// At returns the offset of a part of a string in its file: where it first stands, in any case, or
// where the string begins if it is not there.
func (n *Value) At(part string) int {
	if part == "" {
		return n.offset()
	}
	if n.Tree.In != "" {
		return n.Tree.Offset(part)
	}
	if at := find(n.Text(), part); at > 0 {
		return int(n.Start) + literalOffset(n.Raw(), at)
	}
	return n.offset()
}

// Offset returns where a string first stands in the data, in any case, or 0.
func (t *Tree) Offset(part string) int { return find(string(t.Data), part) }

// find returns where a part first stands in a text, or else where it stands in another case or with
// its ampersands as HTML writes them, or 0. It passes over a place where a word goes on after the part, since
// "#color-2" is not the link "#color".
func find(text, part string) int {
	for at := strings.Index(text, part); at >= 0; {
		end := at + len(part)
		if !goesOn(part, text[end:]) {
			return at
		}
		next := strings.Index(text[end:], part)
		if next < 0 {
			break
		}
		at = end + next
	}
	if found := regexp.MustCompile("(?i)" + regexp.QuoteMeta(part)).FindStringIndex(text); found != nil {
		return found[0]
	}
	if written := strings.ReplaceAll(part, "&", "&amp;"); written != part && !strings.Contains(part, "&amp;") {
		return find(text, written)
	}
	return 0
}

// goesOn reports whether the word or the anchor that a text ends with goes on in the next one.
func goesOn(text, next string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	first, _ := utf8.DecodeRuneInString(next)
	return isWord(last) && next != "" && (isWord(first) || strings.ContainsRune("-_.", first))
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// literalOffset returns where the byte of a string's text at an offset stands in its JSON literal.
func literalOffset(literal []byte, at int) int {
	offset := 1
	for at > 0 {
		if literal[offset] != '\\' {
			offset, at = offset+1, at-1
			continue
		}
		if literal[offset+1] != 'u' {
			offset, at = offset+2, at-1
			continue
		}
		unit, _ := strconv.ParseUint(string(literal[offset+2:offset+6]), 16, 16) // parsed before
		// two escapes are one character (RFC 8259, section 7)
		if utf16.IsSurrogate(rune(unit)) {
			offset, at = offset+12, at-utf8.UTFMax
			continue
		}
		offset, at = offset+6, at-utf8.RuneLen(rune(unit))
	}
	return offset
}
