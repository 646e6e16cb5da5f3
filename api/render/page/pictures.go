package page

import (
	"cmp"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"designmanual/api/render/page/look"
	"designmanual/api/render/page/safe"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// An imagesFigure shows pictures in rows of one height, or as wide as the block says.
type imagesFigure struct {
	Layout string     // full, half, third or empty
	Class  look.Class // sets --ratio, to which pictures are cropped
	Images []image
}

// An image is a picture with its caption.
type image struct {
	item
	Credit   string
	Class    look.Class // sets its shape, and the point that stays in sight
	Embedded string     // the name of a picture that is in the page
}

// images shows pictures. The first one of a manual is that of the page.
func (b *builder) images() any {
	figure := imagesFigure{Layout: layoutOf(b.block.Content)}
	if ratio := content.Shape(b.block.Content.Get("ratio").Scalar()); ratio >= 0.2 && ratio <= 5 {
		figure.Class = b.sheet.Class("--ratio:" + shortFloat(ratio))
	}
	var items []item
	var shapes []float64
	for it := range b.items("images") {
		it.Picture = b.checker.Picture(it.text("url"), it.text("alt"))
		items, shapes = append(items, it), append(shapes, shapeOf(it.Picture, 1.5))
	}
	rows := rowsOf(shapes, figure.Layout)
	if figure.Class != "" {
		rows = nil // pictures of one shape are equally wide
	}
	for i, it := range items {
		it.Rich = b.checker.RichText(it.text("caption"))
		f, _ := b.checker.File(it.text("url"))
		if b.image == "" && b.embed == nil && isPreview(f) {
			b.image = b.Address() + f.Path()
		}
		declarations := []string{"--shape:" + shortFloat(math.Round(1e4*shapes[i])/1e4)}
		if rows != nil {
			declarations = append(declarations, rows[i]...)
		}
		if own := ownWidth(it.Picture); own > 0 {
			declarations = append(declarations, "--own:"+strconv.Itoa(own)+"px")
		}
		if focus := it.text("focus"); focusPoint.MatchString(focus) {
			declarations = append(declarations, "--focus:"+focus)
		}
		figure.Images = append(figure.Images, image{
			it, it.text("credit"), b.sheet.Class(declarations...), b.embeddedName(f),
		})
	}
	return figure
}

// shapeOf returns the width of a picture by its height, or another if that is not known.
func shapeOf(p safe.Picture, unknown float64) float64 {
	if p.Width == 0 || p.Height == 0 {
		return unknown
	}
	return float64(p.Width) / float64(p.Height)
}

// slimmest is the share of a row in which a caption has room.
const slimmest = 0.1

// rowsOf returns declarations for each of some shapes in the layout half or third: its share of a row of two and
// of three, in which all are of one height, and the shape of its box if it is too slim for its caption. Where a row
// is not full, shapes as those in it are thought to follow.
func rowsOf(shapes []float64, layout string) [][]string {
	lengths := map[string][]int{"half": {2}, "third": {2, 3}}[layout]
	if lengths == nil {
		return nil
	}
	all := make([][]string, len(shapes))
	for _, length := range lengths {
		in := strconv.Itoa(length)
		for i, shape := range shapes {
			first := i - i%length
			row := shapes[first:min(first+length, len(shapes))]
			sum, widened := total(row, 0), total(row, slimmest*total(row, 0))
			box := max(shape, slimmest*sum)
			share := box / widened * float64(len(row)) / float64(length)
			all[i] = append(all[i], "--in-"+in+":"+shortFloat(math.Floor(1e4*share)/1e4))
			if box > shape {
				all[i] = append(all[i], "--box-"+in+":"+shortFloat(math.Round(1e4*box)/1e4))
			}
		}
	}
	return all
}

// total returns the sum of numbers, where smaller ones count as the least.
func total(numbers []float64, least float64) float64 {
	sum := 0.0
	for _, n := range numbers {
		sum += max(n, least)
	}
	return sum
}

// A picture of pixels is not enlarged, a drawing fourfold at most, in a page wide enough for smallPicture pixels.
const (
	smallPicture   = 704
	enlargedBadges = 4
)

// ownWidth returns the width in pixels up to which a picture is shown, 0 for any.
func ownWidth(p safe.Picture) int {
	width := p.Width
	if (safe.Link{Address: p.Src}).Kind() == "SVG" || strings.HasPrefix(string(p.Src), "data:image/svg") {
		width *= enlargedBadges
	}
	if width >= smallPicture {
		return 0
	}
	return width
}

// focusPoint matches a point of a picture: two percentages.
var focusPoint = regexp.MustCompile(`^[0-9]{1,3}(\.[0-9]+)?% [0-9]{1,3}(\.[0-9]+)?%$`)

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

// An example is something to do or not to do.
type example struct {
	item
	Do bool
}

// An exampleGroup is shown in pairs of a do and a don't beside each other, or in a grid of
// one of them. The pictures of a group have one shape.
type exampleGroup struct {
	Pairs bool
	Class look.Class
	Items []example
}

// examples makes pairs where the manual has as many dos as don'ts or writes them in
// turns; what is left, and everything else, is a grid of dos and one of don'ts.
func (b *builder) examples() any {
	var all []example
	for it := range b.items("items") {
		do, alt := it.entry.Get("do").Is('t'), b.Translate("dont-image")
		if do {
			alt = b.Translate("do-image")
		}
		it.Picture = b.checker.Picture(it.text("url"), "").ShownIn(safe.HalfSizes)
		it.Rich = b.checker.RichText(it.text("html"))
		it.Picture.Alt = cmp.Or(it.text("alt"), alt)
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
		turns += 2
	}
	dos, donts = divided(all[turns:])
	if len(dos) > 0 && len(donts) > 0 { // not written in turns to the end
		turns = 0
		dos, donts = divided(all)
	}
	first, second := divided(all[:turns])
	if turns == 0 && len(dos) == len(donts) {
		first = dos
		second = donts
		dos = nil
		donts = nil
	}
	for i, do := range first {
		pairs = append(pairs, do, second[i])
	}
	return pairs, dos, donts
}

// divided returns the dos and the don'ts of examples.
func divided(all []example) (dos, donts []example) {
	for _, e := range all {
		if e.Do {
			dos = append(dos, e)
		} else {
			donts = append(donts, e)
		}
	}
	return dos, donts
}

// commonShape returns the class of the shape that most pictures come close to, width by height.
func (b *builder) commonShape(items []example) look.Class {
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
	return b.sheet.Class("--shape:" + shortFloat(math.Round(shape*1000)/1000))
}
