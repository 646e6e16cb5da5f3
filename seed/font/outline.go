package font

// drawn returns the glyph of a character, 0 if there is none or if it draws nothing: a font of icons that are called
// by their names has glyphs without an outline for the letters of those.
func (t tables) drawn(r rune) int {
	glyph := t["cmap"].glyph(int(r))
	if t.isEmpty(glyph) {
		return 0
	}
	return glyph
}

// isEmpty reports whether a glyph draws nothing (OpenType 1.9, glyf and loca). Those of CFF, which says so in a program
// of its own, all count as drawn.
func (t tables) isEmpty(glyph int) bool {
	if outlines := t[outlinesTag]; len(outlines) > glyph {
		return outlines.u8(glyph) == 0
	}
	loca, from, to := t["loca"], 0, 0
	if t["head"].u16(50) == 0 {
		from, to = 2*loca.u16(2*glyph), 2*loca.u16(2*glyph+2)
	} else {
		from, to = loca.u32(4*glyph), loca.u32(4*glyph+4)
	}
	if len(loca) == 0 {
		return false
	}
	data := t["glyf"].at(from, to-from)
	first := -1
	for i := range min(max(data.i16(0), 0), len(data)/2) {
		last := data.u16(10 + 2*i)
		if last-first > flatPoints {
			return false
		}
		first = last
	}
	return len(data) == 0 || data.i16(0) >= 0 // others are made of glyphs
}

// flatPoints is how many points a contour without an area has at most.
const flatPoints = 2

// outlinesTag is where outlines of WOFF 2 are kept.
const outlinesTag = "outlines"

// outlines returns a byte for each glyph of a transformed glyf table: 1 if the glyph draws something, else 0 (WOFF 2.0,
// section 5.1).
func outlines(glyf table) table {
	counts := glyf.at(36, glyf.u32(8))
	points := glyf.at(36+glyf.u32(8), glyf.u32(12))
	found, at, n := make(table, len(counts)/2), 0, 0
	for glyph := range found {
		contours := counts.i16(2 * glyph)
		if contours < 0 { // made of glyphs
			found[glyph] = 1
		}
		for range contours {
			if at >= len(points) { // damaged
				return found
			}
			n, at = points.short255(at)
			if n > flatPoints {
				found[glyph] = 1
			}
		}
	}
	return found
}

// short255 returns a number of one to three bytes and the offset behind it (WOFF 2.0, section 4.3.2).
func (t table) short255(at int) (n, next int) {
	switch code := t.u8(at); code {
	case 253:
		return t.u16(at + 1), at + 3
	case 254:
		return 506 + t.u8(at+1), at + 2
	case 255:
		return 253 + t.u8(at+1), at + 2
	default:
		return code, at + 1
	}
}
