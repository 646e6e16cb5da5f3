package pages

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"designmanual/api/hosts"
	"designmanual/db"
	"designmanual/db/manual"
)

// Listed returns the public manuals of a host at now, those of the brand at home first,
// then by brand, without brands that the site does not reach; and when the first manual of
// the host ends, or zero.
func Listed(ix *db.Index, s hosts.Scope, now time.Time) (listed []*db.Manual, until time.Time) {
	for e := range s.All(ix) {
		if e.Brand != s.Brand && s.Site && !ix.Site.Reaches(e.Brand.Brand) {
			continue
		}
		until = firstEnd(until, e, now)
		if IsListed(e, now) {
			listed = append(listed, e)
		}
	}
	return listed, until
}

// MakeRobots returns the robots.txt of a host (RFC 9309), and when it changes, or zero. It
// allows the pages, exports and files of public manuals, the lists of
// manuals and the assets, and nothing else. It returns nil for a host that shows
// visitors nothing: such a host answers as an unknown one does.
func MakeRobots(_ *db.Index, s hosts.Scope, now time.Time) (text []byte, until time.Time, err error) {
	var rules strings.Builder
	allow := func(path string) { rules.WriteString("Allow: " + s.Base + path + "\n") }
	root := s.At(hosts.Path{})
	shown := s.Site
	if s.Site && s.Brand == nil {
		allow("/$")
	}
	for e := range s.Manuals() {
		until = firstEnd(until, e, now)
		base := ""
		if e != root {
			base = "/" + e.Slug
		}
		switch {
		case IsListed(e, now):
			allow(cmp.Or(base, "/") + "$")
			allow(base + manual.ExportPath)
			allow(base + manual.FilesPath)
			if e == s.Manual && !e.Primary { // the links of its page begin with its slug on every host
				allow("/" + e.Slug + manual.ExportPath)
				allow("/" + e.Slug + manual.FilesPath)
			}
			if e.Has(manual.ReleasesDocument) {
				allow(base + manual.ReleasesPath)
			}
			if e == s.Manual && !e.Primary && e.Has(manual.ReleasesDocument) {
				allow("/" + e.Slug + manual.ReleasesPath)
			}
		case e != root || !IsOpen(e, now) && !AsksPassword(e, now):
			continue
		}
		shown = true
	}
	if !shown {
		return nil, until, nil
	}
	listed := rules.String()
	rules.Reset()
	// They do not match the exports and files of manuals, which are under /-/ too.
	allow(manual.InternalPath + "icon.")
	allow(manual.InternalPath + "page.")
	if listed != "" {
		allow(manual.LLMsPath + "$")
		if s.Brand != nil {
			allow(manual.IndexPath + "$")
		}
		if s.Brand != nil && s.Site {
			allow(manual.BrandsPath + "$")
		}
	}
	return []byte("User-agent: *\n" + rules.String() + listed + "Disallow: " + s.Base + "/\n"), until, nil
}

// MakeLLMs returns the llms.txt (llmstxt.org) of a host, and when it
// changes. It lists the public manuals with links to their documents. It returns nil
// for a host, other than the site's, that has no public manual.
func MakeLLMs(ix *db.Index, s hosts.Scope, now time.Time) (text []byte, until time.Time, err error) {
	const each = ", each as a page, as Markdown and as JSON, with its design tokens."
	listed, until := Listed(ix, s, now)
	title, about, branded := ix.Site.Host, "The brand manuals that are published here"+each, true
	switch {
	case len(listed) == 0 && !s.Site:
		return nil, until, nil
	case len(listed) > 0 && (!s.Site || s.Brand != nil && listed[len(listed)-1].Brand == s.Brand):
		title, branded = linkText(listed[0].Brand.Name), false
		about = "What " + title + " has published of its brand manuals" + each
	}
	var out strings.Builder
	out.WriteString("# " + title + "\n\n> " + about + "\n")
	for _, e := range listed {
		writeLinks(&out, ix.Site, e, branded)
	}
	return []byte(out.String()), until, nil
}

// writeLinks writes the section of a manual. Its title includes the brand's name
// if branded.
func writeLinks(out *strings.Builder, site manual.Site, e *db.Manual, branded bool) {
	address := e.Address(site)
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
	if e.Has(manual.MarkdownDocument) {
		link("Markdown", address+manual.DocumentPath("manual.md"), "the whole manual as text")
	}
	if e.Has(manual.SkillDocument) {
		link("Skill", address+manual.DocumentPath("SKILL.md"), "what a coding agent needs most of it, on one page")
	}
	link("Manual", documents+manual.ManualSuffix, "the whole manual as JSON")
	link("Design tokens", documents+manual.TokensSuffix, "colors, type, spacing, motion and themes in the W3C format")
	if e.Has(manual.ExportDocument) {
		link("Exports", address+manual.ExportPath, "style sheets, palettes and files to download")
	}
	if e.Has(manual.ReleasesDocument) {
		link("Releases", address+manual.ReleasesList, "what changed in the design tokens, and the tokens of each release at an address that stays")
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
func MakeSkills(ix *db.Index, s hosts.Scope, now time.Time, digest func(*db.Manual) ([32]byte, error)) (index []byte, until time.Time, err error) {
	listed, until := Listed(ix, s, now)
	skills := []skill{}
	for _, e := range listed {
		if !e.Has(manual.SkillDocument) {
			continue
		}
		sum, err := digest(e)
		if err != nil {
			return nil, until, err
		}
		name, description := manual.Skill(e.Brand.Brand, e.Slug, e.Title)
		address := e.Address(ix.Site)
		skills = append(skills, skill{
			Name: name, Type: "skill-md", Description: description,
			URL: address + manual.DocumentPath(manual.SkillDocument.Info().File), Digest: "sha256:" + hex.EncodeToString(sum[:]),
		})
	}
	if len(skills) == 0 {
		return nil, until, nil
	}
	index, err = json.Marshal(map[string]any{"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "skills": skills})
	return index, until, err
}
