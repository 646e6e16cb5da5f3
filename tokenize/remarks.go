package tokenize

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/net/html"

	"designmanual/db/manual"
)

// remarks are what an entry may say of its token beside the value. A member
// of another type than it should be says nothing: an import refuses it, but a
// store may hold manuals that were imported before these members had a
// meaning.
type remarks struct {
	Description jsontext.Value `json:"description"` // rich text
	Use         jsontext.Value `json:"use"`         // rich text, in place of a description
	Deprecated  jsontext.Value `json:"deprecated"`  // true, or a sentence of rich text
}

func (r remarks) description() string { return cmp.Or(plainText(r.Description), plainText(r.Use)) }

func (r remarks) deprecation() manual.Deprecation {
	reason := plainText(r.Deprecated)
	return manual.Deprecation{Set: string(r.Deprecated) == "true" || reason != "", Reason: reason}
}

// plainText returns the words of rich text, a JSON string, on one line and
// without its markup. What ends a comment in CSS is taken apart, since token
// tools write descriptions into comments of style sheets as they are.
func plainText(value jsontext.Value) string {
	var text string
	if value.Kind() != '"' || json.Unmarshal(value, &text) != nil {
		return ""
	}
	if strings.ContainsAny(text, "<&") {
		text = withoutMarkup(text)
	}
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "*/", "* /")
}

func withoutMarkup(rich string) string {
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
			case !slices.Contains(inline, name):
				text.WriteByte(' ')
			}
		}
	}
}

// inline are the elements that stand inside a word or a line.
var inline = strings.Fields("a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr")
