package markdown

import (
	"strconv"
	"strings"

	"designmanual/tokenize/content"
)

// list returns an object or array as a list, nested values below their item.
func (r *renderer) list(value any) string {
	var items []string
	switch value := value.(type) {
	case content.Object:
		for _, m := range value {
			if text := r.value(m.Value); text != "" {
				items = append(items, item(joined(escape(content.Readable(m.Key))+":", text)))
			}
		}
	case content.List:
		for _, v := range value {
			if text := r.value(v); text != "" {
				items = append(items, item(text))
			}
		}
	}
	return strings.Join(items, "\n")
}

// value returns a value on one line if it fits, else as blocks after a line
// break.
func (r *renderer) value(value any) string {
	switch value := value.(type) {
	case content.Number:
		return escape(string(value))
	case bool:
		return strconv.FormatBool(value)
	case string:
		if content.IsRich(value) {
			return r.rich(value)
		}
		if content.IsAddress(value) {
			return r.link(escape(value), value)
		}
		return escape(value)
	case content.List:
		if line, ok := r.line(value); ok {
			return line
		}
		return "\n" + r.list(value)
	case content.Object:
		if inside := r.list(value); inside != "" {
			return "\n" + inside
		}
	}
	return ""
}

// line returns a list of words on one line, false if an element needs more
// lines.
func (r *renderer) line(l content.List) (string, bool) {
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

// joined puts a value after its key, on the same line if it fits on one line.
func joined(key, value string) string {
	if strings.HasPrefix(value, "\n") {
		return key + value
	}
	if strings.Contains(value, "\n") {
		return key + "\n\n" + value
	}
	return key + " " + value
}

// item returns blocks as a list item.
func item(blocks string) string {
	return indented(strings.TrimPrefix(blocks, "\n"), "- ", "  ")
}
