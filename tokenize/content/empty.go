package content

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Empty reports whether a value has no content: no members, or only empty
// strings, arrays, objects, nulls and rich text without text or media.
func (p *Node) Empty() bool {
	switch p.Kind {
	case 'n':
		return true
	case '"':
		return EmptyText(p.Text())
	case '[', '{':
		for _, inside := range p.Children {
			if !inside.Empty() {
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

// EmptyText reports whether a string, which may be rich text, shows nothing.
func EmptyText(s string) bool {
	if !strings.ContainsAny(s, "<&") {
		return blank(s)
	}
	if text, ok := strings.CutPrefix(s, "<p>"); ok { // as most begin: a tokenizer takes 4 KiB
		if r, _ := utf8.DecodeRuneInString(text); unicode.IsLetter(r) {
			return false
		}
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
