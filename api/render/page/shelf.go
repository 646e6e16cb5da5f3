package page

import "html/template"

// A shelf is what the pages of exports and of releases have above and below what they list: the
// data of the templates "shelf-top" and "shelf-end".
type shelf struct {
	Head             head
	Class            string // of the body
	Logo             template.URL
	Brand, Title     string
	Home             string // the address of the page
	Heading, Lede    string
	NeedsAccessToken bool // what it lists needs a token
}

// newShelf returns the shelf of a page at a path below that of the manual. Heading and lede are
// keys of [words.Locale.Translate]. The page has the styles that were made before.
func (b *builder) newShelf(class, heading, lede, path string) shelf {
	s := shelf{
		Class: class, Logo: b.pageLogo(), Brand: b.Brand.Name, Title: b.Manual.Title, Home: b.home(),
		Heading: b.Translate(heading), Lede: b.Translate(lede), NeedsAccessToken: !b.Manual.Visibility.ForAnyone(),
	}
	s.Head = b.head(s.Heading, path)
	s.Head.Description = s.Lede
	return s
}
