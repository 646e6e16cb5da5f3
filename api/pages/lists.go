package pages

import (
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"strings"
	"time"

	"designmanual/api/hosts"
	"designmanual/db"
	"designmanual/db/manual"
)

// Listed returns the public manuals of a host at now, those of the brand at home first,
// then by brand, without brands that the site does not reach; and when the first manual of
// the host ends, or zero.
func Listed(ix *db.Index, s hosts.Scope, now time.Time) (listed []*db.Head, until time.Time) {
	for m := range s.All(ix) {
		if m.Brand != s.Brand && s.AllBrands && !ix.Site.Reaches(m.Brand.BrandSettings) {
			continue
		}
		until = firstEnd(until, m, now)
		if IsListed(m, now) {
			listed = append(listed, m)
		}
	}
	return listed, until
}

// MakeRobots returns the robots.txt of a host (RFC 9309), and when it changes, or zero. It
// forbids nothing, since a crawler learns only from an answer that it is not to be found
// (X-Robots-Tag). It returns nil for a host that shows visitors nothing: such a host answers
// as an unknown one does.
func MakeRobots(ix *db.Index, s hosts.Scope, now time.Time) (text []byte, until time.Time, err error) {
	root := s.At(hosts.Path{})
	shown, listed := s.AllBrands, s.AllBrands && s.Brand == nil
	for m := range s.Manuals() {
		until = firstEnd(until, m, now)
		listed = listed || IsListed(m, now)
		shown = shown || m == root && (IsForAnyone(m, now) || asksPassword(m, now))
	}
	if !shown && !listed {
		return nil, until, nil
	}
	rules := "User-agent: *\nAllow: /\n"
	if listed {
		rules += "Sitemap: " + s.Address(ix.Site) + manual.SitemapPath + "\n"
	}
	return []byte(rules), until, nil
}

// A sitemap lists the pages of a host (sitemaps.org).
type sitemap struct {
	XMLName xml.Name      `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	Pages   []sitemapPage `xml:"url"`
}

type sitemapPage struct {
	Address string `xml:"loc"`
	Changed string `xml:"lastmod,omitempty"` // the day
}

// MakeSitemap returns the sitemap of a host, with the pages of its public manuals, and when it
// changes, or zero. A manual with a host of its own is listed there. It returns nil for a host
// without a public page.
func MakeSitemap(ix *db.Index, s hosts.Scope, now time.Time) (text []byte, until time.Time, err error) {
	var list sitemap
	if s.AllBrands && s.Brand == nil {
		list.Pages = append(list.Pages, sitemapPage{Address: ix.Site.String() + "/"})
	}
	for m := range s.Manuals() {
		until = firstEnd(until, m, now)
		page, address := m.Address(ix.Site), s.Address(ix.Site)
		if IsListed(m, now) && (page == address || strings.HasPrefix(page, address+"/")) {
			list.Pages = append(list.Pages, sitemapPage{page, m.UpdatedAt.UTC().Format(time.DateOnly)})
		}
	}
	if len(list.Pages) == 0 {
		return nil, until, nil
	}
	text, err = xml.Marshal(list)
	return append([]byte(xml.Header), text...), until, err
}

// MakeLLMs returns the llms.txt (llmstxt.org) of a host, and when it
// changes. It lists the public manuals with links to their documents. It returns nil
// for a host, other than the site's, that has no public manual.
func MakeLLMs(ix *db.Index, s hosts.Scope, now time.Time) (text []byte, until time.Time, err error) {
	const each = ", each as a page, as Markdown and as JSON, with its design tokens."
	listed, until := Listed(ix, s, now)
	title, about, branded := ix.Site.Host, "The brand manuals that are published here"+each, true
	if len(listed) == 0 && !s.AllBrands {
		return nil, until, nil
	}
	if len(listed) > 0 && (!s.AllBrands || s.Brand != nil && listed[len(listed)-1].Brand == s.Brand) {
		title, branded = linkText(listed[0].Brand.Name), false
		about = "What " + title + " has published of its brand manuals" + each
	}
	var out strings.Builder
	out.WriteString("# " + title + "\n\n> " + about + "\n")
	for _, m := range listed {
		writeLinks(&out, ix.Site, m, branded)
	}
	return []byte(out.String()), until, nil
}

// writeLinks writes the section of a manual. Its title includes the brand's name
// if branded.
func writeLinks(out *strings.Builder, site manual.Site, m *db.Head, branded bool) {
	address := m.Address(site)
	documents := site.String() + manual.APIDocumentsPath(m.Brand.Slug, m.Slug)
	title := linkText(m.Title)
	if branded && !strings.Contains(m.Title, m.Brand.Name) {
		title = linkText(m.Brand.Name) + ": " + title
	}
	out.WriteString("\n## " + title + "\n\n")
	link := func(text, address, about string) {
		out.WriteString("- [" + text + "](" + address + "): " + about + "\n")
	}
	link("Page", address, "the manual as people read it")
	if m.Has(manual.MarkdownDocument) {
		link("Markdown", address+manual.ExportDocumentPath("manual.md"), "the whole manual as text")
	}
	if m.Has(manual.SkillDocument) {
		link("Skill", address+manual.ExportDocumentPath("SKILL.md"), "what a coding agent needs most of it, on one page")
	}
	link("Manual", documents+manual.ManualSuffix, "the whole manual as JSON")
	link("Design tokens", documents+manual.TokensSuffix, "colors, type, spacing, motion and themes in the W3C format")
	if m.Has(manual.ExportDocument) {
		link("Exports", address+manual.ExportPath, "style sheets, palettes and files to download")
	}
	if m.Has(manual.ReleasesDocument) {
		link(
			"Releases", address+manual.ReleasesList,
			"what changed in the design tokens, and the tokens of each release at an address that stays",
		)
	}
}

// linkText returns a text as one line of Markdown, escaped.
func linkText(text string) string {
	return linkEscapes.Replace(strings.Join(strings.Fields(text), " "))
}

var linkEscapes = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "<", `\<`, "*", `\*`, "_", `\_`, "`", "\\`")

// A skill is an entry of the index of skills.
type skill struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Description string `json:"description"`
	URL         string `json:"url"`
	Digest      string `json:"digest"`
}

// MakeSkills returns the index of the skills of a host (Agent Skills Discovery,
// version 0.2.0), one for each public manual, and when it changes. Digest returns the SHA-256 of
// the skill of a manual. It returns nil for a host without any.
func MakeSkills(
	ix *db.Index, s hosts.Scope, now time.Time, digest func(*db.Head) ([32]byte, error),
) (index []byte, until time.Time, err error) {
	listed, until := Listed(ix, s, now)
	skills := []skill{}
	for _, m := range listed {
		if !m.Has(manual.SkillDocument) {
			continue
		}
		sum, err := digest(m)
		if err != nil {
			return nil, until, err
		}
		name, description := manual.Skill(m.Brand.BrandSettings, m.Slug, m.Title)
		address := m.Address(ix.Site)
		skills = append(skills, skill{
			Name: name, Type: "skill-md", Description: description,
			URL:    address + manual.ExportDocumentPath(manual.SkillDocument.Info().File),
			Digest: "sha256:" + hex.EncodeToString(sum[:]),
		})
	}
	if len(skills) == 0 {
		return nil, until, nil
	}
	index, err = json.Marshal(
		map[string]any{"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "skills": skills},
	)
	return index, until, err
}
