package check

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"designmanual/seed/problem"
	"designmanual/tokenize/content"
)

// presentation are attributes that set how rich text looks. Pages leave them out.
var presentation = []string{
	"style", "align", "valign", "bgcolor", "color", "face", "border", "cellpadding", "cellspacing",
}

// closed are elements that somebody has to close: browsers go on with their look up to the
// end of the text.
var closed = map[string]bool{
	"a": true, "b": true, "strong": true, "i": true, "em": true, "u": true, "s": true, "del": true, "ins": true,
	"code": true, "mark": true, "small": true,
	"sub": true, "sup": true, "h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "ul": true,
	"ol": true, "blockquote": true, "pre": true, "table": true,
}

// warnOfRichText warns of what a page leaves out of rich text, and of what readers miss in it.
func (c *checker) warnOfRichText(p *content.Value, rich string) {
	if _, plain := content.Paragraphs(rich); plain {
		return
	}
	warn := func(name, format string, args ...any) {
		c.problems.Add(problem.Warning, p.Tree, p.At(name), int(p.Start), format, args...)
	}
	var open []string
	warned := make(map[string]bool)
	for tokens := html.NewTokenizer(strings.NewReader(rich)); ; {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			break
		}
		if kind != html.StartTagToken && kind != html.EndTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		token := tokens.Token()
		if kind == html.EndTagToken {
			if n := lastIndex(open, token.Data); n >= 0 {
				open = open[:n]
			}
			continue
		}
		if kind == html.StartTagToken && closed[token.Data] {
			open = append(open, token.Data)
		}
		warnOfElement(token, warned, warn)
	}
	if len(open) > 0 {
		warn("<"+open[0], "<%s> is not closed and goes on to the end of the text: write </%s>", open[0], open[0])
	}
}

// warnOfElement warns of what a page leaves out of an element, and of a picture without alt: of each
// attribute and element once, as warned says.
func warnOfElement(token html.Token, warned map[string]bool, warn func(name, format string, args ...any)) {
	for _, attr := range token.Attr {
		if isPresentation(token.Data, attr.Key) && !warned[attr.Key] {
			warned[attr.Key] = true
			warn(
				attr.Key+"=", "the page leaves out %s of <%s>: it sets type, color and size by itself", attr.Key,
				token.Data,
			)
		}
	}
	hasAlt := slices.ContainsFunc(token.Attr, func(a html.Attribute) bool { return a.Key == "alt" })
	if token.Data == "img" && !hasAlt && !warned["alt"] {
		warned["alt"] = true
		warn(
			"<img", `<img> has no alt: who does not see the picture gets nothing. Write what it shows, or alt="" `+
				"if it only decorates.",
		)
	}
	if dropped(token.Data) && !warned["<"+token.Data] {
		warned["<"+token.Data] = true
		warn("<"+token.Data, "the page leaves out <%s>%s", token.Data, droppedHelp(token.Data))
	}
}

// isPresentation reports whether an attribute of an element sets how it looks.
func isPresentation(element, attribute string) bool {
	if attribute == "width" || attribute == "height" {
		return element != "img" && !dropped(element)
	}
	return slices.Contains(presentation, attribute) && !dropped(element)
}

// droppedHelp says, as the end of a message, where what an element shows belongs.
func droppedHelp(element string) string {
	switch element {
	case "iframe", "video", "embed", "object":
		return ". Link to the video, or put the file into a VIDEO block."
	case "svg", "picture", "canvas":
		return ". Pictures go into an IMAGE block."
	}
	return ""
}

func lastIndex(list []string, text string) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == text {
			return i
		}
	}
	return -1
}

// activeWord matches what a description of active content has from the text.
var activeWord = regexp.MustCompile(`<\w+|\bon\w+|\w+:`)

// checkStrings checks every string in a value. The key is that of the value, or of the
// list that it is in.
func (c *checker) checkStrings(p *content.Value, key string) {
	if p.Is('"') {
		c.checkText(p, key)
	}
	for _, inside := range p.Children {
		if p.Is('{') {
			key = inside.Name
		}
		c.checkStrings(inside, key)
	}
}

// checkText refuses active content in a string, and warns of HTML that the page does not show.
func (c *checker) checkText(p *content.Value, key string) {
	if !bytes.ContainsAny(p.Raw(), `<:\`) {
		return // neither rich text nor an address
	}
	text := p.Text()
	what, attributes := c.active.Find(text, key)
	if what != "" && !c.options.AllowActiveHTML {
		offset := p.At("") // an error in a seed file stands at its value
		if p.Tree.In != "" {
			offset = p.At(activeWord.FindString(what))
		}
		c.problems.Add(
			problem.Error, p.Tree, offset, int(p.Start),
			"active content is not published: %s. Take it out (--allow-active-html lets it pass).", what,
		)
		return
	}
	if plainKeys[key] {
		c.warnOfHTML(p)
		return
	}
	if slices.Contains(richNames, p.Name) || content.IsRich(text) { // else the page shows it as it stands
		c.recordLinks(p, attributes)
		c.warnOfRichText(p, text)
	}
}

// richNames are the names of members whose strings are rich text, even without markup.
var richNames = []string{"html", "intro", "caption"}

// dropped reports whether pages leave out an element of HTML.
func dropped(name string) bool {
	return name != "a" && name != "img" && !slices.Contains(content.Elements, name) && atom.Lookup([]byte(name)) != 0
}
