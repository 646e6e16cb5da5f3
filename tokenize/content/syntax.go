package content

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	saveAsUTF8   = "Save the file as UTF-8."
	missingComma = "missing comma after this"

	badEscape = `expected an escape that JSON has (\n, \", \u00e5), found another. Write / between folders; a ` +
		`backslash itself is \\.`
	noComments = `JSON has no comments. The key "comments" of a manual, section or block holds notes that are not ` +
		`served.`
	numberEnd = `expected the end of a number, found %q. Write a value with a unit as a text: "5px". A number ` +
		`begins with no zero, and has a point: 0.5.`
	openText = `the text that begins at %d:%d is not closed on its line. Close it with a quote ("); a line break in ` +
		`it is \n.`
	curlyQuote = `expected a string in straight double quotes ("), found %c. Word and some editors write others: ` +
		`switch off smart quotes.`
)

// syntaxError records why the token that begins at start is not JSON: the fault in one
// sentence, and what helps in a second.
func (p *parser) syntaxError(err error, start int) {
	data := p.tree.Data
	var syntax *jsontext.SyntacticError
	if errors.Is(err, io.EOF) && len(bytes.TrimSpace(data)) == 0 {
		p.fault(len(data), "expected an object, found an empty file")
		return
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || !errors.As(err, &syntax) {
		p.fault(len(data), "the file ends too early%s", p.stillOpen())
		return
	}
	if other := p.otherFormat(); other != "" {
		p.fault(start, "%s", other)
		return
	}
	offset := int(syntax.ByteOffset)
	if start < len(data) && data[start] == '"' && offset > start {
		p.fault(offset, "%s", p.inString(start, offset, syntax.Err.Error()))
		return
	}
	if start < offset && unicode.IsLetter(rune(data[start])) {
		offset = start // point at the bare word, not at the letter in it that is wrong
	}
	p.report(p.betweenTokens(offset, syntax.Err.Error()))
}

// otherFormat says what a file is that is not JSON from its beginning, or "".
func (p *parser) otherFormat() string {
	data := p.tree.Data
	if p.count == 0 && yaml.Match(data) {
		return "expected JSON, which begins with {, found what looks like YAML. `designmanual convert` reads " +
			"_brand.yml."
	}
	if len(data) > 1 && data[0] == 0 && data[1] == 0 {
		return "expected JSON, found a binary file. A database is no seed file: --db names it."
	}
	if len(data) > 1 && (data[0] == 0 || data[1] == 0) {
		return "expected UTF-8, found UTF-16. " + saveAsUTF8
	}
	return ""
}

// inString says what was expected at an offset inside the string that begins at start. It
// quotes nothing of the string, which may be a secret.
func (p *parser) inString(start, offset int, fault string) string {
	if strings.Contains(fault, "UTF-8") {
		return "expected UTF-8, found other bytes. " + saveAsUTF8
	}
	if strings.Contains(fault, "surrogate") {
		return `expected a pair of surrogates (\ud83d\ude00), found half of one`
	}
	if strings.Contains(fault, "escape") {
		return badEscape
	}
	if at := p.tree.Data[offset]; at != '\n' && at != '\r' {
		return `a text has a control character here. Delete it; a tab is written \t.`
	}
	line, column := p.tree.Position(start)
	return fmt.Sprintf(openText, line, column)
}

// betweenTokens returns the fault at an offset outside of strings.
func (p *parser) betweenTokens(offset int, fault string) Fault {
	rest := p.tree.Data[offset:]
	found, size := utf8.DecodeRune(rest)
	if found == utf8.RuneError && size == 1 {
		return Fault{offset, offset, "expected UTF-8, found other bytes. " + saveAsUTF8}
	}
	if text := strangeBeginning(found, rest); text != "" {
		return Fault{offset, offset, text}
	}
	if p.count > 0 && p.offset() == offset && p.tree.Data[offset-1] == '"' && !strings.ContainsRune("\"{}[]", found) {
		return Fault{offset, p.last, fmt.Sprintf("expected %s, found %q. %s", p.separator(fault), found, p.quoteHelp())}
	}
	if strings.Contains(fault, "expecting ':'") {
		return Fault{offset, p.last, fmt.Sprintf("expected a colon after the key, found %q", found)}
	}
	if strings.Contains(fault, " after ") {
		return p.afterValue(offset, found)
	}
	return Fault{offset, offset, p.noValue(offset, found)}
}

// strangeBeginning says what is wrong with text that no token of JSON begins like, or "".
func strangeBeginning(found rune, rest []byte) string {
	if hex := bareHex.Find(rest); hex != nil {
		return fmt.Sprintf("expected a value as JSON writes it, found %s without quotes. Write %q.", hex, hex)
	}
	if comment.Match(rest) {
		return noComments
	}
	if trailingComma.Match(rest) {
		return "nothing follows this comma in its object or array. Delete it."
	}
	if found == ',' {
		return "nothing stands before this comma. Delete it, or write what is missing."
	}
	if found == '\'' {
		return "expected a string in double quotes, found a single quote"
	}
	if unicode.In(found, unicode.Pi, unicode.Pf, unicode.Ps) && found != '[' && found != '{' {
		return fmt.Sprintf(curlyQuote, found)
	}
	if unicode.Is(unicode.Cf, found) {
		return fmt.Sprintf("a character that nobody sees (%U) stands here. Delete it.", found)
	}
	if unicode.IsSpace(found) {
		return fmt.Sprintf(
			"expected a plain space, found %s (%U). Delete it and type a space: Word and web pages write others.",
			nameOfSpace(found), found,
		)
	}
	return ""
}

// separator says what was expected after a string.
func (p *parser) separator(fault string) string {
	if strings.Contains(fault, "expecting ':'") {
		return "a colon after the key"
	}
	return "a comma after the text"
}

// quoteHelp says what helps where a string ends before more of a text: its own quote is
// missing if it ends as what comes between two strings does.
func (p *parser) quoteHelp() string {
	literal := p.tree.Data[p.last : p.offset()-1]
	if end := bytes.TrimRight(literal, " \t\r\n"); bytes.ContainsAny(end[len(end)-1:], ",:{[") {
		line, column := p.tree.Position(p.last)
		return fmt.Sprintf("The text that begins at %d:%d may lack its closing quote.", line, column)
	}
	return `A quote inside a text is written \".`
}

// afterValue returns the fault after a value. A missing comma belongs behind the value, not
// before the next one, which is right, and nothing begins there: the path is that of what is open.
func (p *parser) afterValue(offset int, found rune) Fault {
	outer := p.offset()
	if len(p.open) > 0 {
		outer = p.open[len(p.open)-1]
	}
	if found == '}' || found == ']' {
		closing := '}' + ']' - found
		return Fault{offset, outer, fmt.Sprintf("expected %c or a comma, found %c%s", closing, found, p.stillOpen())}
	}
	if p.offset() < offset || !inWord(found) || !inWord(rune(p.tree.Data[offset-1])) {
		return Fault{p.offset(), outer, missingComma}
	}
	if last := p.tree.Data[p.last]; last == '-' || '0' <= last && last <= '9' {
		return Fault{offset, p.last, fmt.Sprintf(numberEnd, found)}
	}
	return Fault{offset, p.last, "expected true, false or null, found a longer word. Write a text in double quotes."}
}

// noValue says what was expected in place of a key or a value.
func (p *parser) noValue(offset int, found rune) string {
	before := p.tree.Data[:offset]
	kind, length := p.decoder.StackIndex(p.decoder.StackDepth())
	if kind == '{' && length%2 == 0 {
		if decimalComma.Match(before) && unicode.IsDigit(found) {
			return "expected a key in double quotes, found a digit. Numbers have a point: write 0.5 for 0,5."
		}
		return fmt.Sprintf("expected a key in double quotes, found %q", found)
	}
	word := string(bareWord.Find(p.tree.Data[offset:]))
	switch strings.ToLower(word) {
	case "true", "false", "null":
		return "expected true, false or null in small letters, found capitals"
	case "none", "nil", "undefined":
		return "expected a value as JSON writes it, found none. Write null, or leave out the key."
	case "yes", "no", "on", "off":
		return "expected true or false, found another word"
	}
	if word != "" {
		return "expected a value as JSON writes it, found a word without quotes. Write a text in double quotes."
	}
	if found == '.' || found == '+' {
		return fmt.Sprintf("expected a value as JSON writes it, found %q. A number begins with a digit: 0.5.", found)
	}
	return fmt.Sprintf(`expected a value as JSON writes it ("text", 12, 0.5, true, false, null), found %q`, found)
}

// nameOfSpace returns the name of a character that looks like a space.
func nameOfSpace(r rune) string {
	if r == '\u00a0' || r == '\u202f' {
		return "a non-breaking space"
	}
	return "another space"
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '.' }

var (
	bareHex       = regexp.MustCompile(`^#[0-9A-Fa-f]{3,8}\b`)
	bareWord      = regexp.MustCompile(`^\pL[\pL\pN_-]*`)
	decimalComma  = regexp.MustCompile(`\d,$`)
	comment       = regexp.MustCompile(`^(//|/\*|#)`)
	trailingComma = regexp.MustCompile(`^,\s*[}\]]`)
	// yaml matches a text that begins with a document marker or a bare key.
	yaml = regexp.MustCompile(`^\s*(#[^\n]*\n\s*)*(---|[A-Za-z][\w-]*:(\s|$))`)
)

// stillOpen tells, as the end of a message, where the innermost object or array that is
// not closed begins.
func (p *parser) stillOpen() string {
	if len(p.open) == 0 {
		return ""
	}
	last := p.open[len(p.open)-1]
	line, column := p.tree.Position(last)
	return fmt.Sprintf(". The %c at %d:%d is not closed.", p.tree.Data[last], line, column)
}
