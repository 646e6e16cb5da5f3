package markdown

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// escaper escapes what CommonMark and GitHub's Markdown interpret anywhere in a
// line. < becomes an entity, since a backslash could become part of an address
// before it.
var escaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `&lt;`, `~`, `\~`, `|`, `\|`,
)

// lineStart matches what they interpret only at the start of a line: a list item with a
// number; a heading, a quote, a list item, or the line under a heading or under the header
// of a table.
var lineStart = regexp.MustCompile(`^(?:([0-9]{1,9})([.)](?: |$))|(#{1,6}(?: |$)|>|[+-](?: |$)|[-=:][-=: ]*$))`)

// escape returns text on one line that Markdown shows literally.
func escape(text string) string {
	text = oneLine(text)
	if strings.Contains(text, "&") {
		text = entity.ReplaceAllString(text, `&amp;$1`)
	}
	return escaper.Replace(text)
}

// oneLine replaces each run of white space by one space, and removes control
// characters.
func oneLine(text string) string {
	isControl := func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }
	if strings.ContainsFunc(text, isControl) {
		text = strings.Join(strings.FieldsFunc(text, isControl), "")
	}
	return strings.Join(strings.Fields(text), " ")
}

// paragraph escapes line starts of inline Markdown that would begin another
// block.
func paragraph(inline string) string {
	lines := strings.Split(inline, "\n")
	for i, line := range lines { // (?m) would look for the pattern at every character
		lines[i] = lineStart.ReplaceAllString(line, `${1}\${2}${3}`)
	}
	return strings.Join(lines, "\n")
}

// heading returns a heading with inline Markdown.
func heading(level int, inline string) string {
	if before, ok := strings.CutSuffix(inline, "#"); ok {
		inline = before + `\#` // would close the heading
	}
	return strings.Repeat("#", min(level, 6)) + " " + strings.ReplaceAll(inline, "\\\n", " ")
}

// code returns text as a code span, empty for empty text.
func code(text string) string {
	text = oneLine(text)
	if text == "" {
		return ""
	}
	fence := fenceFor(text, 1)
	if strings.Trim(text, "`") != text {
		text = " " + text + " "
	}
	return fence + text + fence
}

// fenceFor returns a fence that is longer than each run of backticks in text,
// with at least the given number of backticks.
func fenceFor(text string, least int) string {
	fence := strings.Repeat("`", least)
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

// cell escapes bars, which end a table cell even inside code.
func cell(inline string) string {
	inline = strings.ReplaceAll(inline, "\\\n", " ")
	return strings.ReplaceAll(strings.ReplaceAll(inline, `\|`, "|"), "|", `\|`)
}

// destination escapes characters that a link destination may not have.
var destination = strings.NewReplacer(
	" ", "%20", "<", "%3C", ">", "%3E", "(", "%28", ")", "%29", `\`, "%5C", "`", "%60", "|", "%7C",
)

// plainAddress resolves an address relative to the manual's page; a path on its host follows the
// path of the base URL, as in the page. It returns an empty
// string unless the scheme is http, https, mailto or tel. What Markdown would interpret in it is
// percent-encoded.
func (r *renderer) plainAddress(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") {
		text = r.before + text
	}
	u, err := url.Parse(text)
	if err != nil || text == "" {
		return ""
	}
	if r.base != nil {
		u = r.base.ResolveReference(u)
	}
	switch u.Scheme {
	case "http", "https", "mailto", "tel":
		return entity.ReplaceAllStringFunc(
			destination.Replace(u.String()), func(found string) string { return found[:len(found)-1] + "%3B" },
		)
	}
	return ""
}

// link returns a link, or only the text if the address is not allowed.
func (r *renderer) link(inline, address string) string {
	address = r.plainAddress(address)
	if address == "" {
		return inline
	}
	return "[" + inline + "](" + address + ")"
}

// isFetched reports whether an address leads to something that can be loaded, as that of a
// picture has to.
func isFetched(address string) bool {
	return !strings.HasPrefix(address, "mailto:") && !strings.HasPrefix(address, "tel:")
}

// image returns an image, or its alternative text if the address is not
// allowed.
func (r *renderer) image(alt, address string) string {
	if file, ok := r.files[address]; ok {
		address = r.home + file.Path()
	}
	address = r.plainAddress(address)
	if address == "" || !isFetched(address) {
		return escape(alt)
	}
	return "![" + escape(alt) + "](" + address + ")"
}
