package seed

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// soundJSON are values of RFC 8259 that a parser is easily too strict for.
func soundJSON() []string {
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

// brokenJSON are values that look like JSON and are none, or that two
// parsers would read differently.
func brokenJSON() []string {
	return []string{
		// numbers
		`+1`, `.5`, `5.`, `01`, `-01`, `00`, `-`, `--1`, `- 1`, `1e`, `1e+`, `1.e1`, `1 000`, `1_000`, `0x1F`, `0b1`, `0o7`, `1e1.5`, `0e+-1`,
		`NaN`, `Infinity`, `-Infinity`, `Inf`, `-a`, `1a`, `1.2.3`, `１`, `+Infinity`, "1\u00a02",
		// strings
		`'x'`, `"x`, `x"`, `x`, "\"\n\"", "\"\t\"", "\"\x00\"", "\"\x1f\"", `"\x00"`, `"\a"`, `"\'"`, `"\u"`, `"\u12"`, `"\u12G4"`, `"\U0001F600"`, `"\`, `"\"`, `"\u{1F600}"`,
		`"\uD800"`, `"\uDC00"`, `"\uD800\u0041"`, `"\uDC00\uD800"`, `"\uD800\uD800\uDC00"`, `"\uD83D\u"`,
		"\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xe2\x82\"", "\"\xf0\x80\x80\x80\"", "\"\x80\"",
		"\u201cx\u201d", "`x`", `"a" "b"`, `"a" + "b"`,
		// words
		`nul`, `tru`, `fals`, `True`, `NULL`, `undefined`, `nulll`, `truefalse`, `null null`,
		// arrays
		`[`, `]`, `[1,]`, `[,1]`, `[1,,2]`, `[1 2]`, `[1:2]`, `[1;2]`, `["a"`, `[1]]`, `[}`, `[...]`, `[[]`, `(1)`, `[1, // one` + "\n2]", `[1 /* one */]`, `[#]`,
		// objects
		`{`, `{"a"}`, `{"a":}`, `{"a" 1}`, `{"a":1,}`, `{,"a":1}`, `{"a":1 "b":2}`, `{"a":1,,"b":2}`, `{a:1}`, `{'a':1}`, `{1:1}`, `{null:1}`, `{"a":1:2}`, `{"a"=1}`,
		`{"a":1}}`, `"\u0000"`, `{"a":[{"b":"c\u0000"}]}`, `{"\u0000":0}`, `{"a":1,"a":1}`, `{"a":1,"\u0061":2}`, `{"a":{"b":1,"b":2}}`, `{"":1,"":2}`, `{["a"]:1}`, `{"a":1,"b"`, `{"a\u00":1}`, "{\"\xff\":1}", `{"\uD800":1}`,
		// white space that is none
		"\u00a01", "\u20031", "\ufeff1", "\v1", "\f1", "\u00851", "\x001", "1\x00", "",
		// too deep
		strings.Repeat("[", 100) + strings.Repeat("]", 100), strings.Repeat(`{"a":`, 100_000), strings.Repeat("[", 1<<20),
	}
}

// seedWith is a seed file with a value inside a section's content, where any
// value may stand.
func seedWith(value string) (text string, before int) {
	start := `{"brand":{"slug":"acme","name":"Acme"},"manuals":[{"slug":"guide","title":"Guide","visibility":"public","sections":[{"title":"S","content":{"value":`
	return start + value + `}}]}]}`, len(start)
}

func TestSoundJSON(t *testing.T) {
	for _, value := range soundJSON() {
		text, _ := seedWith(value)
		if _, err := Check([]Source{source("sound.json", text)}, Options{}); err != nil {
			t.Errorf("%.80q: %.400v", value, err)
		}
	}
}

// What is no JSON is one problem or more, the first of them at the value or
// right behind it, never a panic and never a pass.
func TestBrokenJSON(t *testing.T) {
	for _, value := range brokenJSON() {
		text, before := seedWith(value)
		_, err := Check([]Source{source("broken.json", text)}, Options{})
		var problems Problems
		if !errors.As(err, &problems) {
			t.Errorf("%.80q: %v", value, err)
			continue
		}
		first := problems[0]
		line := 1 + strings.Count(value, "\n")
		if first.Line > line || first.Line == 1 && first.Column <= before || first.Column > len(text)+1 {
			t.Errorf("%.80q: at %d:%d, and the value begins at 1:%d: %.200s", value, first.Line, first.Column, before+1, first.Reason)
		}
		if strings.ContainsAny(first.Reason, "\n\x00\x1b") || len(first.Reason) > 500 {
			t.Errorf("%.80q: reason %.600q", value, first.Reason)
		}
	}
}

// A file as a whole is one object in UTF-8, perhaps behind a byte order mark,
// with nothing else beside it but white space.
func TestWholeFiles(t *testing.T) {
	text, _ := seedWith("1")
	for _, test := range []struct {
		name, text string
		sound      bool
	}{
		{"as it is", text, true},
		{"white space around it", " \t\r\n" + text + " \t\r\n", true},
		{"byte order mark", "\ufeff" + text, true},
		{"two byte order marks", "\ufeff\ufeff" + text, false},
		{"byte order mark alone", "\ufeff", false},
		{"byte order mark at the end", text + "\ufeff", false},
		{"UTF-16, little endian", "\xff\xfe" + wide(text), false},
		{"UTF-16 without a mark", wide(text), false},
		{"empty", "", false},
		{"white space", " \n", false},
		{"NUL at the end", text + "\x00", false},
		{"two objects", text + text, false},
		{"two lines of objects", text + "\n" + text, false},
		{"comment behind it", text + "// end", false},
		{"array", "[" + text + "]", false},
		{"string", strconv.Quote(text), false},
		{"number", "1", false},
		{"null", "null", false},
		{"cut short by a byte", text[:len(text)-1], false},
		{"gzip", "\x1f\x8b\x08\x00\x00\x00\x00\x00", false},
		{"HTML", "<!doctype html>", false},
		{"record separator", "\x1e" + text + "\n", false},
		{"prefix against scripts", ")]}',\n" + text, false},
	} {
		_, err := Check([]Source{source("whole.json", test.text)}, Options{})
		var problems Problems
		if test.sound != (err == nil) || err != nil && !errors.As(err, &problems) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// wide is ASCII in UTF-16.
func wide(text string) string {
	return strings.Join(strings.Split(text, ""), "\x00") + "\x00"
}

// Every cut of a file is a problem of it, and so is every file that has one
// byte more which JSON nowhere takes alone.
func TestCutsAndInsertions(t *testing.T) {
	text, _ := seedWith(`[{"a":"b"},1.5e3]`)
	refused := func(what, text string) {
		t.Helper()
		var problems Problems
		if _, err := Check([]Source{source("cut.json", text)}, Options{}); !errors.As(err, &problems) {
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
