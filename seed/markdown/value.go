package markdown

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// An object is the members of a JSON object in the order written. A value is
// an object, a list, a string, a literal (a number, true, false) or nil.
type object []member

type member struct {
	key   string
	value any
}

type list []any

type literal string

func (o object) get(key string) any {
	for _, m := range o {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

// text returns a member that is a string or a number.
func (o object) text(key string) string {
	switch value := o.get(key).(type) {
	case string:
		return value
	case literal:
		return string(value)
	}
	return ""
}

func (o object) without(keys ...string) (rest object) {
	for _, m := range o {
		known := false
		for _, key := range keys {
			known = known || key == m.key
		}
		if !known {
			rest = append(rest, m)
		}
	}
	return rest
}

// parse reads the content of a section or a block.
func parse(content []byte) (object, error) {
	value, err := read(jsontext.NewDecoder(bytes.NewReader(content), jsontext.AllowDuplicateNames(true)))
	o, ok := value.(object)
	if err == nil && !ok {
		err = fmt.Errorf("expected an object, found %.40q", content)
	}
	if err != nil {
		return nil, fmt.Errorf("reading content: %w", err)
	}
	return o, nil
}

func read(d *jsontext.Decoder) (any, error) {
	token, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '{':
		o := object{}
		for d.PeekKind() != '}' {
			key, err := d.ReadToken()
			if err != nil {
				return nil, err
			}
			name := key.String()
			value, err := read(d)
			if err != nil {
				return nil, err
			}
			o = append(o, member{name, value})
		}
		_, err := d.ReadToken()
		return o, err
	case '[':
		l := list{}
		for d.PeekKind() != ']' {
			value, err := read(d)
			if err != nil {
				return nil, err
			}
			l = append(l, value)
		}
		_, err := d.ReadToken()
		return l, err
	case '"':
		return token.String(), nil
	case 'n':
		return nil, nil
	}
	return literal(token.String()), nil
}

// list returns what no kind names as a list: a member an item, what is inside
// of it below.
func (r *renderer) list(value any) string {
	var items []string
	switch value := value.(type) {
	case object:
		for _, m := range value {
			if text := r.value(m.value); text != "" {
				items = append(items, item(joined(escape(readable(m.key))+":", text)))
			}
		}
	case list:
		for _, v := range value {
			if text := r.value(v); text != "" {
				items = append(items, item(text))
			}
		}
	}
	return strings.Join(items, "\n")
}

// value returns a value: what fits a line on one, anything else as blocks
// behind a line break.
func (r *renderer) value(value any) string {
	switch value := value.(type) {
	case literal:
		return escape(string(value))
	case string:
		if isRich.MatchString(value) {
			return r.rich(value)
		}
		if strings.HasPrefix(value, "http://") || strings.HasPrefix(value, "https://") {
			return r.link(escape(value), value)
		}
		return escape(value)
	case list:
		if line, ok := r.line(value); ok {
			return line
		}
		return "\n" + r.list(value)
	case object:
		if inside := r.list(value); inside != "" {
			return "\n" + inside
		}
	}
	return ""
}

// line returns a list of words on one line.
func (r *renderer) line(l list) (string, bool) {
	var words []string
	for _, v := range l {
		text := r.value(v)
		if strings.Contains(text, "\n") {
			return "", false
		}
		if text != "" {
			words = append(words, text)
		}
	}
	return strings.Join(words, ", "), true
}

// joined puts a value behind its key, on the same line where it is one.
func joined(key, value string) string {
	if strings.HasPrefix(value, "\n") {
		return key + value
	}
	if strings.Contains(value, "\n") {
		return key + "\n\n" + value
	}
	return key + " " + value
}

// item returns blocks as an item of a list.
func item(blocks string) string {
	blocks = strings.TrimPrefix(blocks, "\n")
	lines := strings.Split(blocks, "\n")
	for i := range lines[1:] {
		if lines[i+1] != "" {
			lines[i+1] = "  " + lines[i+1]
		}
	}
	return "- " + strings.Join(lines, "\n")
}

// isRich finds what only rich text has: a closing tag, a line break, or an
// element of text that it begins with.
var isRich = regexp.MustCompile(`(?i)</[a-z][a-z0-9]*\s*>|<br\s*/?>|^\s*<(?:p|div|ul|ol|dl|h[1-6]|table|blockquote|figure|pre)[\s>]`)

var (
	humps  = regexp.MustCompile(`([\p{Ll}\d])(\p{Lu})`)
	joints = regexp.MustCompile(`[_\s-]+`)
)

// readable returns a key as people write it: clearSpace is "Clear space".
func readable(key string) string {
	words := strings.TrimSpace(joints.ReplaceAllString(humps.ReplaceAllString(key, "$1 $2"), " "))
	if strings.ToUpper(words) != words {
		words = strings.ToLower(words)
	}
	first, size := utf8.DecodeRuneInString(words)
	if size == 0 {
		return key
	}
	return string(unicode.ToUpper(first)) + words[size:]
}
