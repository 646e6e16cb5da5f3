package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/bidi"

	"designmanual/db/manual"
)

// languages are those that the page itself speaks.
var languages = [...]string{"en", "de", "fr", "es", "nb", "ja", "ar"}

// words are what the page itself says, by key, in the order of [languages].
// %s and %d stand for what is filled in. What a manual says stays as it is
// written.
var words = sync.OnceValue(func() (words map[string][len(languages)]string) {
	file, _ := files.ReadFile("words.json") // is in the program
	if err := json.Unmarshal(file, &words); err != nil {
		panic("words.json: " + err.Error())
	}
	return words
})

// A speech is the language of a page: what is said of it in HTML, and which
// of [languages] its own words are in.
type speech struct {
	Lang, Dir string // attributes of the html element; Dir is empty from left to right
	own       int
}

// speechOf returns the language of a page. Without a tag it is English, and
// runs as the title does.
func speechOf(tag, title string) speech {
	s := speech{Lang: tag}
	if tag == "" {
		s.Lang = "en"
		if leftward(title) {
			s.Dir = "rtl"
		}
	} else if script, _ := language.Make(tag).Script(); slices.Contains(leftwardScripts, script.String()) {
		s.Dir = "rtl"
	}
	primary, _, _ := strings.Cut(strings.ToLower(s.Lang), "-")
	if primary == "no" || primary == "nn" {
		primary = "nb"
	}
	s.own = max(0, slices.Index(languages[:], primary))
	return s
}

var leftwardScripts = []string{"Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"}

// leftward tells whether a text is written from right to left, as its first
// letter that says so (HTML, section 3.2.6.4, "auto").
func leftward(text string) bool {
	for text != "" {
		p, size := bidi.LookupString(text)
		switch p.Class() {
		case bidi.L:
			return false
		case bidi.R, bidi.AL:
			return true
		}
		text = text[max(size, 1):]
	}
	return false
}

// say returns the words of a key with what is filled in. It panics where
// there are none, which is a fault of the program.
func (s speech) say(key string, fill ...any) string {
	row, ok := words()[key]
	if !ok {
		panic(fmt.Sprintf("no words for %q", key))
	}
	if len(fill) == 0 {
		return row[s.own]
	}
	return fmt.Sprintf(row[s.own], fill...)
}

// label returns what the page calls a kind of block, in its own language
// where it knows the kind.
func (s speech) label(k manual.Kind) string {
	if row, ok := words()[string(k)]; ok {
		return row[s.own]
	}
	return cmp.Or(k.Label(), string(k))
}

// number writes a number with at most so many decimals, as the language has
// them.
func (s speech) number(n float64, decimals int) string {
	return strings.Replace(strconv.FormatFloat(n, 'f', decimals, 64), ".", s.say("point"), 1)
}

// ratio writes a contrast ratio with one decimal, cut off and not rounded:
// 4.49 does not pass as 4.5.
func (s speech) ratio(n float64) string { return s.number(math.Floor(n*10)/10, 1) }

// size writes a number of bytes in powers of ten.
func (s speech) size(n float64) string {
	units := [...]string{s.say("bytes"), "kB", "MB", "GB", "TB"}
	i := 0
	for n >= 999.5 && i < len(units)-1 {
		n /= 1000
		i++
	}
	decimals := 1
	if n >= 9.95 || i == 0 {
		decimals = 0
	}
	return s.number(n, decimals) + " " + units[i]
}

// A date is for machines and for people.
type date struct{ At, Shown string }

// date returns the day of a time, nil for the zero time.
func (s speech) date(t time.Time) *date {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &date{t.Format(time.RFC3339), s.say("date", t.Day(), strings.Fields(s.say("months"))[t.Month()-1], t.Year())}
}
