package lint

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// attribute matches an attribute of a tag with its value.
var attribute = regexp.MustCompile(`([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>{]+))`)

var colorAttribute = regexp.MustCompile(`^(?:fill|stroke|stop-color|flood-color|lighting-color)$`)

// markup checks style sheets, scripts and attributes of HTML, Vue and Svelte.
func (c *checker) markup() {
	z := html.NewTokenizer(strings.NewReader(c.text))
	at, inside := 0, ""
	var sass bool
	for {
		kind := z.Next()
		raw := len(z.Raw())
		switch {
		case kind == html.ErrorToken:
			return
		case kind == html.TextToken && inside == "style":
			c.style(at, at+raw, sheet{sass: sass})
		case kind == html.TextToken && inside == "script":
			c.script(at, at+raw)
		case kind == html.StartTagToken || kind == html.SelfClosingTagToken:
			tag := c.text[at : at+raw]
			name, _ := z.TagName()
			inside, sass = string(name), strings.Contains(tag, "scss")
			c.attributes(at, at+raw)
		case kind == html.EndTagToken:
			inside = ""
		case kind == html.CommentToken:
			c.comment(at, at+raw)
		}
		at += raw
	}
}

func (c *checker) attributes(start, end int) {
	for _, m := range attribute.FindAllStringSubmatchIndex(c.text[start:end], -1) {
		name := strings.ToLower(c.text[start+m[2] : start+m[3]])
		from, to := start+max(m[4], m[6], m[8]), start+max(m[5], m[7], m[9])
		property, directive := strings.CutPrefix(name, "style:") // Svelte
		switch {
		case name == "style":
			c.style(from, to, sheet{})
		case directive || colorAttribute.MatchString(name):
			c.style(from, to, sheet{property: property})
		case strings.HasPrefix(name, ":") || strings.HasPrefix(name, "v-bind:"):
			c.script(from, to)
		case name == "class" || name == "color" || name == "bgcolor":
			c.literal(from, to, false, false)
		}
	}
}
