package seed

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// empty reports whether a value has no content: no members, or only empty
// strings, arrays, objects, nulls and rich text without text or media.
func empty(p *node) bool {
	switch p.kind {
	case 'n':
		return true
	case '"':
		return emptyText(p.str())
	case '[', '{':
		for _, inside := range p.children {
			if !empty(inside) {
				return false
			}
		}
		return true
	}
	return false
}

// media are the elements that show something without text.
var media = map[atom.Atom]bool{
	atom.Img: true, atom.Picture: true, atom.Video: true, atom.Audio: true, atom.Iframe: true,
	atom.Svg: true, atom.Object: true, atom.Embed: true, atom.Canvas: true, atom.Math: true, atom.Input: true,
}

func emptyText(s string) bool {
	if !strings.ContainsAny(s, "<&") {
		return blank(s)
	}
	tokens := html.NewTokenizer(strings.NewReader(s))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return true
		case html.TextToken:
			if !blank(string(tokens.Text())) {
				return false
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := tokens.TagName()
			if media[atom.Lookup(name)] {
				return false
			}
		}
	}
}

// blank reports whether a text is invisible: only white space and characters
// without width.
func blank(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && r != 0
	})
}
