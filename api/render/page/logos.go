package page

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"designmanual/api/render/page/look"
	"designmanual/api/render/page/rgb"
	"designmanual/api/render/page/safe"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// A logo is a version of the logo on its background.
type logo struct {
	ID, Name, Background string
	safe.Picture
	Class   look.Class
	Box     look.Class // of the picture
	Extra   *value
	Formats []format
	Clear   *rule
	Min     *rule
	Own     string // the place of its ground among those of the figure, empty for one that is not there

	path       string // of the file, below the manual's address, empty for none
	background string // the background in hex, empty for none
}

// A rule of a logo is drawn by its class: the free space around it in proportion, its
// smallest width at true size.
type rule struct {
	Class look.Class
	Text  string

	tall float64 // in px, as it is drawn
}

// A logosFigure are the versions of a logo. Class sets the heights of the frames of the clear
// spaces and of the smallest sizes, so that each row of them has one. Grounds are what the script
// puts a logo on when a reader asks, a line each: its hex, that of what is read on it, and its name.
type logosFigure struct {
	Class   look.Class
	Logos   []logo
	Grounds string
}

// Frames of rules are at least so tall, in px with and without the room around what they show.
const (
	frameTall   = 128
	frameAround = 24
)

func (b *builder) logoVersions() any {
	var figure logosFigure
	clear, smallest := 0.0, 0.0
	for it := range b.items("logos") {
		l := b.logo(it)
		if l.Clear != nil {
			clear = max(clear, l.Clear.tall)
		}
		if l.Min != nil {
			smallest = max(smallest, l.Min.tall)
		}
		figure.Logos = append(figure.Logos, l)
	}
	if max(clear, smallest) > frameTall-frameAround {
		room := func(tall float64) string { return shortFloat(max(frameTall, math.Ceil(tall)+frameAround)) + "px" }
		figure.Class = b.sheet.Class("--clear:"+room(clear), "--smallest:"+room(smallest))
	}
	figure.Grounds = b.logoGrounds(figure.Logos)
	return figure
}

// maxLogoGrounds is the most grounds of a figure besides those that every figure has: in a small frame
// all stand below each other, beside a logo of any width.
const maxLogoGrounds = 3

// nearGround is the distance from which two grounds look different.
const nearGround = 50 * 50

// logoGrounds returns the grounds that logos are for, the color of the cover, white and black, and
// notes in each logo which is its own.
func (b *builder) logoGrounds(logos []logo) string {
	var grounds []string
	for _, l := range logos {
		if l.background != "" && len(grounds) < maxLogoGrounds && !slices.Contains(grounds, l.background) {
			grounds = append(grounds, l.background)
		}
	}
	for _, color := range []rgb.Color{b.frame.Cover, rgb.White, rgb.Black} {
		isNear := func(hex string) bool { return rgb.Parse(hex).Distance(color) < nearGround }
		if !slices.ContainsFunc(grounds, isNear) {
			grounds = append(grounds, color.Hex())
		}
	}
	lines := make([]string, len(grounds))
	for i, hex := range grounds {
		ink := rgb.Parse(hex).Ink().Hex()
		lines[i] = strings.Join(append([]string{hex, ink}, strings.Fields(b.groundName(hex))...), " ")
	}
	for i, l := range logos {
		if at := slices.Index(grounds, l.background); at >= 0 {
			logos[i].Own = strconv.Itoa(at)
		}
	}
	return strings.Join(lines, "\n")
}

func (b *builder) logo(it item) logo {
	url := it.text("url")
	l := logo{
		ID: b.id(it.Name), Name: it.Name, Background: it.text("background"),
		Picture: b.checker.Picture(url, cmp.Or(it.text("alt"), it.Name)).ShownIn(safe.FrameSizes), Extra: it.Extra,
	}
	if ground, ok := look.ColorOf(b.swatches, l.Background); ok {
		l.background = ground.Over(rgb.White).Hex()
		l.Class = b.sheet.Class("--ground:"+ground.Hex(), "--on:"+ground.Ink().Hex())
		l.Background = b.groundName(l.Background)
	} else if color := look.Color(l.Background); color != "" {
		l.Class = b.sheet.Class("--ground:"+color, "--plate:var(--paper)", "--on:var(--ink)")
	} else {
		l.Background = "" // stands on a ground that black and white are both seen on
	}
	l.Box = b.logoBox(l.Picture)
	f, _ := b.checker.File(url)
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

// groundName returns what a ground is called: a hex that a color of the manual has by its name.
func (b *builder) groundName(text string) string {
	hex, ok := css.Hex(text)
	if !ok {
		return text
	}
	return cmp.Or(b.colorTitle(rgb.Parse(hex), ""), shownColor(text))
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
// Size is not known.
func (b *builder) logoBox(p safe.Picture) look.Class {
	if p.Width == 0 || p.Height == 0 {
		return ""
	}
	shape := float64(p.Width) / float64(p.Height) / frameShape // in a frame that is a square
	width := min(math.Sqrt(logoArea*shape), logoWidth, logoHeight*shape)
	percent := func(share float64) string { return shortFloat(math.Round(share*1000)/10) + "%" }
	return b.sheet.Class("--wide:"+percent(width), "--high:"+percent(width/shape))
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
		text = b.Translate("of-height", b.quantity(decimal(space.Scalar())))
		n, _ := strconv.ParseFloat(space.Scalar(), 64)
		tall = min(tall, math.Floor(roomForLogo/(shape+2*n)))
		length = shortFloat(n*tall) + "px"
		if n < 0 {
			length = ""
		}
	} else {
		tall = min(tall, math.Floor((roomForLogo-2*pixels(length))/shape))
	}
	if length == "" || !(tall >= seenFromTall) {
		l.Extra = l.Extra.with(b.key("clearSpace"), &value{Text: text})
		return
	}
	l.Clear = &rule{b.sheet.Class("--space:"+length, "--tall:"+shortFloat(tall)+"px"), text, tall + 2*pixels(length)}
}

// shortFloat returns a number without an exponent and with the digits that it needs.
func shortFloat(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// length returns a length for a style sheet, empty if it is none, and as readers see it.
func (b *builder) length(text string) (length, shown string) {
	parsed, err := css.Length(text)
	if err != nil {
		return "", text
	}
	return look.Value(manual.DimensionToken, parsed), b.quantity(parsed)
}

// minimum draws the logo in its smallest width, unless that takes too much room.
func (l *logo) minimum(b *builder, text string) {
	length, text := b.length(text)
	if length == "" || l.Src == "" || pixels(length) > roomForLogo {
		l.Extra = l.Extra.with(b.key("minWidth"), &value{Text: text})
		return
	}
	tall := 0.0
	if l.Width > 0 {
		tall = pixels(length) * float64(l.Height) / float64(l.Width)
	}
	l.Min = &rule{b.sheet.Class("--min:" + length), text, tall}
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
