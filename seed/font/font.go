// Package font reads the metrics of font files: TrueType, OpenType, WOFF and
// WOFF 2. A page needs them to reserve the space of a font that has not arrived
// yet, and to know which weights a file can draw.
//
// It reads small tables and draws nothing. A file that it cannot read has no
// metrics, which is no error: a browser may show it nevertheless.
package font

import (
	"bytes"
	"sort"
	"strings"
	"unicode"

	"designmanual/db/manual"
)

// maxBytes bounds the size of unpacked tables.
const maxBytes = 64 << 20

// Read returns the metrics of a font file, the zero value if it cannot read them.
func Read(file []byte) manual.Font { return readTables(file).metrics() }

// readTables returns the tables of a font file.
func readTables(file []byte) tables {
	if bytes.HasPrefix(file, []byte("wOF2")) {
		return woff2(file)
	}
	if bytes.HasPrefix(file, []byte("wOFF")) {
		return woff(file)
	}
	return sfnt(file)
}

// metrics returns the metrics of a font (OpenType 1.9, tables head, hhea, OS/2 and
// fvar).
func (t tables) metrics() manual.Font {
	head, hhea, os2 := t["head"], t["hhea"], t["OS/2"]
	em := head.u16(18)
	if em == 0 || len(hhea) < 36 {
		return manual.Font{}
	}
	share := func(units int) int { return units * 10_000 / em }
	f := manual.Font{
		Ascent: share(hhea.i16(4)), Descent: share(-hhea.i16(6)), LineGap: share(hhea.i16(8)),
		MinWeight: os2.u16(4), MaxWeight: os2.u16(4),
	}
	const useTypoMetrics = 1 << 7
	if os2.u16(62)&useTypoMetrics != 0 {
		f.Ascent = share(os2.i16(68))
		f.Descent = share(-os2.i16(70))
		f.LineGap = share(os2.i16(72))
	}
	fvar := t["fvar"]
	for i := range fvar.u16(8) {
		axis := fvar.at(fvar.u16(4)+i*fvar.u16(10), 20)
		least, most := axis.i16(4), axis.i16(12)
		switch string(axis.at(0, 4)) {
		case "wght":
			f.MinWeight, f.MaxWeight = least, most
		case "wdth":
			f.MinStretch, f.MaxStretch = least, most
		case "slnt": // counterclockwise; CSS counts clockwise
			f.MinSlant, f.MaxSlant = -most, -least
		}
	}
	f.Width = t.width(variation{}, em)
	f.Kana = t.drawn('あ') > 0
	f.Arabic = t.drawn('ا') > 0
	if f.Width > 0 {
		for i := range f.Widths {
			if weight := 100 * (i + 1); f.MinWeight < f.MaxWeight && len(t["HVAR"]) > 0 {
				f.Widths[i] = t.width(t.vary(weight), em)
			}
		}
		f.Lacks = t.lacking(manual.SpecimenMarks)
	} else {
		f.Letters = t.letters()
	}
	return f
}

// lacking returns the characters of a text that the font lacks.
func (t tables) lacking(text string) string {
	return strings.Map(func(r rune) rune {
		if t.drawn(r) > 0 {
			return -1
		}
		return r
	}, text)
}

// letters returns letters and digits of the font, of a font without any its first signs.
// It looks where scripts begin, and not into a table that is larger than those of fonts.
func (t tables) letters() string {
	const enough, largest = 40, 128 << 10
	if len(t["cmap"]) > largest {
		return ""
	}
	var letters, signs []rune
	for _, block := range [...][2]rune{
		{'!', '~'}, {0x0370, 0x1FFF}, {0x2190, 0x27BF}, {0x3041, 0x30FF}, {0x4E00, 0x4E60}, {0xAC00, 0xAC60},
		{0xE000, 0xE0FF}, {0xF000, 0xF0FF},
	} {
		for r := block[0]; r <= block[1] && len(letters) < enough; r++ {
			isLetter := unicode.IsLetter(r) || unicode.IsDigit(r)
			isSign := unicode.IsSymbol(r) || unicode.Is(unicode.Co, r)
			if !isLetter && !isSign || t.drawn(r) == 0 {
				continue
			}
			if isLetter {
				letters = append(letters, r)
			} else if len(signs) < enough {
				signs = append(signs, r)
			}
		}
	}
	if len(letters) == 0 {
		letters = signs
	}
	return string(letters)
}

// text has letters, spaces and signs about as often as the running text of manuals has them.
const text = "The people who sail with us set their clocks by the boats, and tell the deckhands things they would not " +
	"tell a doctor. Near the Quay House, lamps stand 12 to 15 metres apart, one at each door: a sign needs light, " +
	"ink and words of its own."

// width returns the average advance width of a character of running text in
// ten-thousandths of an em, 0 for a font without Latin letters.
func (t tables) width(v variation, em int) int {
	hmtx, count := t["hmtx"], t["hhea"].u16(34)
	total, counted := 0, 0
	for _, r := range text {
		glyph := t["cmap"].glyph(int(r))
		if count == 0 || unicode.IsLetter(r) && t.drawn(r) == 0 {
			return 0
		}
		if glyph > 0 {
			total += hmtx.u16(4*min(glyph, count-1)) + v.width(glyph)
			counted++
		}
	}
	return total * 10_000 / (em * counted)
}

// glyph returns the glyph of a character of the basic plane, 0 if there is none
// (OpenType 1.9, cmap, formats 4 and 12).
func (t table) glyph(r int) int {
	for i := range t.u16(2) {
		record := 4 + 8*i
		offset := t.u32(record + 4)
		if platform := t.u16(record); platform != 0 && platform != 3 || offset > len(t) {
			continue
		}
		glyph := 0
		switch sub := t[offset:]; sub.u16(0) {
		case 4:
			glyph = sub.glyph4(r)
		case 12:
			glyph = sub.glyph12(r)
		}
		if glyph > 0 {
			return glyph
		}
	}
	return 0
}

func (t table) glyph4(r int) int {
	count := t.u16(6) / 2
	i := sort.Search(count, func(i int) bool { return r <= t.u16(14+2*i) })
	start := t.u16(16 + 2*(count+i))
	if i == count || r < start {
		return 0
	}
	delta, at := t.u16(16+2*(2*count+i)), 16+2*(3*count+i)
	rangeOffset := t.u16(at)
	if rangeOffset == 0 {
		return (r + delta) & 0xFFFF
	}
	if glyph := t.u16(at + rangeOffset + 2*(r-start)); glyph > 0 {
		return (glyph + delta) & 0xFFFF
	}
	return 0
}

func (t table) glyph12(r int) int {
	count := min(t.u32(12), max(len(t)-16, 0)/12)
	group := func(i int) table { return t.at(16+12*i, 12) }
	i := sort.Search(count, func(i int) bool { return r <= group(i).u32(4) })
	if i == count || r < group(i).u32(0) {
		return 0
	}
	return group(i).u32(8) + r - group(i).u32(0)
}
