package pages

import (
	"cmp"
	"iter"
	"strings"
	"time"

	"designmanual/api/hosts"
	"designmanual/db"
	"designmanual/db/manual"
)

// Listed returns the public manuals of a host at now, sorted by brand, and the
// earliest of their end dates, or the zero time.
func Listed(ix *db.Index, s hosts.Scope, now time.Time) (listed []*db.Entry, ends time.Time) {
	add := func(manuals iter.Seq[*db.Entry]) {
		for e := range manuals {
			if IsListed(e, now) {
				listed, ends = append(listed, e), earlier(ends, e.ExpiresAt.Time())
			}
		}
	}
	add(s.Manuals())
	if s.Site {
		for b := range ix.Brands() {
			add(b.Manuals())
		}
	}
	return listed, ends
}

// MakeRobots returns the robots.txt of a host (RFC 9309), and the time until which
// it holds, or the zero time. It allows the pages, exports and files of public
// manuals and the assets, and nothing else. It returns false for a host that
// shows visitors nothing: such a host answers as an unknown one does.
func MakeRobots(s hosts.Scope, now time.Time) (text string, ends time.Time, ok bool) {
	rules, root := "", s.At(hosts.Path{})
	if ok = s.Site; ok {
		rules = "Allow: /$\n"
	}
	for e := range s.Manuals() {
		base := ""
		if e != root {
			base = "/" + e.Slug
		}
		switch {
		case IsListed(e, now):
			rules += "Allow: " + cmp.Or(base, "/") + "$\n" + allowBelow(base)
			if e == s.Manual && !e.Primary { // the links of its page begin with its slug on every host
				rules += allowBelow("/" + e.Slug)
			}
		case e != root || !IsOpen(e, now) && !AsksPassword(e, now):
			continue
		}
		ok, ends = true, earlier(ends, e.ExpiresAt.Time())
	}
	if rules != "" {
		rules = "Allow: " + hosts.LLMsPath + "$\n" + rules
	}
	return "User-agent: *\n" + assetRules + rules + "Disallow: /\n", ends, ok
}

// allowBelow returns the rules for the exports and files of a manual.
func allowBelow(base string) string {
	return "Allow: " + base + manual.ExportPath + "\nAllow: " + base + manual.FilesPath + "\n"
}

// assetRules allow the assets, so that search engines can render pages. They do
// not match the exports and files of manuals, which are under /-/ too.
const assetRules = "Allow: " + manual.InternalPath + "icon.\nAllow: " + manual.InternalPath + "page.\n"

// MakeLLMs returns the llms.txt (llmstxt.org) of a host, and the time until which
// it holds, or the zero time. It lists the public manuals with links to their
// documents. It returns false for a host, other than the site's, that has no
// public manual.
func MakeLLMs(ix *db.Index, s hosts.Scope, now time.Time) (text string, ends time.Time, ok bool) {
	const each = ", each as a page, as Markdown and as JSON, with its design tokens."
	listed, ends := Listed(ix, s, now)
	title, about := ix.Site.Host, "The brand manuals that are published here"+each
	if !s.Site {
		if len(listed) == 0 {
			return "", time.Time{}, false
		}
		title = linkText(listed[0].Brand.Name)
		about = "What " + title + " has published of its brand manuals" + each
	}
	var out strings.Builder
	out.WriteString("# " + title + "\n\n> " + about + "\n")
	for _, e := range listed {
		writeLinks(&out, ix.Site, e, s.Site)
	}
	return out.String(), ends, true
}

// writeLinks writes the section of a manual. Its title includes the brand's name
// if branded.
func writeLinks(out *strings.Builder, site manual.Site, e *db.Entry, branded bool) {
	address := site.Address(e.Brand.Brand, e.Slug, e.Subdomain, e.Primary)
	documents := site.String() + manual.DocumentsPath(e.Brand.Slug, e.Slug)
	title := linkText(e.Title)
	if branded && !strings.Contains(e.Title, e.Brand.Name) {
		title = linkText(e.Brand.Name) + ": " + title
	}
	out.WriteString("\n## " + title + "\n\n")
	link := func(text, address, about string) {
		out.WriteString("- [" + text + "](" + address + "): " + about + "\n")
	}
	link("Page", address, "the manual as people read it")
	if _, ok := e.Document(manual.MarkdownDocument); ok {
		link("Markdown", address+manual.DocumentPath("manual.md"), "the whole manual as text")
	}
	link("Manual", documents+manual.ManualSuffix, "the whole manual as JSON")
	link("Design tokens", documents+manual.TokensSuffix, "colors, type, spacing, motion and themes in the W3C format")
	if _, ok := e.Document(manual.ExportDocument); ok {
		link("Exports", address+manual.ExportPath, "style sheets, palettes and files to download")
	}
}

// linkText returns a text as one line of Markdown, escaped.
func linkText(text string) string {
	return linkEscapes.Replace(strings.Join(strings.Fields(text), " "))
}

var linkEscapes = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "<", `\<`, "*", `\*`, "_", `\_`, "`", "\\`")
