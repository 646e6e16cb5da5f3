package page

import (
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"designmanual/api/render/page/look"
	"designmanual/api/render/page/safe"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

type colorsFigure struct {
	Swatches []swatch
	List     bool          // a row each
	Long     bool          // the script makes the links to colors, of those near the window
	Many     bool          // smaller cards in more columns
	InRow    bool          // a ramp, in one row where that has room
	Apart    bool          // they have no part in the contrast table
	Modes    []manual.Mode // of the manual, if swatches have folded some
	Class    look.Class    // sets how many there are, by which a really long manual reserves their height
	Ramped   look.Class    // does so for the ramps
	Ramps    []swatch      // those with tints, in a row each below the cards
	Steps    []string      // of all ramps, nil if they differ
	Shares   []share       // of the colors, drawn as a bar
	Slim     bool          // names of shares stand below the bar as a list

	themes string // the word for them
}

// A share of a color is drawn as wide as it is.
type share struct {
	Name, Text, Fill string
	Class            look.Class // sets its width
}

// Colors are cards, from manySwatches on smaller ones, from listedSwatches on rows of a
// list.
const (
	manySwatches   = 9
	listedSwatches = 24
)

// foldedModes are the values of a color in more modes than stand beside each other. Text has a
// line for each value, from which the script makes lines to copy and shows the values beside each
// other on the swatch: the numbers of the modes with commas between them, a space and the value. The
// names stand once below the swatches, because hundreds of colors with a dozen modes would be heavy.
type foldedModes struct {
	Count int
	Text  string
}

// ModeLines returns the names of the folded modes by their numbers, a line each.
func (f colorsFigure) ModeLines() string {
	var lines strings.Builder
	for i, mode := range f.Modes[1:] { // the first is at rest
		lines.WriteString(strconv.Itoa(i+1) + " " + mode.Title + "\n")
	}
	return lines.String()
}

// maxModes is the most modes whose values stand beside each other.
const maxModes = 4

// foldModes folds the values of a color in modes, each once. Modes have one number in all blocks of the
// manual, so that the page packs well.
func (b *builder) foldModes(modes []manual.ModeValue) foldedModes {
	numbered := make([]modeValue, len(modes))
	for i, m := range modes {
		number := slices.IndexFunc(b.Tokens.Modes, func(mode manual.Mode) bool { return mode.Slug == m.Mode })
		numbered[i] = modeValue{Mode: strconv.Itoa(number), Value: shownColor(m.Value)}
	}
	folded := foldedModes{Count: len(modes)}
	for _, m := range groupModes(numbered, ",") {
		folded.Text += m.Mode + " " + m.Value + "\n"
	}
	return folded
}

func (b *builder) colors() any {
	var figure colorsFigure
	before := len(b.sectionColors)
	figure.Swatches = make([]swatch, 0, len(b.block.Content.Get("colors").List()))
	for it := range b.entries("colors") {
		s := b.swatch(it)
		if s.Folded.Count > 0 && figure.Modes == nil {
			figure.Modes = b.Tokens.Modes
		}
		figure.Swatches = append(figure.Swatches, s)
	}
	n := len(figure.Swatches)
	figure.List = n >= listedSwatches
	figure.Many = n >= manySwatches && n < listedSwatches
	figure.Long, figure.themes = b.isLong(), b.Translate(string(manual.Themes))
	var declarations []string
	if isRamp(figure.Swatches) {
		figure.List = true
		figure.Many = false
		figure.InRow = true
		declarations = []string{"--in-row:" + strconv.Itoa(n)}
	}
	if figure.Long {
		declarations = append(declarations, reservedLines(&figure)...)
	}
	if declarations != nil {
		figure.Class = b.sheet.Class(declarations...)
	}
	same := true
	for _, s := range figure.Swatches {
		if len(s.Tints) == 0 {
			continue
		}
		steps := make([]string, len(s.Tints))
		for i, t := range s.Tints {
			steps[i] = t.Step
		}
		same = same && (figure.Ramps == nil || slices.Equal(steps, figure.Steps))
		figure.Ramps, figure.Steps = append(figure.Ramps, s), steps
	}
	if !same {
		figure.Steps = nil
	}
	if figure.Long && figure.Ramps != nil {
		figure.Ramped = b.sheet.Class("--n:" + strconv.Itoa(len(figure.Ramps)))
	}
	figure.Shares, figure.Slim = b.shares(b.block.Content.Get("proportions").Members())
	if b.block.Content.Get("contrast").Is('f') {
		b.sectionColors, figure.Apart = b.sectionColors[:before], true
	}
	b.sectionGrounds = append(b.sectionGrounds, b.block.Content.Get("grounds").Scalars()...)
	return figure
}

// palettes returns the files with all colors of the manual, none without colors.
func (b *builder) palettes() []safe.Link {
	if len(b.Tokens.Groups[manual.ColorGroup].Tokens) == 0 || b.Draft { // the exports are of what is published
		return nil
	}
	var links []safe.Link
	for _, kind := range []manual.DocumentKind{manual.AdobeDocument, manual.GIMPDocument, manual.CSSDocument} {
		links = append(links, safe.Link{Text: safe.KindOf(kind.Info().File), Address: template.URL(b.exportPath(kind))})
	}
	return links
}

// reservedLines returns the custom properties by which the style sheet computes how high the colors
// are before they are laid out: their number, and the lines below their names and of these.
func reservedLines(figure *colorsFigure) []string {
	lines, all := 0, 0 // of one, and of all
	for _, s := range figure.Swatches {
		own := len(s.Print) + len(s.Modes) + min(s.Folded.Count, 1) + min(len(s.Written), 1)
		lines, all = max(lines, own), all+own
	}
	widths := cardWidths[:]
	if figure.List {
		lines, widths = all, listWidths[:]
	} else if figure.Many {
		widths = manyWidths[:]
	}
	set := []string{"--n:" + strconv.Itoa(len(figure.Swatches)), "--lines:" + strconv.Itoa(lines)}
	for i, width := range widths {
		set = append(set, "--k"+strconv.Itoa(i)+":"+strconv.Itoa(nameLines(figure.Swatches, width)))
	}
	return set
}

// shownColor returns a color as readers see and copy it: a hex in capitals, any other
// notation as it is written.
func shownColor(text string) string {
	if _, ok := css.Hex(text); ok {
		return strings.ToUpper(text)
	}
	return text
}

// inWords returns a color as it stands among words: a hex runs from left to right on a page from right to left too.
func (b *builder) inWords(color string) string {
	if _, ok := css.Hex(color); ok && b.checker.RTL {
		return "\u2066" + color + "\u2069" // LEFT-TO-RIGHT ISOLATE, for the style sheet has this text too
	}
	return color
}

// shares returns the shares of colors, and whether one is too slim for a name below it.
func (b *builder) shares(members []*content.Value) ([]share, bool) {
	var shares []share
	total := 0.0
	least := math.Inf(1)
	for _, m := range members {
		n, err := strconv.ParseFloat(m.Scalar(), 64)
		color, ok := look.ColorOf(b.swatches, m.Name)
		if !ok || err != nil || n <= 0 || n > 1e6 {
			continue
		}
		total += n
		least = min(least, n)
		set := b.sheet.Class("--share:"+shortFloat(n), "--v:"+color.Hex())
		shares = append(shares, share{m.Name, b.quantity(decimal(m.Scalar())), color.Hex(), set})
	}
	return shares, least < total/slimShare
}

// slimShare is the part of the width in which most names find no room.
const slimShare = 7
