package tokenize

import (
	"strings"

	"github.com/go-json-experiment/json"
	"golang.org/x/net/html"

	"designmanual/db/manual"
)

// remarks are what an entry may say of its token beside the value. A member
// of another type than it should be says nothing: an import refuses it, but a
// store may hold manuals that were imported before these members had a
// meaning.
type remarks struct {
	Description optionalText `json:"description"` // rich text
	Use         optionalText `json:"use"`         // rich text, in place of a description
	Deprecated  deprecated   `json:"deprecated"`
}

func (r remarks) description() string {
	if text := PlainText(string(r.Description)); text != "" {
		return text
	}
	return PlainText(string(r.Use))
}

type optionalText string

func (t *optionalText) UnmarshalJSON(data []byte) error {
	*t = ""
	if data[0] != '"' {
		return nil
	}
	return json.Unmarshal(data, (*string)(t))
}

// A deprecated is true or a sentence, which is rich text.
type deprecated manual.Deprecation

func (d *deprecated) UnmarshalJSON(data []byte) error {
	var text optionalText
	err := text.UnmarshalJSON(data)
	reason := PlainText(string(text))
	*d = deprecated{Set: string(data) == "true" || reason != "", Reason: reason}
	return err
}

// PlainText returns the words of rich text on one line, without its markup.
// What ends a comment in CSS is taken apart, since token tools write
// descriptions into comments of style sheets as they are.
func PlainText(rich string) string {
	text := rich
	if strings.ContainsAny(rich, "<&") {
		text = textOf(rich)
	}
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "*/", "* /")
}

func textOf(rich string) string {
	var text strings.Builder
	hidden := "" // the element that is being passed over
	for z := html.NewTokenizer(strings.NewReader(rich)); ; {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return text.String()
		case html.TextToken:
			if hidden == "" {
				text.Write(z.Text())
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			tag, _ := z.TagName()
			switch name := string(tag); {
			case kind == html.StartTagToken && hidden == "" && (name == "script" || name == "style"):
				hidden = name
			case kind == html.EndTagToken && name == hidden:
				hidden = ""
			case !isInline(name):
				text.WriteByte(' ')
			}
		}
	}
}

// isInline tells whether an element stands inside a word or a line.
func isInline(name string) bool {
	switch name {
	case "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q",
		"s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr":
		return true
	}
	return false
}
