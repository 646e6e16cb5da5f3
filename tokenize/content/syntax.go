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

const saveAsUTF8 = " (save the file as UTF-8)"

// syntaxError records why the token that begins at start is not JSON.
func (p *parser) syntaxError(err error, start int) {
	data := p.tree.Data
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.EOF) && len(bytes.TrimSpace(data)) == 0:
		p.fault(len(data), "expected an object, found an empty file")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), !errors.As(err, &syntax):
		p.fault(len(data), "expected more, found the end of the file%s", p.stillOpen())
	case p.count == 0 && yaml.Match(data):
		p.fault(start, "expected JSON, which begins with {, found what looks like YAML (designmanual convert reads _brand.yml)")
	case len(data) > 1 && data[0] == 0 && data[1] == 0:
		p.fault(start, "expected JSON, found a binary file (a database is no seed file: --db names it)")
	case len(data) > 1 && (data[0] == 0 || data[1] == 0):
		p.fault(start, "expected UTF-8, found UTF-16"+saveAsUTF8)
	case start < len(data) && data[start] == '"' && int(syntax.ByteOffset) > start:
		p.fault(int(syntax.ByteOffset), "%s", inString(syntax.Err.Error()))
	default:
		offset := int(syntax.ByteOffset)
		if start < offset && unicode.IsLetter(rune(data[start])) {
			offset = start // point at the bare word, not at the letter in it that is wrong
		}
		p.fault(offset, "%s", p.betweenTokens(offset, syntax.Err.Error()))
	}
}

// inString says what was expected inside a string. It quotes nothing of the string,
// which may be a secret.
func inString(fault string) string {
	switch {
	case strings.Contains(fault, "UTF-8"):
		return "expected UTF-8, found other bytes" + saveAsUTF8
	case strings.Contains(fault, "surrogate"):
		return `expected a pair of surrogates (\ud83d\ude00), found half of one`
	case strings.Contains(fault, "escape"):
		return `expected an escape that JSON has (\n, \", \u00e5; a backslash itself is \\), found another`
	}
	return `expected the end of the string ("), or \n for a line break and \t for a tab in it`
}

// betweenTokens says what was expected at an offset outside of strings.
func (p *parser) betweenTokens(offset int, fault string) string {
	data := p.tree.Data
	rest := data[offset:]
	found, size := utf8.DecodeRune(rest)
	kind, length := p.decoder.StackIndex(p.decoder.StackDepth())
	switch {
	case found == utf8.RuneError && size == 1:
		return "expected UTF-8, found other bytes" + saveAsUTF8
	case comment.Match(rest):
		return `expected JSON, which has no comments (the key "comments" of a manual, section or block holds notes that are not served)`
	case trailingComma.Match(rest):
		return "expected no comma before the end of an object or array"
	case found == ',':
		return "expected a value or a key before the comma"
	case found == '\'':
		return "expected a string in double quotes, found a single quote"
	case unicode.In(found, unicode.Pi, unicode.Pf, unicode.Ps):
		return fmt.Sprintf(`expected a string in straight double quotes ("), found %c`, found)
	case strings.Contains(fault, "expecting ':'"):
		return fmt.Sprintf("expected a colon after the key, found %q", found)
	case strings.Contains(fault, " after ") && (found == '}' || found == ']'):
		return fmt.Sprintf("expected %c or a comma, found %c%s", '}'+']'-found, found, p.stillOpen())
	case strings.Contains(fault, " after ") && (!inWord(found) || !inWord(rune(data[offset-1]))): // else a unit after a number
		return fmt.Sprintf("expected a comma before this, found %q", found)
	case kind == '{' && length%2 == 0 && !strings.Contains(fault, " after "):
		return fmt.Sprintf("expected a key in double quotes, found %q", found)
	}
	return fmt.Sprintf(`expected a value as JSON writes it ("text", 12, 0.5, true, false, null), found %q`, found)
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '.' }

var (
	comment       = regexp.MustCompile(`^(//|/\*|#)`)
	trailingComma = regexp.MustCompile(`^,\s*[}\]]`)
	// yaml matches a text that begins with a document marker or a bare key.
	yaml = regexp.MustCompile(`^\s*(#[^\n]*\n\s*)*(---|[A-Za-z][\w-]*:(\s|$))`)
)

// stillOpen tells where the innermost object or array that is not closed begins.
func (p *parser) stillOpen() string {
	if len(p.open) == 0 {
		return ""
	}
	last := p.open[len(p.open)-1]
	line, column := p.tree.Position(last)
	return fmt.Sprintf(" (the %c at line %d, column %d is not closed)", p.tree.Data[last], line, column)
}
