package content

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"designmanual/db/manual"
)

// ReplaceAddresses returns the content of a block with other addresses where the table of
// kinds has one: in fields that name a file, and in the pictures of rich text; and where the
// path of a file stands in an own key. The kind of a section's content is empty. Address returns
// what replaces an address, or "" to keep it. Everything else stays as written; the value itself does not change.
func ReplaceAddresses(kind manual.Kind, value *Value, address func(string) string) *Value {
	info := kind.Info()
	for _, path := range info.Files {
		value = value.Replace(path, address)
	}
	for _, path := range info.RichKeys() {
		value = value.Replace(path, func(text string) string { return replacePictures(text, address) })
	}
	return ReplaceOwn(kind, value, func(v *Value) string {
		if !IsPath(v.Text()) {
			return ""
		}
		return address(v.Text())
	})
}

// Replace returns the value with other texts at a path, such as files.url: of each item of
// the lists on the way, as [Value.Find] finds them. A text that becomes empty stays. The
// value itself does not change.
func (n *Value) Replace(path string, text func(string) string) *Value {
	if path == "" {
		return n.replaceText(text)
	}
	name, rest, _ := strings.Cut(path, ".")
	if n.Is('[') {
		name, rest = "", path
	}
	changed := n
	for i, child := range n.children() {
		if n.Kind == '{' && child != n.Get(name) {
			continue
		}
		changed = changed.with(n, i, child.Replace(rest, text))
	}
	return changed
}

// replaceText returns a string with another text in its place, the value itself if the
// other text is empty.
func (n *Value) replaceText(text func(string) string) *Value {
	if !n.Is('"') {
		return n
	}
	other := text(n.Text())
	if other == "" {
		return n
	}
	replaced := NewString(other)
	replaced.Name, replaced.NameStart = n.Name, n.NameStart
	return replaced
}

// replacePictures returns rich text with other addresses of pictures, "" if none changes.
func replacePictures(text string, address func(string) string) string {
	if !strings.Contains(strings.ToLower(text), "<img") {
		return ""
	}
	var out strings.Builder
	changed := false
	for tokens := html.NewTokenizer(strings.NewReader(text)); tokens.Next() != html.ErrorToken; {
		raw := string(tokens.Raw())
		if tag, _ := tokens.TagName(); string(tag) == "img" {
			new := replaceSource(raw, address)
			raw, changed = new, changed || new != raw
		}
		out.WriteString(raw)
	}
	if !changed {
		return ""
	}
	return out.String()
}

// attributeForm matches an attribute of a tag: its name, and its value with the quotes
// (HTML, section 13.1.2.3).
var attributeForm = regexp.MustCompile(`[\s/"']([^\s=>/"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?`)

// replaceSource returns the tag of a picture with another address.
func replaceSource(tag string, address func(string) string) string {
	for _, at := range attributeForm.FindAllStringSubmatchIndex(tag, -1) {
		if !strings.EqualFold(tag[at[2]:at[3]], "src") || at[4] < 0 {
			continue
		}
		written := html.UnescapeString(strings.Trim(tag[at[4]:at[5]], `"'`))
		if new := address(written); new != "" {
			return tag[:at[4]] + `"` + html.EscapeString(new) + `"` + tag[at[5]:]
		}
		return tag // a further attribute of the name does not count
	}
	return tag
}
