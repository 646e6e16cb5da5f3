package seed

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"designmanual/seed/page"
)

// media are the elements that show something without any text in them.
var media = map[atom.Atom]bool{
	atom.Img: true, atom.Picture: true, atom.Video: true, atom.Audio: true, atom.Iframe: true,
	atom.Svg: true, atom.Object: true, atom.Embed: true, atom.Canvas: true, atom.Math: true, atom.Input: true,
}

// empty tells whether there is nothing in a value: no members, or only empty
// strings, arrays, objects, nulls and rich text without text or media.
func empty(p place) bool {
	switch p.node.kind {
	case 'n':
		return true
	case '"':
		return emptyText(p.str())
	case '[':
		for _, item := range p.items() {
			if !empty(item) {
				return false
			}
		}
		return true
	case '{':
		for _, m := range p.members() {
			if !empty(m) {
				return false
			}
		}
		return true
	}
	return false
}

func emptyText(s string) bool {
	if !strings.ContainsAny(s, "<&") {
		return blank(s)
	}
	if page.IsPlain(s) {
		return blankBesideTags(s)
	}
	return emptyMarkup(s)
}

func emptyMarkup(s string) bool {
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

// blankBesideTags is blank for plain rich text.
func blankBesideTags(s string) bool {
	for {
		text, rest, _ := strings.Cut(s, "<")
		if !blank(text) {
			return false
		}
		var ok bool
		if _, s, ok = strings.Cut(rest, ">"); !ok {
			return true
		}
	}
}

// blank tells whether a reader sees nothing of the text: white space, the
// hard one too, and characters without width.
func blank(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && r != 0
	})
}

// squeezed returns at most the first n bytes of s in lower case without white
// space and control characters, in room where there is enough of it.
func squeezed(room []byte, s string, n int) []byte {
	short := room
	for _, r := range s {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			continue
		}
		if len(short) >= n {
			break
		}
		short = utf8.AppendRune(short, unicode.ToLower(r))
	}
	return short[:min(n, len(short))]
}

// percentDecoded decodes as WHATWG URL, section 1.3, tells: what is no code
// stands for itself.
func percentDecoded(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' && i+2 < len(s) {
			if code, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				c = byte(code)
				i += 2
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// base64Decoded decodes what comes before the padding or the fragment of an
// address, and skips what no encoder writes.
func base64Decoded(s string) string {
	if i := strings.IndexAny(s, "=#"); i >= 0 {
		s = s[:i]
	}
	s = strings.Map(func(r rune) rune {
		if 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' || r == '+' || r == '/' {
			return r
		}
		return -1
	}, s)
	if len(s)%4 == 1 {
		s = s[:len(s)-1]
	}
	body, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil {
		return ""
	}
	return string(body)
}

// lettered puts a letter before the names of tags that start without one, as
// they may in XML: the prefix of <_:script> says nothing.
func lettered(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte(s[i])
		if s[i] == '<' && i+1 < len(s) && (s[i+1] == '_' || s[i+1] == ':' || s[i+1] >= 0x80) {
			b.WriteByte('x')
		}
	}
	return b.String()
}
