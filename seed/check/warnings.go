package check

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"designmanual/seed/asset"
	"designmanual/seed/problem"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

func warnNoName(_ *shape, f *problem.Collector, p *content.Value) {
	if strings.TrimSpace(p.Text()) == "" {
		f.WarnAt(p, `the name is empty: the token is called "color". Write one.`)
	}
}

func warnNoHex(_ *shape, f *problem.Collector, p *content.Value) {
	if p.Is('{') { // a tint with modes, whose hex has the rule too
		return
	}
	if _, ok := css.Hex(p.Text()); !ok {
		f.WarnAt(p, "expected a hex color (#0B5FFF), found %s: it makes no token%s", quoteValue(p), hexHelp(p.Text()))
	}
}

// warnWeight warns unless a weight is a number from 1 to 1000, normal or bold
// (CSS Fonts Module Level 4, section 2.2).
func warnWeight(_ *shape, f *problem.Collector, p *content.Value) {
	n, _ := strconv.ParseFloat(p.Scalar(), 64) // 0 for a word
	if p.Is('[') || p.Text() == "normal" || p.Text() == "bold" || n >= 1 && n <= 1000 {
		return
	}
	found := quoteValue(p)
	if p.Is('0') {
		found = content.Truncate(p.Scalar())
	}
	f.WarnAt(p, "expected a weight from 1 to 1000, normal or bold, found %s", found)
}

// warnClearSpace warns unless a value is a share or a length.
func warnClearSpace(s *shape, f *problem.Collector, p *content.Value) {
	if !p.Is('0') {
		warnLength(s, f, p)
	}
}

// warnLength warns of a text that is no length: the page shows it and draws nothing.
func warnLength(_ *shape, f *problem.Collector, p *content.Value) {
	if _, err := css.Length(p.Scalar()); err != nil {
		f.WarnAt(p, "%v: it is shown as text", err)
	}
}

var variable = regexp.MustCompile(`(?i)\bvar\(\s*(--[^\s,()"]+)`)

// warnVariable warns of a variable in a shadow: no token document says what it is.
func warnVariable(f *problem.Collector, p *content.Value) {
	if m := variable.FindStringSubmatch(string(p.Raw())); m != nil {
		f.WarnAt(p, "the token documents do not define var(%s): write its value", m[1])
	}
}

// warnExtension returns a rule that warns of a file that the page cannot show.
func warnExtension(what string, extensions ...string) rule {
	return func(_ *shape, f *problem.Collector, p *content.Value) {
		path, err := source.AssetPath(p.Text())
		if err != nil {
			return // which is an error
		}
		if path == "" {
			warnSharePage(what, f, p)
			warnScheme(f, p, "show", "http:", "https:")
			return
		}
		if extension := asset.Extension(path); !slices.Contains(extensions, extension) {
			f.WarnAt(
				p, "expected a %s (%s), found %s%s", what, joinOr(extensions), quoteValue(p),
				asset.PictureHelp(extension),
			)
		}
	}
}

// warnUnlinked warns of the address of a file that the page does not link.
func warnUnlinked(_ *shape, f *problem.Collector, p *content.Value) {
	warnScheme(f, p, "link", "http:", "https:", "mailto:", "tel:")
}

// warnScheme warns of an address with another scheme than these, such as ftp.
func warnScheme(f *problem.Collector, p *content.Value, verb string, schemes ...string) {
	scheme := strings.ToLower(source.URLScheme.FindString(p.Text()))
	if _, err := source.AssetPath(p.Text()); err != nil || scheme == "" || slices.Contains(schemes, scheme) {
		return
	}
	f.WarnAt(p, "%san address that pages do not %s (%s)", source.ExpectedURL, verb, scheme)
}

func warnRemoteFont(_ *shape, f *problem.Collector, p *content.Value) {
	path, err := source.AssetPath(p.Text())
	if err != nil || path != "" || p.Text() == "" {
		return
	}
	f.WarnAt(
		p, "expected the path of a file in the folder of the seed file, found an address: the page loads no fonts "+
			"from elsewhere",
	)
}

func warnNoDo(_ *shape, f *problem.Collector, p *content.Value) {
	if p.Is('{') && p.Get("do") == nil {
		f.WarnAt(p, `missing key "do": this is shown as a don't. Write true for a do.`)
	}
}

var (
	emptyLine = regexp.MustCompile(`\n[ \t\r]*\n`)
	textName  = regexp.MustCompile(`^[^\s<]+\.(?i:md|markdown|html?)$`)
	markdown  = regexp.MustCompile(`(?m)^#{1,6} \S|^[*-] \S.*\n[*-] \S|\*\*\S[^*]*\*\*|\]\(https?:`)
)

// warnNoHTML warns of Markdown, or of the name of a file, where HTML stands.
func warnNoHTML(_ *shape, f *problem.Collector, p *content.Value) {
	if p.Tree.In != "" || bytes.IndexByte(p.Raw(), '<') >= 0 {
		return // a text beside the seed file, or HTML
	}
	text := p.Text()
	if textName.MatchString(text) {
		f.WarnAt(p, `expected HTML, found the name of a file: its text is shown with { "file": %s }`, quoteValue(p))
		return
	}
	if markdown.MatchString(text) {
		f.WarnAt(
			p,
			`expected HTML, found Markdown, which is shown as it stands: it belongs in a file, { "file": "voice.md" }`,
		)
		return
	}
	if emptyLine.MatchString(strings.TrimSpace(text)) {
		f.WarnAt(
			p, "expected HTML, found plain text with empty lines, which becomes one paragraph. Write <p> and </p> "+
				`around each, or put it into a file, { "file": "voice.md" }.`,
		)
	}
}
