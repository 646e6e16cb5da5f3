package tokenize

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// description returns the description of an entry, else its use, as plain text.
func description(entry *content.Value) string {
	return cmp.Or(PlainText(entry.Get("description").Text()), PlainText(entry.Get("use").Text()))
}

// deprecation returns whether an entry is deprecated: by true, or by a reason
// in rich text.
func deprecation(entry *content.Value) manual.Deprecation {
	deprecated := entry.Get("deprecated")
	reason := PlainText(deprecated.Text())
	return manual.Deprecation{Set: deprecated.Is('t') || reason != "", Reason: reason}
}

// PlainText returns the text of rich text on one line. It splits */, since token
// tools write descriptions unchanged into comments of style sheets.
func PlainText(text string) string {
	if strings.ContainsAny(text, "<&") {
		text = withoutMarkup(text)
	}
	return CommentText(strings.Join(strings.Fields(text), " "))
}

// CommentText returns text that does not end a comment.
func CommentText(text string) string { return strings.ReplaceAll(text, "*/", "* /") }

func withoutMarkup(rich string) string {
	var text strings.Builder
	hidden := "" // the element whose content is skipped
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
			name := string(tag)
			if kind == html.StartTagToken && hidden == "" && (name == "script" || name == "style") {
				hidden = name
			} else if kind == html.EndTagToken && name == hidden {
				hidden = ""
			} else if !slices.Contains(inline, name) {
				text.WriteByte(' ')
			}
		}
	}
}

// inline are the elements that do not separate words.
var inline = strings.Fields(
	"a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr",
)
