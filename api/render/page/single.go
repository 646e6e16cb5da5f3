package page

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"strings"

	"designmanual/api/render/page/assets"
	"designmanual/db/manual"
)

// RenderSingle returns the HTML of a manual's page as one file that loads nothing, to be opened
// from a disk: its style, its scripts and, as embed returns them, its pictures and fonts are in
// it. Embed returns the data: URL of a file, empty for one that is told by name and size; a picture
// may be a smaller version of it, unless it is to be whole, as the formats of a logo are, which say
// their size. Links lead to the addresses of the site. A picture elsewhere is told by its text.
func RenderSingle(p Input, embed func(f manual.File, whole bool) string) []byte {
	p.embed = func(f manual.File) string { return embed(f, false) }
	p.embedWhole = func(f manual.File) string { return embed(f, true) }
	p.BrandContext.primaryCard.Logo, p.BrandContext.primaryCard.Fonts = "", "" // files of another manual
	return Render(p)
}

// makeSingle makes the head that of a page which loads nothing.
func (h *head) makeSingle(iconBody []byte, style string) {
	h.Embedded = template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(iconBody))
	sheet, whole := assets.Single()
	h.Sheet, h.Late = template.CSS(sheet), template.JS(whole)
	h.Style = template.CSS(style)
	h.Scripts = nil
	h.LaterStyle = ""
	h.Preload = nil
	h.Alternates = nil
	h.Canonical = ""
	h.NoIndex = true
	h.Policy = "default-src 'none'; base-uri 'none'; form-action 'none'; font-src data:; img-src data:; " +
		"connect-src data:; script-src" + hashes(string(assets.Load().Early), whole) +
		"; style-src" + hashes(sheet, style)
}

// hashes returns the hashes of inline elements as a policy has them.
func hashes(texts ...string) string {
	var out strings.Builder
	for _, text := range texts {
		sum := sha256.Sum256([]byte(text))
		out.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return out.String()
}
