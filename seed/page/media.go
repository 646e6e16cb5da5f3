package page

import (
	"cmp"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"designmanual/seed/content"
	"designmanual/tokenize"
)

// image is a picture with its words: an image, or something to follow or to
// avoid.
type image struct {
	picture
	StandIn string // what is shown where there is no picture
	Text    template.HTML
	Do      bool
	Further *value
}

// image returns the picture at an address, in its place what it shows where it
// may not be fetched.
func (b *builder) image(url, alt string) image {
	i := image{picture: b.links.picture(url, alt)}
	if i.Src == "" {
		i.StandIn = cmp.Or(alt, unfollowed(url))
	}
	return i
}

func (b *builder) images(c content.Object) any {
	var items []image
	for _, entry := range c.Objects("images") {
		url := entry.Text("url")
		i := b.image(url, entry.Text("alt"))
		i.Text, i.Further = b.links.rich(entry.Text("caption")), b.further(entry, "url", "alt", "caption")
		if joined(b.names) == "" {
			b.names = []string{cmp.Or(beginning(string(i.Text), 48), shortened(i.Alt, 48))}
		}
		if b.firstImage == "" {
			b.firstImage = b.absolute(i.picture, url)
		}
		items = append(items, i)
	}
	return items
}

// absolute returns the absolute address of a picture, empty where it has
// none.
func (b *builder) absolute(p picture, url string) string {
	if f, _ := b.links.file(url); f != nil {
		address, _ := b.page.address()
		return address + f.Path()
	}
	return string(p.Src)
}

// examples puts each do beside the don't of the same rank.
func (b *builder) examples(c content.Object) any {
	var dos, donts []image
	for _, entry := range c.Objects("items") {
		words := b.links.rich(entry.Text("html"))
		e := b.image(entry.Text("url"), "")
		e.Text, e.Do, e.Further = words, entry.Get("do") == true, b.further(entry, "do", "html", "url")
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

// logo is a form of a logo on its background.
type logo struct {
	image
	Class      class // of the background
	Name       string
	Background string
	Download   template.URL // empty where the logo is no file of the manual

	path   string // of the file, below the manual's address
	ground string // the background in hex, empty for none
}

func (b *builder) logosFigure(c content.Object) any {
	var items []logo
	for _, entry := range c.Objects("logos") {
		url, name := entry.Text("url"), entry.Text("name")
		l := logo{image: b.image(url, cmp.Or(entry.Text("alt"), name)), Name: name, Background: entry.Text("background")}
		if hex, ok := tokenize.Hex(l.Background); ok {
			l.ground = parseHex(hex).over(white).hex()
			l.Class = b.sheet.class("--ground:"+hex, "--on:"+parseHex(hex).ink().hex())
		} else if color := cssColor(l.Background); color != "" {
			l.Class = b.sheet.class("--ground:"+color, "--plate:var(--paper)", "--on:var(--ink)")
		}
		if f, path := b.links.file(url); f != nil {
			l.path, l.Download = f.Path(), template.URL(path)
			b.logos = append(b.logos, l)
		}
		l.Further = b.further(entry, "name", "url", "alt", "background")
		items = append(items, l)
	}
	return items
}

// coverLogo returns the logo that stands on the cover: the first one that is
// made for its color, else none.
func (b *builder) coverLogo() *logo {
	cover := b.frame.cover.hex()
	if i := slices.IndexFunc(b.logos, func(l logo) bool { return l.ground == cover }); i >= 0 {
		return &b.logos[i]
	}
	return nil
}

type downloadsFigure struct {
	Items   []download
	Archive string // the path of all files in one, empty where there are none
}

type download struct {
	link
	Kind, Size string
	Raw        string // an address that may not be followed
	Further    *value
}

func (b *builder) downloads(c content.Object) any {
	var figure downloadsFigure
	for _, entry := range c.Objects("files") {
		url := entry.Text("url")
		d := download{link: b.links.link(entry.Text("name"), url), Size: b.sizeText(entry.Get("size"))}
		d.Text = cmp.Or(d.Text, unfollowed(url))
		if d.Address == "" {
			d.Raw = unfollowed(url)
		}
		d.Kind = fileKind(d.Address)
		if f, _ := b.links.file(url); f != nil {
			d.Size = b.size(float64(f.Size))
			figure.Archive = archive(b.page.Manual, b.path)
		}
		d.Further = b.further(entry, "name", "url", "size")
		figure.Items = append(figure.Items, d)
	}
	return figure
}

// sizeText writes a number of bytes for people; words stay.
func (s speech) sizeText(size any) string {
	text := content.Text(size)
	n, err := strconv.ParseFloat(text, 64)
	_, quoted := size.(string)
	isWords := quoted && strings.Trim(text, "0123456789") != ""
	if err != nil || isWords || n < 0 {
		return text
	}
	return s.size(math.Abs(n)) // of -0 too
}
