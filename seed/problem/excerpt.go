package problem

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"designmanual/db/manual"
)

// An Excerpt is the line of a problem, or of a long line what is around the place.
type Excerpt struct {
	Text  string `json:"text"`
	Caret int    `json:"caret"` // characters before the place
}

const (
	excerptBefore = 60 // characters of a long line before and after the place
	excerptAfter  = 40
	secretBefore  = 400 // bytes around them in which the key of a secret may be
)

// secretKey matches a key whose value nobody may read, with what comes after it also where
// a colon or a quote is missing.
var secretKey = regexp.MustCompile(`(?i)(password|secret|sha256)(["']\s*[:="'\pL\pN]|\s*[:=])`)

// excerptOf returns the line of an offset of a file, or nil if there is none, or one that may hold a
// secret.
func excerptOf(data []byte, offset int) *Excerpt {
	offset = min(offset, len(data))
	before, cutBefore := lastRunes(data[:offset], excerptBefore)
	after, cutAfter := firstRunes(data[offset:], excerptAfter)
	around := data[max(0, offset-len(before)-secretBefore):min(len(data), offset+len(after)+secretBefore)]
	if len(before)+len(after) == 0 || !utf8.Valid(before) || !utf8.Valid(after) || holdsSecret(around) {
		return nil
	}
	indent := 0
	text := ""
	if cutBefore {
		text, indent = "…", 1
	} else {
		before = bytes.TrimLeft(before, " \t")
	}
	text += strings.TrimRight(string(before)+string(after), " \t\r")
	if cutAfter {
		text += "…"
	}
	return &Excerpt{Text: strings.Map(plainCharacter, text), Caret: indent + utf8.RuneCount(before)}
}

// holdsSecret reports whether a text may hold a secret or a part of one.
func holdsSecret(text []byte) bool {
	valid := strings.ToValidUTF8(string(text), "?")
	return secretKey.MatchString(valid) || manual.HideSecrets(valid) != valid
}

// plainCharacter replaces what a terminal would interpret by a space, one for one.
func plainCharacter(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' {
		return ' '
	}
	return r
}

// lastRunes returns at most the last characters of the last line of a text, and whether
// the line has more.
func lastRunes(text []byte, most int) (last []byte, cut bool) {
	from := len(text)
	for range most {
		if from == 0 || text[from-1] == '\n' {
			return text[from:], false
		}
		_, size := utf8.DecodeLastRune(text[:from])
		from -= size
	}
	return text[from:], from > 0 && text[from-1] != '\n'
}

// firstRunes returns at most the first characters of the first line of a text, and
// whether the line has more.
func firstRunes(text []byte, most int) (first []byte, cut bool) {
	to := 0
	for range most {
		if to == len(text) || text[to] == '\n' {
			return text[:to], false
		}
		_, size := utf8.DecodeRune(text[to:])
		to += size
	}
	return text[:to], to < len(text) && text[to] != '\n'
}

// Detail returns the problem as [Problem.String] does, and below it the line with a caret
// under the place.
func (p Problem) Detail() string {
	if p.Excerpt == nil {
		return p.String()
	}
	number := fmt.Sprint(p.Line)
	margin := strings.Repeat(" ", len(number))
	before := []rune(p.Excerpt.Text + " ")
	before = before[:min(p.Excerpt.Caret, len(before))]
	return fmt.Sprintf(
		"%s\n  %s | %s\n  %s | %s^", p.String(), number, p.Excerpt.Text, margin, strings.Repeat(" ", cells(before)),
	)
}

// cells returns how many columns of a terminal a text takes.
func cells(text []rune) int {
	var n int
	for _, r := range text {
		if unicode.In(r, unicode.Mn, unicode.Me) {
			continue
		}
		n++
		if kind := width.LookupRune(r).Kind(); kind == width.EastAsianWide || kind == width.EastAsianFullwidth {
			n++
		}
	}
	return n
}
