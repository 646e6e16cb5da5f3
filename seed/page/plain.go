package page

import "strings"

// isPlain tells whether rich text is written as most of it is: in tags of the
// few elements that every editor writes, without attributes, and in text that
// has nothing to be escaped. Such text is its own sanitized form, nothing in it
// runs, and looking it through takes no parser. False is said of all other
// text, whatever is in it.
func isPlain(text string) bool {
	for {
		open := strings.IndexAny(text, "<>&\"'\r\x00")
		if open < 0 {
			return true
		}
		if text[open] != '<' {
			return false
		}
		tag, rest, ok := strings.Cut(text[open+1:], ">")
		if !ok || !isPlainElement(strings.TrimPrefix(tag, "/")) {
			return false
		}
		text = rest
	}
}

func isPlainElement(name string) bool {
	switch name {
	case "p", "strong", "b", "em", "i", "u", "s", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "code":
		return true
	}
	return false
}
