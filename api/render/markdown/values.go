package markdown

import (
	"strconv"
	"strings"

	"designmanual/tokenize/content"
)

// list returns the members of an object as a list, nested values below their item.
func (r *renderer) list(o *content.Value) string {
	var items []string
	for _, m := range o.Members() {
		key := escape(content.Readable(m.Name)) + ":"
		text := r.value(m)
		if text == "" {
			continue
		}
		if strings.HasPrefix(text, "\n") {
			items = append(items, item(key+text))
		} else if strings.Contains(text, "\n") {
			items = append(items, item(key+"\n\n"+text))
		} else {
			items = append(items, item(key+" "+text))
		}
	}
	return strings.Join(items, "\n")
}

// value returns a value on one line if it fits, else as blocks after a line
// break.
func (r *renderer) value(value *content.Value) string {
	if value == nil {
		return ""
	}
	switch value.Kind {
	case '0':
		return escape(value.Scalar())
	case 't', 'f':
		return strconv.FormatBool(value.Is('t'))
	case '"':
		return r.text(value.Text())
	case '[':
		return r.items(value.List())
	case '{':
		if inside := r.list(value); inside != "" {
			return "\n" + inside
		}
	}
	return ""
}

// text returns a string of the content.
func (r *renderer) text(text string) string {
	if content.IsRich(text) {
		return r.rich(text)
	}
	if file, ok := r.files[text]; ok {
		return r.link(escape(file.Name), r.file(text))
	}
	if content.IsAddress(text) {
		return r.link(escape(text), text)
	}
	return escape(text)
}

// items returns the items of an array on one line if they fit, else as a list.
func (r *renderer) items(items []*content.Value) string {
	var texts []string
	for _, v := range items {
		if text := r.value(v); text != "" {
			texts = append(texts, text)
		}
	}
	if line := strings.Join(texts, ", "); !strings.Contains(line, "\n") {
		return line
	}
	for i, text := range texts {
		texts[i] = item(text)
	}
	return "\n" + strings.Join(texts, "\n")
}

// item returns blocks as a list item.
func item(blocks string) string {
	return indented(strings.TrimPrefix(blocks, "\n"), "- ", "  ")
}
