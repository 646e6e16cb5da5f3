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

// images shows pictures. The first one of a manual is that of the page.
func (b *builder) images() any {
	var images []item
	for it := range b.items("images") {
		url := it.text("url")
		it.Picture, it.Rich = b.links.picture(url, it.text("alt")), b.links.rich(it.text("caption"))
		if f, _ := b.links.file(url); b.image == "" && f != nil {
			b.image = b.Address() + f.Path()
		} else if b.image == "" {
			b.image = string(it.Picture.Src)
		}
		images = append(images, it)
	}
	return images
}

// An example is something to do or not to do.
type example struct {
	item
	Do bool
}

// examples pairs the first do with the first don't, the second with the second, and so on.
func (b *builder) examples() any {
	var dos, donts, pairs []example
	for it := range b.items("items") {
		it.Picture, it.Rich = b.links.picture(it.text("url"), ""), b.links.rich(it.text("html"))
		if it.entry.Get("do").Is('t') {
			it.Picture.Alt = b.translate("do-image")
			dos = append(dos, example{it, true})
		} else {
			it.Picture.Alt = b.translate("dont-image")
			donts = append(donts, example{it, false})
		}
	}
	for len(dos) > 0 && len(donts) > 0 {
		pairs = append(pairs, dos[0], donts[0])
		dos, donts = dos[1:], donts[1:]
	}
	return slices.Concat(pairs, dos, donts)
}

type downloadsFigure struct {
	Files   []download
	Archive *exportFile // of all files, if the block has one of the manual's
}

// A download is a file with its thumbnail, on the background that the manual shows it on
// as a logo. Address is shown of one that has no link.
type download struct {
	item
	Kind, Address, Size string
	Link                link
}

func (b *builder) downloads() any {
	var figure downloadsFigure
	for it := range b.items("files") {
		url, name := it.text("url"), it.Name
		d := download{item: it, Address: shownAddress(url), Size: b.sizeText(it.entry.Get("size"))}
		if f, path := b.links.file(url); f != nil {
			figure.Archive = b.archive()
			name, d.Size = cmp.Or(name, f.Name), b.size(f.Size)
			if f.Width > 0 {
				d.Picture = picture{Src: template.URL(path), Width: f.Width, Height: f.Height}
			}
			if l := b.logoNamed("", f.Path()); l != nil {
				d.Class = l.Class
			}
		}
		d.Link = b.links.link(cmp.Or(name, d.Address), url)
		d.ID, d.Kind = b.id(d.Link.Text), d.Link.kind()
		figure.Files = append(figure.Files, d)
	}
	return figure
}

func (s locale) sizeText(size *content.Value) string {
	text := size.Scalar()
	n, err := strconv.ParseFloat(text, 64)
	isWords := size.Is('"') && strings.Trim(text, "0123456789") != ""
	if err != nil || isWords || n < 0 {
		return text
	}
	return content.Size(n, s.translate("point"), s.translate("bytes"))
}

// A video is played by the browser itself if it is a file of the manual of a Type that
// browsers know, else linked.
type video struct {
	item
	Alt, Type     string
	Src, Captions template.URL
	Link          link
}

var videoTypes = map[string]string{"MP4": "video/mp4", "WEBM": "video/webm"}

func (b *builder) videos() any {
	var videos []video
	for it := range b.items("videos") {
		url, alt := it.text("url"), it.text("alt")
		it.ID, it.Rich = b.id(alt), b.links.rich(it.text("caption"))
		if poster := it.text("poster"); poster != "" {
			it.Picture = b.links.picture(poster, alt)
		}
		v := video{item: it, Alt: alt, Src: b.fileOf(url)}
		if v.Type = videoTypes[link{Address: v.Src}.kind()]; v.Type != "" {
			b.media.videos = true
		} else {
			v.Link = b.links.link(shownAddress(url), url)
		}
		if captions := b.fileOf(it.text("captions")); strings.HasSuffix(string(captions), ".vtt") {
			v.Captions = captions
		}
		videos = append(videos, v)
	}
	return videos
}

// fileOf returns the path of a file of the manual, empty for any other address.
func (b *builder) fileOf(url string) template.URL {
	_, path := b.links.file(url)
	return template.URL(path)
}

// An icon is copied as SVG by the script if it is a file of the manual.
type shownIcon struct {
	item
	Tags string
	SVG  template.URL
}

func (b *builder) icons() any {
	var icons []shownIcon
	for it := range b.items("icons") {
		url := it.text("url")
		it.ID, it.Picture = b.id(it.Name), b.links.picture(url, it.Name)
		i := shownIcon{it, strings.Join(it.entry.Get("tags").Scalars(), " "), b.fileOf(url)}
		b.media.reads = b.media.reads || i.SVG != ""
		icons = append(icons, i)
	}
	return icons
}

// A logo is a version of the logo on its background.
type logo struct {
	ID, Name, Background string
	picture
	Class   class
	Extra   *value
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
type rule struct {
	Class class
	Text  string
}

func (b *builder) logoVersions() any {
	var logos []logo
	for it := range b.items("logos") {
		logos = append(logos, b.logo(it))
	}
	return logos
}

func (b *builder) logo(it item) logo {
	url := it.text("url")
	l := logo{ID: b.id(it.Name), Name: it.Name, Background: it.text("background"), picture: b.links.picture(url, cmp.Or(it.text("alt"), it.Name)), Extra: it.Extra}
	if hex, ok := css.Hex(l.Background); ok {
		l.background = parseHex(hex).over(white).hex()
		l.Class = b.sheet.class("--ground:"+hex, "--on:"+parseHex(hex).ink().hex())
	} else if color := cssColor(l.Background); color != "" {
		l.Class = b.sheet.class("--ground:"+color, "--plate:var(--paper)", "--on:var(--ink)")
	}
	f, _ := b.links.file(url)
	if f != nil {
		l.path = f.Path()
		b.logos = append(b.logos, l)
	}
	l.Formats = b.formats(append([]*content.Value{content.NewObject("url", url)}, it.entry.Get("files").List()...))
	if clear := it.entry.Get("clearSpace"); clear != nil && !clear.Is('n') {
		l.clear(b, clear, f)
	}
	if text := it.text("minWidth"); text != "" {
		l.minimum(b, text)
	}
	return l
}

// formats returns the files of a logo that the manual has, each once.
func (b *builder) formats(entries []*content.Value) (formats []format) {
	for _, entry := range entries {
		f, path := b.links.file(entry.Get("url").Scalar())
		known := func(g format) bool { return string(g.Address) == path }
		if f == nil || slices.ContainsFunc(formats, known) {
			continue
		}
		to := link{Address: template.URL(path)}
		if to.Text = to.kind(); entry.Get("label").Scalar() != "" {
			to.Text = entry.Get("label").Scalar() + " · " + to.Text
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
func (l *logo) clear(b *builder, space *content.Value, f *manual.File) {
	shape, tall := 0.0, 0.0 // width by height, and the height in px
	if f != nil && f.Height > 0 && l.Src != "" {
		shape = float64(f.Width) / float64(f.Height)
		tall = min(shownHeight, math.Round(shownWidth/shape))
	}
	length, text := b.length(space.Scalar())
	if space.Is('0') {
		text = b.translate("of-height", b.quantity(decimal(space.Scalar())))
		n, _ := strconv.ParseFloat(space.Scalar(), 64)
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
