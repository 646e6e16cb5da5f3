package page

import (
	"cmp"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"designmanual/tokenize/content"
)

// An image is a picture with text: an image of a block, an icon, or something to do or
// not to do.
type image struct {
	item
	picture
	StandIn string        // shown in place of a picture that may not be fetched
	Rich    template.HTML // its caption, or what to do
	Do      bool
	Address template.URL // of an icon that is a file of the manual
}

// image returns the picture of an entry. If it may not be fetched, StandIn is
// the alternative text or the address.
func (b *builder) image(it item, alt string) image {
	i := image{item: it, picture: b.links.picture(it.Text("url"), alt)}
	if i.Src == "" {
		i.StandIn = cmp.Or(alt, shownAddress(it.Text("url")))
	}
	return i
}

func (b *builder) images() any {
	var items []image
	for it := range b.items("images") {
		i := b.image(it, it.Text("alt"))
		i.Rich = b.links.rich(it.Text("caption"))
		if b.firstImage == "" {
			b.firstImage = b.absolute(i.picture, it.Text("url"))
		}
		items = append(items, i)
	}
	return items
}

// absolute returns the absolute address of a picture, empty if it has none.
func (b *builder) absolute(p picture, url string) string {
	if f, _ := b.links.file(url); f != nil {
		address, _ := b.address()
		return address + f.Path()
	}
	return string(p.Src)
}

// icons returns symbols on light tiles. The script copies their names and their SVG.
func (b *builder) icons() any {
	var items []image
	for it := range b.items("icons") {
		it.ID = b.id(it.Name)
		i := b.image(it, it.Name)
		if _, path := b.links.file(it.Text("url")); path != "" {
			i.Address, b.media.reads = template.URL(path), true
		}
		items = append(items, i)
	}
	return items
}

// Tags returns the tags of an icon.
func (i image) Tags() string { return strings.Join(i.Texts("tags"), " ") }

// examples pairs the first do with the first don't, the second with the second,
// and so on.
func (b *builder) examples() any {
	var dos, donts, pairs []image
	for it := range b.items("items") {
		e := b.image(it, "")
		e.Rich = b.links.rich(it.Text("html"))
		if e.Do = it.Get("do") == true; e.Do {
			dos = append(dos, e)
		} else {
			donts = append(donts, e)
		}
	}
	for len(dos) > 0 && len(donts) > 0 {
		pairs = append(pairs, dos[0], donts[0])
		dos, donts = dos[1:], donts[1:]
	}
	return slices.Concat(pairs, dos, donts)
}

type downloadsFigure struct {
	Items   []download
	Archive *exportFile // all files in one, nil where there are none
}

type download struct {
	item
	link
	Thumb      picture // of a picture
	Ground     class   // of the background that the manual shows it on, as a logo
	Kind, Size string
	Raw        string // an address that is not allowed as a link
}

func (b *builder) downloads() any {
	var figure downloadsFigure
	for it := range b.items("files") {
		url := it.Text("url")
		d := download{item: it, link: b.links.link(it.Name, url), Size: b.sizeText(it.Get("size"))}
		if f, _ := b.links.file(url); f != nil {
			d.Text, d.Size = cmp.Or(d.Text, f.Name), b.size(f.Size)
			figure.Archive = b.Archive()
			if f.Width > 0 {
				d.Thumb = b.links.picture(url, "")
			}
			if l := b.logoNamed("", f.Path()); l != nil {
				d.Ground = l.Class
			}
		}
		d.Text = cmp.Or(d.Text, shownAddress(url))
		if d.Address == "" {
			d.Raw = shownAddress(url)
		}
		d.Kind, d.ID = fileKind(d.Address), b.id(d.Text)
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
	return content.Size(n, s.translate("point"), s.translate("bytes"))
}

// A video is played by the browser itself. One that is no file of the manual is a link.
type video struct {
	item
	Src      template.URL
	Type     string // media type
	Poster   picture
	Captions template.URL
	Rich     template.HTML
	Link     link
}

var videoTypes = map[string]string{"MP4": "video/mp4", "WEBM": "video/webm"}

func (b *builder) videos() any {
	var items []video
	for it := range b.items("videos") {
		url, alt := it.Text("url"), it.Text("alt")
		v := video{item: it, Rich: b.links.rich(it.Text("caption"))}
		_, path := b.links.file(url)
		if v.Type = videoTypes[fileKind(template.URL(path))]; v.Type != "" {
			v.Src, b.media.videos = template.URL(path), true
		} else {
			v.Link = b.links.link(shownAddress(url), url)
		}
		if poster := it.Text("poster"); poster != "" {
			v.Poster = b.links.picture(poster, alt)
		}
		if _, path := b.links.file(it.Text("captions")); strings.HasSuffix(path, ".vtt") {
			v.Captions = template.URL(path)
		}
		v.ID = b.id(alt)
		items = append(items, v)
	}
	return items
}
