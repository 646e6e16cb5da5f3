package font

import "designmanual/db/manual"

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
		f.Ascent, f.Descent, f.LineGap = share(os2.i16(68)), share(-os2.i16(70)), share(os2.i16(72))
	}
	fvar := t["fvar"]
	for i := range fvar.u16(8) {
		axis := fvar.at(fvar.u16(4)+i*fvar.u16(10), 20)
		if string(axis.at(0, 4)) == "wght" {
			f.MinWeight, f.MaxWeight = axis.u16(4), axis.u16(12)
		}
	}
	f.Width, f.Kana, f.Arabic = share(t.width()), t["cmap"].glyph('あ') > 0, t["cmap"].glyph('ا') > 0
	return f
}

// text has letters and spaces about as often as running text has them.
const text = "the people who sail with us set their clocks by the boats and tell the deckhands things they would not tell a doctor"

// width returns the average advance width of a character of running text, 0 for a
// font without Latin letters.
func (t tables) width() int {
	hmtx, count := t["hmtx"], t["hhea"].u16(34)
	total := 0
	for _, r := range text {
		glyph := t["cmap"].glyph(int(r))
		if glyph == 0 || count == 0 {
			return 0
		}
		total += hmtx.u16(4 * min(glyph, count-1))
	}
	return total / len(text)
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
	for i := range count {
		end, start := t.u16(14+2*i), t.u16(16+2*(count+i))
		if r > end {
			continue
		}
		if r < start {
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
	return 0
}

func (t table) glyph12(r int) int {
	for i := range min(t.u32(12), len(t)/12) {
		group := t.at(16+12*i, 12)
		if start := group.u32(0); group != nil && r >= start && r <= group.u32(4) {
			return group.u32(8) + r - start
		}
	}
	return 0
}
