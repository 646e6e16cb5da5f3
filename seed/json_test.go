package seed

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// validJSON returns values of RFC 8259 that a strict parser might refuse.
func validJSON() []string {
	return []string{
		`null`, `true`, `false`, `0`, `-0`, `0.0`, `-0.0`, `1e1`, `1E+1`, `1e-9`, `1.5e400`, `-123123e100000`, `123e-10000000`,
		`100000000000000000000000000000000000`, `0.1234567890123456789012345678901234567890`,
		`""`, `" "`, `"\u007f"`, "\"\u007f\"", `"\"\\\/\b\f\n\r\t"`, `"\u00e9"`, `"\uD83D\uDE00"`, `"\uFFFF"`, `"\uFDD0"`, `"\u2028\u2029"`,
		"\"\u2028\u2029\"", "\"\U0010FFFF\"", "\"\uFEFF\"", "\"\uFFFD\"", "\"\u200B\"", `"\\u0000"`, `"a/*b*/c//"`, `"\u0061"`,
		`[]`, `[ ]`, "[\n\t\r ]", `[[]   ]`, `[""]`, `[1,null,"x",{}]`, strings.Repeat("[", 30) + strings.Repeat("]", 30),
		`{}`, `{ }`, `{"":0}`, `{"a":{"a":{}}}`, `{"a":1,"A":2}`, `{"é":1,"e\u0301":2}`,
		`{"` + strings.Repeat("long", 5000) + `":0}`, `"` + strings.Repeat("x", 1<<16) + `"`,
	}
}

// seedWith returns a seed file with a value in a section's content, where any value
// is allowed.
func seedWith(value string) (text string, before int) {
	start := `{"brand":{"slug":"acme","name":"Acme"},"manuals":[{"slug":"guide","title":"Guide","visibility":"public","sections":[{"title":"S","content":{"value":`
	return start + value + `}}]}]}`, len(start)
}

func TestValidJSON(t *testing.T) {
	for _, value := range validJSON() {
		text, _ := seedWith(value)
		if _, err := Check([]Source{seedFile("sound.json", text)}, Options{}); err != nil {
			t.Errorf("%.80q: %.400v", value, err)
		}
	}
}

// A file is one object in UTF-8, with an optional byte order mark, surrounded only by
// white space.
func TestFileIsOneObject(t *testing.T) {
	text, _ := seedWith("1")
	for _, sound := range []string{text, " \t\r\n" + text + " \t\r\n", "\ufeff" + text} {
		if _, err := Check([]Source{seedFile("whole.json", sound)}, Options{}); err != nil {
			t.Errorf("%.20q: %v", sound, err)
		}
	}
	for _, unsound := range []string{
		"\ufeff\ufeff" + text, "\ufeff", text + "\ufeff", "\xff\xfe" + wide(text), wide(text), "", " \n", text + "\x00", text + text, text + "\n" + text,
		text + "// end", "[" + text + "]", strconv.Quote(text), "1", "null", text[:len(text)-1], "\x1f\x8b\x08\x00\x00\x00\x00\x00", "<!doctype html>",
		"\x1e" + text + "\n", ")]}',\n" + text,
	} {
		var problems Problems
		if _, err := Check([]Source{seedFile("whole.json", unsound)}, Options{}); !errors.As(err, &problems) {
			t.Errorf("%.20q: %v", unsound, err)
		}
	}
}

// wide returns ASCII text in UTF-16.
func wide(text string) string {
	return strings.Join(strings.Split(text, ""), "\x00") + "\x00"
}

// A file that is cut anywhere has a problem, and so has every file with an extra byte
// that JSON does not allow there.
func TestCutsAndInsertions(t *testing.T) {
	text, _ := seedWith(`[{"a":"b"},1.5e3]`)
	refused := func(what, text string) {
		t.Helper()
		var problems Problems
		if _, err := Check([]Source{seedFile("cut.json", text)}, Options{}); !errors.As(err, &problems) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for at := range text {
		refused(fmt.Sprint("cut at ", at), text[:at])
		for _, more := range []string{`"`, "\x00", "\n\x01", "\xff", `\x`} {
			refused(fmt.Sprintf("%q at %d", more, at), text[:at]+more+text[at:])
		}
	}
}
