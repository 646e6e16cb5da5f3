package page

import (
	"cmp"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// An image is a picture with text: an image of a block, or something to do or
// not to do.
type image struct {
	picture
	StandIn string // shown in place of a picture that may not be fetched
	Text    template.HTML
	Do      bool
	Extra   *value
}

// image returns the picture at an address. If it may not be fetched, StandIn is
// the alternative text or the address.
func (b *builder) image(url, alt string) image {
	i := image{picture: b.links.picture(url, alt)}
	if i.Src == "" {
		i.StandIn = cmp.Or(alt, shownAddress(url))
	}
	return i
}

func (b *builder) images(c content.Object) any {
	var items []image
	for _, entry := range c.Objects("images") {
		url := entry.Text("url")
		i := b.image(url, entry.Text("alt"))
		i.Text, i.Extra = b.links.rich(entry.Text("caption")), b.extra(entry, "url", "alt", "caption")
		if b.firstImage == "" {
			b.firstImage = b.absolute(i.picture, url)
		}
		items = append(items, i)
	}
	return items
}

// absolute returns the absolute address of a picture, empty if it has none.
func (b *builder) absolute(p picture, url string) string {
	if f, _ := b.links.file(url); f != nil {
		address, _ := b.page.address()
		return address + f.Path()
	}
	return string(p.Src)
}

// examples pairs the first do with the first don't, the second with the second,
// and so on.
func (b *builder) examples(c content.Object) any {
	var dos, donts []image
	for _, entry := range c.Objects("items") {
		words := b.links.rich(entry.Text("html"))
		e := b.image(entry.Text("url"), "")
		e.Text, e.Do, e.Extra = words, entry.Get("do") == true, b.extra(entry, "do", "html", "url")
		if e.Do {
			dos = append(dos, e)
		} else {
			donts = append(donts, e)
		}
	}
	var items []image
	for len(dos) > 0 && len(donts) > 0 {
		items = append(items, dos[0], donts[0])
		dos, donts = dos[1:], donts[1:]
	}
	return slices.Concat(items, dos, donts)
}

type downloadsFigure struct {
	Items         []download
	Archive, Size string // the path and the size of all files in one, empty where there are none
}

type download struct {
	link
	ID         string
	Thumb      picture // of a picture
	Ground     class   // of the background that the manual shows it on, as a logo
	Kind, Size string
	Raw        string // an address that is not allowed as a link
	Extra      *value
}

func (b *builder) downloads(c content.Object) any {
	var figure downloadsFigure
	for _, entry := range c.Objects("files") {
		url := entry.Text("url")
		f, _ := b.links.file(url)
		d := download{link: b.links.link(entry.Text("name"), url), Size: b.sizeText(entry.Get("size"))}
		if d.Text == "" && f != nil {
			d.Text = f.Name
		}
		d.Text = cmp.Or(d.Text, shownAddress(url))
		if d.Address == "" {
			d.Raw = shownAddress(url)
		}
		d.Kind = fileKind(d.Address)
		if f != nil {
			d.Size = b.size(float64(f.Size))
			figure.Archive, figure.Size = archive(b.page.Manual, b.path), b.size(float64(manual.NewArchive(b.page.Manual.Files).Size()))
			if f.Width > 0 {
				d.Thumb = b.links.picture(url, "")
			}
			if l := b.logoNamed("", f.Path()); l != nil {
				d.Ground = l.Class
			}
		}
		d.ID, d.Extra = b.id(d.Text), b.extra(entry, "name", "url", "size")
		figure.Items = append(figure.Items, d)
	}
	return figure
}

// sizeText formats a number of bytes; any other text stays as it is.
func (s locale) sizeText(size any) string {
	text := content.Text(size)
	n, err := strconv.ParseFloat(text, 64)
	_, quoted := size.(string)
	isWords := quoted && strings.Trim(text, "0123456789") != ""
	if err != nil || isWords || n < 0 {
		return text
	}
	return s.size(n)
}
