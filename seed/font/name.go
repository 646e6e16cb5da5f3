package font

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
)

// A Name is what a font file says of itself.
type Name struct {
	Family string // empty if the file says none that a person would write
	Italic bool   // or oblique
}

// Name identifiers (OpenType 1.9, table name): the typographic family is the one with all
// its weights, the family has at most four of them.
const (
	familyName      = 1
	typographicName = 16
)

// ReadName returns the name of a font file, the zero value if it cannot be read.
func ReadName(file []byte) Name {
	t := readTables(file)
	const italic, oblique = 1 << 0, 1 << 9 // of OS/2 fsSelection
	os2 := t["OS/2"]
	n := Name{Italic: os2.u16(62)&(italic|oblique) != 0 || t["head"].u16(44)&2 != 0}
	typographic, family := t["name"].text(typographicName), t["name"].text(familyName)
	const normalWidth = 5
	isNarrow := os2.u16(6) != 0 && os2.u16(6) != normalWidth // a family of its own in CSS, which its family name says
	if typographic != "" && !isNarrow {
		n.Family = typographic
		return n
	}
	if weight := os2.u16(4); weight != 400 && weight != 700 {
		family = weightWords.ReplaceAllString(family, "")
	}
	n.Family = cmp.Or(family, typographic)
	return n
}

// weightWords match what the family name of a weight besides regular and bold ends with.
var weightWords = regexp.MustCompile(
	`(?i)( (thin|hairline|((extra|ultra|semi|demi)[ -]?)?(light|bold)|book|medium|heavy|black))+( italic)?$`,
)

// text returns the text of an identifier in a name table: English of Windows first, then that
// of any other language and platform. Names that makers of web fonts have scrubbed, such as
// a dot, are none.
func (t table) text(id int) string {
	const windows, english = 3, 0x409
	other := ""
	for i := range t.u16(2) {
		record := t.at(6+12*i, 12)
		if record.u16(6) != id {
			continue
		}
		raw := t.at(t.u16(4)+record.u16(10), record.u16(8))
		text := decodeName(raw, record.u16(0))
		if !isName(text) {
			continue
		}
		if record.u16(0) == windows && record.u16(4) == english {
			return text
		}
		if other == "" {
			other = text
		}
	}
	return other
}

// decodeName returns the text of a name: in UTF-16 on all platforms but Macintosh, whose
// characters beyond ASCII are left out.
func decodeName(raw table, platform int) string {
	const macintosh = 1
	if platform == macintosh {
		return strings.Map(func(r rune) rune {
			if r >= unicode.MaxASCII {
				return -1
			}
			return r
		}, string(raw))
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw.u16(2 * i))
	}
	return strings.TrimSpace(string(utf16.Decode(units)))
}

// isName reports whether a text is the name of a family: of at most 63 characters, the first
// of them a letter or digit.
func isName(text string) bool {
	letters := strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	return letters == 0 && len(text) > 1 && len(text) < 64 &&
		!strings.ContainsFunc(text, unicode.IsControl) && !strings.ContainsAny(text, `"'\;{}`)
}
