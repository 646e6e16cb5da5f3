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

// A logo is a version of the logo on its background.
type logo struct {
	item
	picture
	Formats []format
	Clear   *clearSpace
	Min     *minimum

	path       string // of the file, below the manual's address, empty for none
	background string // the background in hex, empty for none
}

// A format is a file of a logo.
type format struct {
	link // with what it is for, or its type
	Size string
}

// clearSpace is the free space around a logo, drawn in proportion to it.
type clearSpace struct {
	Class class
	Text  string
}

// A minimum is the smallest width of a logo, drawn at true size.
type minimum struct {
	Class class
	Text  string
}

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
	text := content.Text(space)
	sizes := func(length string, tall float64) {
		l.Clear = &clearSpace{b.sheet.class("--space:"+length, "--tall:"+shortFloat(tall)+"px"), text}
	}
	shape, tall := 0.0, 0.0 // width by height, and the height in px
	if f != nil && f.Height > 0 && l.Src != "" {
		shape = float64(f.Width) / float64(f.Height)
		tall = min(shownHeight, math.Round(shownWidth/shape))
	}
	if share, isShare := space.(content.Number); isShare {
		text = b.translate("of-height", b.quantity(decimal(text)))
		n, _ := strconv.ParseFloat(string(share), 64)
		if tall = min(tall, math.Floor(roomForLogo/(shape+2*n))); n >= 0 && tall >= seenFromTall {
			sizes(shortFloat(n*tall)+"px", tall)
		}
	} else if parsed, err := css.Length(text); err == nil {
		text = b.quantity(parsed)
		length := cssValue(manual.DimensionToken, parsed)
		if tall = min(tall, math.Floor((roomForLogo-2*pixels(length))/shape)); length != "" && tall >= seenFromTall {
			sizes(length, tall)
		}
	}
	if l.Clear == nil {
		l.Extra = l.Extra.with(b.key("clearSpace"), &value{Text: text})
	}
}

// shortFloat returns a number without an exponent and with the digits that it needs.
func shortFloat(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// minimum draws the logo in its smallest width, unless that takes too much room.
func (l *logo) minimum(b *builder, text string) {
	length := ""
	if parsed, err := css.Length(text); err == nil {
		length, text = cssValue(manual.DimensionToken, parsed), b.quantity(parsed)
	}
	if length == "" || l.Src == "" || pixels(length) > roomForLogo {
		l.Extra = l.Extra.with(b.key("minWidth"), &value{Text: text})
		return
	}
	l.Min = &minimum{b.sheet.class("--min:" + length), text}
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
