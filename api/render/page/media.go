package page

import (
	"cmp"
	"html/template"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// An imagesFigure shows pictures in rows of one height, or as wide as the block says.
type imagesFigure struct {
	Layout string // full, half, third or empty
	Class  class  // sets --ratio, to which pictures are cropped
	Images []image
}

// A image is a picture with its caption.
type image struct {
	item
	Credit string
	Class  class // sets its shape, and the point that stays in sight
}

// images shows pictures. The first one of a manual is that of the page.
func (b *builder) images() any {
	figure := imagesFigure{Layout: layoutOf(b.block.Content)}
	if ratio := shapeOf(b.block.Content.Get("ratio").Scalar()); ratio > 0 {
		figure.Class = b.sheet.class("--ratio:" + shortFloat(ratio))
	}
	for it := range b.items("images") {
		url := it.text("url")
		it.Picture, it.Rich = b.links.picture(url, it.text("alt")), b.links.rich(it.text("caption"))
		if f, _ := b.links.file(url); b.image == "" && isPreview(f) {
			b.image = b.Address() + f.Path()
		}
		shape := "--shape:1.5"
		if it.Picture.Height > 0 {
			shape = "--shape:" + shortFloat(math.Round(100*float64(it.Picture.Width)/float64(it.Picture.Height))/100)
		}
		declarations := []string{shape}
		if focus := it.text("focus"); focusPoint.MatchString(focus) {
			declarations = append(declarations, "--focus:"+focus)
		}
		figure.Images = append(figure.Images, image{it, it.text("credit"), b.sheet.class(declarations...)})
	}
	return figure
}

// focusPoint matches a point of a picture: two percentages.
var focusPoint = regexp.MustCompile(`^[0-9]{1,3}% [0-9]{1,3}%$`)

// isPreview reports whether other programs show a file as the picture of a page: a raster
// of at least 300 pixels on each side.
func isPreview(f *manual.File) bool {
	if f == nil || f.Width < 300 || f.Height < 300 {
		return false
	}
	switch strings.ToLower(path.Ext(f.Name)) {
	case ".png", ".jpg", ".jpeg", ".webp":
		return true
	}
	return false
}

// layoutOf returns the layout of a block: full, half, third, or empty.
func layoutOf(c *content.Value) string {
	layout := c.Get("layout").Scalar()
	if slices.Contains([]string{"full", "half", "third"}, layout) {
		return layout
	}
	return ""
}

// shapeOf returns width by height of a ratio such as 3:2 or 1.5, 0 for none.
func shapeOf(ratio string) float64 {
	width, height, ok := strings.Cut(strings.NewReplacer(" ", "", "/", ":").Replace(ratio), ":")
	w, err := strconv.ParseFloat(width, 64)
	h := 1.0
	if err == nil && ok {
		h, err = strconv.ParseFloat(height, 64)
	}
	if shape := w / h; err == nil && shape >= 0.2 && shape <= 5 {
		return math.Round(shape*1000) / 1000
	}
	return 0
}

// An example is something to do or not to do.
type example struct {
	item
	Do bool
}

// examples are shown in pairs of a do and a don't beside each other, or in a grid of one
// of them. The pictures of a group have one shape.
type exampleGroup struct {
	Pairs bool
	Class class
	Items []example
}

// examples makes pairs where the manual has as many dos as don'ts or writes them in
// turns; what is left, and everything else, is a grid of dos and one of don'ts.
func (b *builder) examples() any {
	var all []example
	for it := range b.items("items") {
		it.Picture, it.Rich = b.links.picture(it.text("url"), ""), b.links.rich(it.text("html"))
		do := it.entry.Get("do").Is('t')
		it.Picture.Alt = b.translate("dont-image")
		if do {
			it.Picture.Alt = b.translate("do-image")
		}
		all = append(all, example{it, do})
	}
	pairs, dos, donts := paired(all)
	var groups []exampleGroup
	for i, items := range [][]example{pairs, dos, donts} {
		if len(items) > 0 {
			groups = append(groups, exampleGroup{i == 0, b.commonShape(items), items})
		}
	}
	return groups
}

// paired returns the examples that stand beside each other, a do before a don't, and those
// that do not.
func paired(all []example) (pairs, dos, donts []example) {
	turns := 0
	for turns+1 < len(all) && all[turns].Do != all[turns+1].Do {
		if pairs = append(pairs, all[turns], all[turns+1]); !all[turns].Do {
			pairs[turns], pairs[turns+1] = pairs[turns+1], pairs[turns]
		}
		turns += 2
	}
	for _, e := range all[turns:] {
		if e.Do {
			dos = append(dos, e)
		} else {
			donts = append(donts, e)
		}
	}
	if len(dos) == 0 || len(donts) == 0 {
		return pairs, dos, donts
	}
	pairs, dos, donts = nil, nil, nil // not written in turns to the end
	for _, e := range all {
		if e.Do {
			dos = append(dos, e)
		} else {
			donts = append(donts, e)
		}
	}
	if len(dos) != len(donts) {
		return nil, dos, donts
	}
	for i, do := range dos {
		pairs = append(pairs, do, donts[i])
	}
	return pairs, nil, nil
}

// commonShape returns the class of the shape that most pictures come close to, width by height.
func (b *builder) commonShape(items []example) class {
	var shapes []float64
	for _, e := range items {
		if e.Picture.Height > 0 {
			shapes = append(shapes, float64(e.Picture.Width)/float64(e.Picture.Height))
		}
	}
	shape := 1.5
	if len(shapes) > 0 {
		slices.Sort(shapes)
		shape = min(max(shapes[len(shapes)/2], 0.75), 2.4)
	}
	return b.sheet.class("--shape:" + shortFloat(math.Round(shape*1000)/1000))
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

type videosFigure struct {
	Layout string
	Videos []video
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
	return videosFigure{layoutOf(b.block.Content), videos}
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
	Box     class // of the picture
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
	if ground, ok := colorOf(b.swatches, l.Background); ok {
		l.background = ground.over(white).hex()
		l.Class = b.sheet.class("--ground:"+ground.hex(), "--on:"+ground.ink().hex())
		l.Background = shownColor(l.Background)
	} else if color := cssColor(l.Background); color != "" {
		l.Class = b.sheet.class("--ground:"+color, "--plate:var(--paper)", "--on:var(--ink)")
	} else {
		l.Background = "" // stands on a ground that black and white are both seen on
	}
	l.Box = b.logoBox(l.picture)
	f, _ := b.links.file(url)
	if f != nil {
		l.path = f.Path()
		b.logos, b.media.reads = append(b.logos, l), true
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

// A logo takes a share of the area of its frame, and at most a share of its width and
// height, so that logos of every shape look equally large.
const (
	logoArea   = 0.14
	logoWidth  = 0.78
	logoHeight = 0.8
	frameShape = 1.5 // width by height
)

// logoBox returns the class of the width and height of a logo in its frame, empty if its
// size is not known.
func (b *builder) logoBox(p picture) class {
	if p.Width == 0 || p.Height == 0 {
		return ""
	}
	shape := float64(p.Width) / float64(p.Height) / frameShape // in a frame that is a square
	width := min(math.Sqrt(logoArea*shape), logoWidth, logoHeight*shape)
	percent := func(share float64) string { return shortFloat(math.Round(share*1000)/10) + "%" }
	return b.sheet.class("--wide:"+percent(width), "--high:"+percent(width/shape))
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
