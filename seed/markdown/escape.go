package markdown

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// entity is what CommonMark takes for a character reference (section 2.5).
var entity = regexp.MustCompile(`&(#?[0-9A-Za-z]+;)`)

// escaper escapes what means something to CommonMark and GitHub's Markdown
// wherever it stands. What begins an element of HTML has no backslash, which
// an address before it may take for its own.
var escaper = strings.NewReplacer(`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `&lt;`, `~`, `\~`, `|`, `\|`)

// lineStart is what means something to them at the beginning of a line only:
// a heading, a quote, an item of a list, a line under a heading or a table's.
var lineStart = regexp.MustCompile(`^(?:#{1,6}(?: |$)|>|[+-](?: |$)|[0-9]{1,9}[.)](?: |$)|[-=:][-=: ]*$)`)

// escape returns text on one line so that Markdown shows just that text.
func escape(text string) string {
	text = oneLine(text)
	if strings.Contains(text, "&") {
		text = entity.ReplaceAllString(text, `&amp;$1`)
	}
	return escaper.Replace(text)
}

// oneLine makes one space of each run of white space, and drops control
// characters.
func oneLine(text string) string {
	odd := func(r rune) bool { return r != ' ' && (unicode.IsControl(r) || unicode.IsSpace(r)) }
	if !strings.ContainsFunc(text, odd) && !strings.Contains(text, "  ") {
		return strings.Trim(text, " ")
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// paragraph escapes what begins a line of inline Markdown and would make
// another block of it.
func paragraph(inline string) string {
	lines := strings.Split(inline, "\n")
	for i, line := range lines {
		if start := lineStart.FindString(line); start != "" {
			at := strings.IndexAny(start, "#>+-=:.)")
			lines[i] = line[:at] + `\` + line[at:]
		}
	}
	return strings.Join(lines, "\n")
}

// heading returns a heading of a level with inline Markdown in it.
func heading(level int, inline string) string {
	if before, ok := strings.CutSuffix(inline, "#"); ok {
		inline = before + `\#` // would close the heading
	}
	return strings.Repeat("#", min(level, 6)) + " " + strings.ReplaceAll(inline, "\\\n", " ")
}

// code returns text as a code span, empty for none.
func code(text string) string {
	if text = oneLine(text); text == "" {
		return ""
	}
	fence := fenceFor(text, 1)
	if strings.Trim(text, "`") != text {
		text = " " + text + " "
	}
	return fence + text + fence
}

// fenceFor returns more backticks than stand together in text, and as many as
// least.
func fenceFor(text string, least int) string {
	longest, n := least-1, 0
	for i := range len(text) {
		if text[i] == '`' {
			n++
			longest = max(longest, n)
		} else {
			n = 0
		}
	}
	return strings.Repeat("`", longest+1)
}

// cell returns inline Markdown for a cell of a table, where a bar ends a cell
// in code too.
func cell(inline string) string {
	inline = strings.ReplaceAll(inline, "\\\n", " ")
	return strings.ReplaceAll(strings.ReplaceAll(inline, `\|`, "|"), "|", `\|`)
}

// destination is what a link's address must not have as it is.
var destination = strings.NewReplacer(" ", "%20", "<", "%3C", ">", "%3E", "(", "%28", ")", "%29", `\`, "%5C", "`", "%60", "|", "%7C")

// address resolves an address on the page of the manual, empty where it is
// none that may be followed: http, https and mailto are.
func (r *renderer) address(text string) string {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || strings.TrimSpace(text) == "" {
		return ""
	}
	if r.base != nil {
		u = r.base.ResolveReference(u)
	}
	switch u.Scheme {
	case "http", "https", "mailto":
		return entity.ReplaceAllString(destination.Replace(u.String()), `\&$1`)
	}
	return ""
}

// link returns a link, or its text alone where it may not be followed.
func (r *renderer) link(inline, address string) string {
	if address = r.address(address); address == "" {
		return inline
	}
	return "[" + inline + "](" + address + ")"
}

// image returns an image, or what it shows in words where it may not be
// fetched.
func (r *renderer) image(alt, address string) string {
	if address = r.address(address); address == "" || strings.HasPrefix(address, "mailto:") {
		return escape(alt)
	}
	return "![" + escape(alt) + "](" + address + ")"
}
