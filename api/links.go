package api

import (
	"mime"
	"net/http"
	"strconv"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
)

// addLinks adds the fields by which programs find what belongs to a page or document of a manual:
// its other forms, the description of the interface and the list of the manuals (RFC 8288), and
// when the manual ends (RFC 8594).
func (rq *request) addLinks(rs *response, m *db.Manual) {
	site := rq.index.Site
	address, documents := m.Address(site), site.String()+manual.DocumentsPath(m.Brand.Slug, m.Slug)
	var links []string
	link := func(to, relation, mediaType string) {
		links = append(links, "<"+to+">; rel=\""+relation+"\"; type=\""+mediaType+"\"")
	}
	link(address, "alternate", "text/html")
	if m.Has(manual.MarkdownDocument) {
		link(address+manual.DocumentPath(manual.MarkdownDocument.Info().File), "alternate", "text/markdown")
	}
	link(documents+manual.ManualSuffix, "alternate", mediaJSON)
	link(documents+manual.TokensSuffix, "alternate", mediaJSON)
	link(site.String()+manual.OpenAPIPath, "service-desc", mediaJSON)
	link(site.String()+manual.LLMsPath, "describedby", "text/plain")
	rs.add("Link", strings.Join(links, ", "))
	if !m.ExpiresAt.IsZero() {
		rs.add("Sunset", m.ExpiresAt.UTC().Format(http.TimeFormat))
	}
}

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
