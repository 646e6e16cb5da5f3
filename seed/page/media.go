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

// Rich returns the rich text of a key.
func (it item) Rich(key string) template.HTML { return it.b.links.rich(it.Text(key)) }

// Picture returns the picture of the item. The first one of the images is that of the page.
func (it item) Picture(alt string) picture {
	b, url := it.b, it.Text("url")
	p := b.links.picture(url, alt)
	if b.block.Kind == manual.Image && b.Head.Image == "" {
		b.Head.Image = string(p.Src)
		if f := it.File(); f != nil {
			b.Head.Image = b.Address() + f.Path()
		}
	}
	return p
}

// File returns the file of the manual that the item names, or nil.
func (it item) File() *manual.File {
	f, _ := it.b.links.file(it.Text("url"))
	return f
}

// Own returns the path of the file of the manual that a key names, or nothing.
func (it item) Own(key string) template.URL {
	_, path := it.b.links.file(it.Text(key))
	return template.URL(path)
}

// SVG returns the path of an icon that is a file of the manual, whose SVG the script copies.
func (it item) SVG() template.URL {
	path := it.Own("url")
	it.b.media.reads = it.b.media.reads || path != ""
	return path
}

// Tags returns the tags of an icon.
func (it item) Tags() string { return strings.Join(it.Texts("tags"), " ") }

// Examples pairs the first do with the first don't, the second with the second,
// and so on.
func (b *builder) Examples() []item {
	var dos, donts, pairs []item
	for it := range b.Items("items") {
		if it.Do() {
			dos = append(dos, it)
		} else {
			donts = append(donts, it)
		}
	}
	for len(dos) > 0 && len(donts) > 0 {
		pairs = append(pairs, dos[0], donts[0])
		dos, donts = dos[1:], donts[1:]
	}
	return slices.Concat(pairs, dos, donts)
}

// Do reports whether an example is something to do.
func (it item) Do() bool { return it.Get("do") == true }

// Shown returns the address of the item as text.
func (it item) Shown() string { return shownAddress(it.Text("url")) }

// Link returns a link to the file of the item.
func (it item) Link(text string) link { return it.b.links.link(text, it.Text("url")) }

// Download returns a link to the file of the item, with its name.
func (it item) Download() link {
	name := it.Name
	if f := it.File(); f != nil {
		name = cmp.Or(name, f.Name)
	}
	return it.Link(cmp.Or(name, it.Shown()))
}

// Size returns the size of the file of the item, else the one that the manual gives: a
// number of bytes, or any other text as it is.
func (it item) Size() string {
	if f := it.File(); f != nil {
		return it.b.size(f.Size)
	}
	return it.b.sizeText(it.Get("size"))
}

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

// Ground returns the class of the background that the manual shows the file on, as a logo.
func (it item) Ground() class {
	if f := it.File(); f != nil {
		if l := it.b.logoNamed("", f.Path()); l != nil {
			return l.Class
		}
	}
	return ""
}

var videoTypes = map[string]string{"MP4": "video/mp4", "WEBM": "video/webm"}

// Video returns the media type of a video that is a file of the manual, which the browser
// itself plays, or nothing.
func (it item) Video() string {
	kind := videoTypes[link{Address: it.Own("url")}.Kind()]
	it.b.media.videos = it.b.media.videos || kind != ""
	return kind
}

// Poster returns the picture of a video before it is played.
func (it item) Poster() (p picture) {
	if poster := it.Text("poster"); poster != "" {
		p = it.b.links.picture(poster, it.Text("alt"))
	}
	return p
}

// Captions returns the path of the captions of a video that are a file of the manual.
func (it item) Captions() template.URL {
	if path := it.Own("captions"); strings.HasSuffix(string(path), ".vtt") {
		return path
	}
	return ""
}
