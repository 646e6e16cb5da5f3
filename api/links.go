package api

import (
	"mime"
	"net/http"
	"strconv"

	"designmanual/db"
	"designmanual/db/manual"
)

// addLinks adds the fields by which programs find what belongs to a page or document of a manual:
// its other forms, the description of the JSON API and the list of the manuals (RFC 8288), and
// when the manual ends (RFC 8594). A response without a body has none of them.
func (h *Handler) addLinks(rq *request, rs *response, m *db.Head) {
	if !rs.allowsBody() {
		return
	}
	kept := h.indexCacheOf(rq.index)
	links, known := kept.links.Load(m)
	if !known {
		links = linksOf(m, rq.index.Site)
		kept.links.Store(m, links)
	}
	rs.add("Link", links.(string))
	if !m.ExpiresAt.IsZero() {
		rs.add("Sunset", m.ExpiresAt.UTC().Format(http.TimeFormat))
	}
}

// linksOf returns the links of a manual, as the value of a field.
func linksOf(m *db.Head, in manual.Site) string {
	site, address := in.String(), m.Address(in)
	documents := site + manual.APIDocumentsPath(m.Brand.Slug, m.Slug)
	markdown := ""
	if m.Has(manual.MarkdownDocument) {
		markdown = "<" + address + markdownPath + `>; rel="alternate"; type="text/markdown", `
	}
	return "<" + address + `>; rel="alternate"; type="text/html", ` + markdown +
		"<" + documents + manual.ManualSuffix + alternateJSON +
		"<" + documents + manual.TokensSuffix + alternateJSON +
		"<" + site + manual.OpenAPIPath + `>; rel="service-desc"; type="` + mediaJSON + `", ` +
		"<" + site + manual.LLMsPath + `>; rel="describedby"; type="text/plain"`
}

const alternateJSON = `>; rel="alternate"; type="` + mediaJSON + `", `

// markdownPath is the path of a manual's Markdown, below the manual's address.
var markdownPath = manual.ExportDocumentPath(manual.MarkdownDocument.Info().File)

// prefersMarkdown reports whether Accept fields name text/markdown and weigh it higher than HTML
// (RFC 9110, section 12.5.1).
func prefersMarkdown(fields []string) bool {
	weights := make(map[string]float64)
	for member := range listMembers(fields) {
		mediaType, parameters, err := mime.ParseMediaType(member)
		if err != nil {
			continue
		}
		weight, err := strconv.ParseFloat(parameters["q"], 64)
		if err != nil {
			weight = 1
		}
		weights[mediaType] = weight
	}
	html := 0.0
	for _, mediaType := range []string{"*/*", "text/*", "text/html"} { // the most exact one counts
		if weight, named := weights[mediaType]; named {
			html = weight
		}
	}
	return weights["text/markdown"] > html
}
