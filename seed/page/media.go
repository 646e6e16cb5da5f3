package page

import (
	"cmp"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
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

// A logo is a version of the logo on its background.
type logo struct {
	item
	picture
	Formats []format
	Clear   *rule
	Min     *rule

	path       string // of the file, below the manual's address, empty for none
	background string // the background in hex, empty for none
}

// A format is a file of a logo.
type format struct {
	link // with what it is for, or its type
	Size string
}

// A rule of a logo is drawn by its class: the free space around it in proportion, its
// smallest width at true size.
type rule struct{ Class, Text string }

// Logo draws an item as a logo.
func (it item) Logo() logo {
	b, url := it.b, it.Text("url")
	it.ID = b.ID(it.Name)
	l := logo{item: it, picture: it.Picture(cmp.Or(it.Text("alt"), it.Name))}
	if hex, ok := css.Hex(it.Text("background")); ok {
		l.background = parseHex(hex).over(white).hex()
		l.Class = b.sheet.class("--ground:"+hex, "--on:"+parseHex(hex).ink().hex())
	} else if color := cssColor(it.Text("background")); color != "" {
		l.Class = b.sheet.class("--ground:"+color, "--plate:var(--paper)", "--on:var(--ink)")
	}
	f, _ := b.links.file(url)
	if f != nil {
		l.path = f.Path()
		b.logos = append(b.logos, l)
	}
	l.Formats = b.formats(append([]content.Object{{{Key: "url", Value: url}}}, it.Objects("files")...))
	if clear := it.Get("clearSpace"); clear != nil {
		l.clear(b, clear, f)
	}
	if text := it.Text("minWidth"); text != "" {
		l.minimum(b, text)
	}
	return l
}

// formats returns the files of a logo that the manual has, each once.
func (b *builder) formats(entries []content.Object) (formats []format) {
	for _, entry := range entries {
		f, path := b.links.file(entry.Text("url"))
		known := func(g format) bool { return string(g.Address) == path }
		if f == nil || slices.ContainsFunc(formats, known) {
			continue
		}
		to := link{Address: template.URL(path)}
		if to.Text = to.Kind(); entry.Text("label") != "" {
			to.Text = entry.Text("label") + " · " + to.Text
		}
		formats = append(formats, format{to, b.size(f.Size)})
	}
	return formats
}

// The largest height and width in px in which a logo is drawn with its clear space, the
// width that both may take together, and the height from which the logo can be seen.
const (
	shownHeight  = 64
	shownWidth   = 160
	roomForLogo  = 240
	seenFromTall = 12
)

// clear draws the clear space: of a share of the height in proportion, of a length at
// true size. Where that takes too much room it is told alone.
func (l *logo) clear(b *builder, space any, f *manual.File) {
	shape, tall := 0.0, 0.0 // width by height, and the height in px
	if f != nil && f.Height > 0 && l.Src != "" {
		shape = float64(f.Width) / float64(f.Height)
		tall = min(shownHeight, math.Round(shownWidth/shape))
	}
	length, text := b.length(content.Text(space))
	if share, isShare := space.(content.Number); isShare {
		text = b.translate("of-height", b.quantity(decimal(string(share))))
		n, _ := strconv.ParseFloat(string(share), 64)
		tall = min(tall, math.Floor(roomForLogo/(shape+2*n)))
		if length = shortFloat(n*tall) + "px"; n < 0 {
			length = ""
		}
	} else {
		tall = min(tall, math.Floor((roomForLogo-2*pixels(length))/shape))
	}
	if length == "" || !(tall >= seenFromTall) {
		l.Extra = l.Extra.with(b.key("clearSpace"), &value{Text: text})
		return
	}
	l.Clear = &rule{b.sheet.class("--space:"+length, "--tall:"+shortFloat(tall)+"px"), text}
}

// shortFloat returns a number without an exponent and with the digits that it needs.
func shortFloat(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// length returns a length for a style sheet, empty if it is none, and as readers see it.
func (b *builder) length(text string) (length, shown string) {
	parsed, err := css.Length(text)
	if err != nil {
		return "", text
	}
	return cssValue(manual.DimensionToken, parsed), b.quantity(parsed)
}

// minimum draws the logo in its smallest width, unless that takes too much room.
func (l *logo) minimum(b *builder, text string) {
	length, text := b.length(text)
	if length == "" || l.Src == "" || pixels(length) > roomForLogo {
		l.Extra = l.Extra.with(b.key("minWidth"), &value{Text: text})
		return
	}
	l.Min = &rule{b.sheet.class("--min:" + length), text}
}

// logoNamed returns the logo of a name, or the one whose file has a path, or nil.
func (b *builder) logoNamed(name, path string) *logo {
	i := slices.IndexFunc(b.logos, func(l logo) bool {
		return name != "" && strings.EqualFold(l.Name, name) || path != "" && l.path == path
	})
	if i < 0 {
		return nil
	}
	return &b.logos[i]
}
