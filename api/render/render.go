// Package render draws what is drawn from a manual when it is first read: the page, the export
// page, the exports, Markdown, the feed, the skill and the icon. The two documents of the
// JSON API are not drawn; the store has them.
//
// The table renderers has the renderer of each kind of document, and [Draw] calls it. A renderer gets a [View] and
// knows no other renderer, no clock, no request and no session: the same view makes the same bytes
// on every machine. A [Cache] keeps what was drawn until the base URL, a brand or a manual changes. To
// draw a document is to make its bytes; a drawing, in the code of pages, is an SVG image.
package render

import (
	"fmt"

	"designmanual/api/render/markdown"
	"designmanual/api/render/page"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/export"
)

// renderers are the renderers of all documents that are drawn.
var renderers = map[manual.DocumentKind]func(*View) []byte{
	manual.PageDocument:     func(v *View) []byte { return page.Render(v.Input) },
	manual.DraftDocument:    func(v *View) []byte { return page.Render(v.Input) },
	manual.FeedDocument:     func(v *View) []byte { return page.RenderFeed(v.Input) },
	manual.ExportDocument:   func(v *View) []byte { return page.RenderExport(v.Input, v.Has, remarks(v.Tokens)) },
	manual.ReleasesDocument: func(v *View) []byte { return page.RenderReleases(v.Input) },
	manual.HistoryDocument:  renderHistory,
	manual.IconDocument:     func(v *View) []byte { return page.Favicon(v.Input) },
	manual.TouchDocument:    func(v *View) []byte { return page.TouchIcon(v.Input) },
	manual.CSSDocument:      func(v *View) []byte { return export.CSS(v.Tokens) },
	manual.SCSSDocument:     func(v *View) []byte { return export.SCSS(v.Tokens) },
	manual.TailwindDocument: func(v *View) []byte { return export.Tailwind(v.Tokens) },
	manual.ModuleDocument:   func(v *View) []byte { return export.Module(v.Tokens) },
	manual.TypesDocument:    func(v *View) []byte { return export.Types(v.Tokens) },
	manual.GIMPDocument:     func(v *View) []byte { return export.GIMP(v.Tokens, v.Manual.Title) },
	manual.AdobeDocument:    func(v *View) []byte { return export.Adobe(v.Tokens) },
	manual.ShadcnDocument: func(v *View) []byte {
		name, _ := manual.Skill(v.Brand, v.Manual.Slug, "")
		return export.Shadcn(v.Tokens, name, v.Manual.Title)
	},
	manual.FigmaDocument:  func(v *View) []byte { return export.Figma(v.Tokens) },
	manual.PenpotDocument: func(v *View) []byte { return export.Penpot(v.Tokens) },
	manual.BrandDocument: func(v *View) []byte {
		return export.BrandYAML(
			v.Tokens, export.Brand{Name: v.Brand.Name, Manual: v.Manual, Sections: v.Sections, Address: v.Address()},
		)
	},
	manual.StructuredDocument: func(v *View) []byte { return export.Structured(v.Tokens) },
	manual.ResolverDocument: func(v *View) []byte {
		body, _ := export.Resolver(v.Tokens)
		return body
	},
	manual.DesignDocument:   func(v *View) []byte { return markdown.RenderDesign(v.markdown()) },
	manual.SkillDocument:    func(v *View) []byte { return markdown.RenderSkill(v.markdown(), v.Brand) },
	manual.MarkdownDocument: func(v *View) []byte { return markdown.Render(v.markdown()) },
}

func (v *View) markdown() markdown.Page {
	return markdown.Page{
		Manual: v.Manual, Sections: v.Sections, Tokens: v.Tokens, Address: v.Address(),
		Before: v.Site.PathBefore(v.Brand, v.Subdomain, v.Primary),
	}
}

// remarks returns what the export page says of single files.
func remarks(d *manual.TokenDocument) page.ExportRemarks {
	r := page.ExportRemarks{Modes: tokenize.Uncombined(d), Renamed: export.TailwindRenamed(d)}
	r.Steps, r.Colors, r.Radii = export.TailwindTaken(d)
	r.Classes = export.TailwindClasses(d)
	if len(d.Themes) > 0 {
		r.NotInShadcn = export.ShadcnLeftOut(d)
	}
	return r
}

// Draw returns a document that is drawn from a view. The error wraps [db.ErrNotFound] if the
// manual has no such document.
func Draw(v *View, kind manual.DocumentKind) ([]byte, error) {
	draw := renderers[kind]
	if draw == nil {
		return nil, fmt.Errorf("drawing %s: %w", kind, db.ErrNotFound)
	}
	body := draw(v)
	if body == nil {
		return nil, fmt.Errorf("drawing %s: %w", kind, db.ErrNotFound)
	}
	return body, nil
}
