package render

import (
	"cmp"
	"fmt"
	"slices"

	"designmanual/api/render/page"
	"designmanual/api/render/page/look"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A View is a manual with all that its documents show: its model, parsed once, its tokens, and
// what they say of the brand, the site and other manuals. All of it is from one index.
type View struct {
	page.Input
	Has func(manual.DocumentKind) bool // the documents that the manual has
}

// NewView returns the view of a manual of an index, with its model, or that of its draft. The view has no releases,
// since readOrDraw reads these from the store, and says that the hosts answer agents. The error is for a model that no
// import makes.
func NewView(ix *db.Index, m *db.Head, model *manual.Manual, draft bool) (*View, error) {
	sections, err := content.Sections(model)
	if err != nil {
		return nil, fmt.Errorf("parsing %s: %w", m.Name(), err)
	}
	tokens, _, err := tokenize.Document(sections) // the import tells the notes
	if err != nil {
		return nil, fmt.Errorf("making the tokens of %s: %w", m.Name(), err)
	}
	v := &View{Has: m.Has}
	v.Input = page.Input{
		Brand: m.Brand.BrandSettings, Manual: model, Sections: sections, Tokens: &tokens, Site: ix.Site,
		Subdomain: m.Subdomain, Primary: m.Primary, Summary: m.Summary, Smaller: m.Smaller,
		BrandContext: brandContext(ix, m, draft), Draft: draft, HasMCP: true,
	}
	if draft {
		v.Summary = tokenize.SummaryOf(model, sections, &tokens)
		v.Summary.NamedColors = tokenize.NamedColors(tokenize.SwatchesOf(&tokens), model.Cover, m.Brand.Cover)
	}
	return v, nil
}

// Card returns what other pages show of a manual of an index.
func Card(ix *db.Index, m *db.Head) look.Card {
	primary, address := primaryCard(ix, m, false)
	path := ix.Site.PathBefore(m.Brand.BrandSettings, m.Subdomain, m.Primary)
	if !m.Primary {
		path += "/" + m.Slug
	}
	card := look.NewCard(m.Summary, m.Files, m.Brand.Cover, primary, address, path)
	for _, s := range m.Smaller {
		i := slices.IndexFunc(m.Files, func(f manual.File) bool { return f.Sum == s.Of && f.Path() == card.Picture })
		if i >= 0 && len(s.Pictures) > 0 { // the narrowest is as wide as a card
			card.Picture = m.Files[i].SmallerPath(s.Pictures[0].Width)
		}
	}
	return card
}

// primaryCard returns the card that a manual inherits from, that of the brand's primary manual,
// and the address of that one. The draft of the primary manual inherits from the published one, and the
// primary manual itself from nothing. If not everybody may read the primary manual at any time, primaryCard
// returns the zero Card.
func primaryCard(ix *db.Index, m *db.Head, draft bool) (look.Card, string) {
	primary := m.Brand.Primary
	if primary == nil || primary == m && !draft || !isOpenForever(primary) {
		return look.Card{}, ""
	}
	card := Card(ix, primary)
	card.Lang = ""
	card.Description = ""
	card.Picture = ""
	return card, primary.Address(ix.Site)
}

// isOpenForever reports whether anyone may read a manual, and always: no page that shows
// something of it changes at a date by itself.
func isOpenForever(m *db.Head) bool {
	return m.Published && m.Visibility.ForAnyone() && m.ExpiresAt.IsZero()
}

// brandContext returns what the pages of a manual's brand say of its public manuals, the primary one
// first, the others by slug, and of the other brands of the site. A manual with an end date is
// counted but not named.
func brandContext(ix *db.Index, m *db.Head, draft bool) page.BrandContext {
	var entries []page.ListedManual
	public := 0
	for other := range m.Brand.Manuals() {
		if !other.Published || other.Visibility != manual.Public {
			continue
		}
		public++
		if other.ExpiresAt.IsZero() {
			entries = append(entries, page.ListedManual{
				Brand: other.Brand.BrandSettings, Slug: other.Slug, Title: other.Title, Subdomain: other.Subdomain,
				Primary: other.Primary,
			})
		}
	}
	slices.SortStableFunc(entries, func(a, b page.ListedManual) int { return cmp.Compare(sortKey(a), sortKey(b)) })
	siteList := ""
	if ix.Site.AtHome(m.Brand.BrandSettings) && hasOtherBrand(ix, m.Brand) {
		siteList = ix.Site.String() + manual.BrandsPath
	}
	card, _ := primaryCard(ix, m, draft)
	return page.NewBrandContext(ix.Site, m.Brand.BrandSettings, entries, public, siteList, card)
}

// sortKey returns the text by which the entries are sorted: the primary manual first, the others by slug.
func sortKey(e page.ListedManual) string {
	if e.Primary {
		return ""
	}
	return e.Slug
}

// hasOtherBrand reports whether the index of the site's brands names another brand.
func hasOtherBrand(ix *db.Index, b *db.Brand) bool {
	for other := range ix.Brands() {
		if other == b || !ix.Site.Reaches(other.BrandSettings) {
			continue
		}
		for m := range other.Manuals() {
			if m.Visibility == manual.Public && isOpenForever(m) {
				return true
			}
		}
	}
	return false
}
