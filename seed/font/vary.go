package font

import "math"

// A variation changes the widths of the glyphs of a variable font for one weight (OpenType
// 1.9, tables fvar, avar and HVAR). Without HVAR it changes none.
type variation struct {
	store, glyphs table     // the deltas, and which of them a glyph has
	scalars       []float64 // how much each region of the store counts
}

// vary returns the variation for a weight, with the other axes as the font has them by itself.
func (t tables) vary(weight int) variation {
	hvar, fvar := t["HVAR"], t["fvar"]
	if len(hvar) < 20 {
		return variation{}
	}
	v := variation{store: hvar.from(hvar.u32(4))}
	if at := hvar.u32(8); at > 0 {
		v.glyphs = hvar.from(at)
	}
	regions := v.store.from(v.store.u32(2))
	axes := regions.u16(0)
	weightAxis, place := t.weightAxis(weight)
	for i := range min(regions.u16(2), len(regions)/max(6*axes, 1)) {
		scalar := 1.0
		for axis := range min(axes, fvar.u16(8)) {
			span := regions.at(4+6*(i*axes+axis), 6)
			at := 0.0
			if axis == weightAxis {
				at = place
			}
			scalar *= tent(f2dot14(span, 0), f2dot14(span, 2), f2dot14(span, 4), at)
		}
		v.scalars = append(v.scalars, scalar)
	}
	return v
}

// weightAxis returns the number of the axis of weights, and where on it from -1 to 1 a weight is.
func (t tables) weightAxis(weight int) (axis int, place float64) {
	fvar := t["fvar"]
	for i := range fvar.u16(8) {
		entry := fvar.at(fvar.u16(4)+i*fvar.u16(10), 20)
		if string(entry.at(0, 4)) != "wght" {
			continue
		}
		least, normal, most := entry.i16(4), entry.i16(8), entry.i16(12)
		weight = min(max(weight, least), most)
		if weight < normal {
			place = float64(weight-normal) / float64(normal-least)
		} else if weight > normal {
			place = float64(weight-normal) / float64(most-normal)
		}
		return i, t["avar"].bend(i, place)
	}
	return -1, 0
}

// bend returns where avar moves a place of an axis to.
func (t table) bend(axis int, place float64) float64 {
	at := 8
	for range min(axis, t.u16(6)) {
		at += 2 + 4*t.u16(at)
	}
	for i := 1; i < t.u16(at); i++ {
		pair := t.at(at+2+4*(i-1), 8)
		from, to := f2dot14(pair, 0), f2dot14(pair, 4)
		if pair != nil && place >= from && place <= to && to > from {
			share := (place - from) / (to - from)
			return f2dot14(pair, 2) + float64(share*(f2dot14(pair, 6)-f2dot14(pair, 2)))
		}
	}
	return place
}

// tent returns how much a region counts at a place of an axis.
func tent(start, peak, end, at float64) float64 {
	if peak == 0 || at == peak || start > peak || peak > end || start < 0 && end > 0 {
		return 1
	}
	if at <= start || at >= end {
		return 0
	}
	if at < peak {
		return (at - start) / (peak - start)
	}
	return (end - at) / (end - peak)
}

func f2dot14(t table, at int) float64 { return float64(t.i16(at)) / (1 << 14) }

// from returns the part of a table from an offset on.
func (t table) from(at int) table { return t.at(at, len(t)-at) }

// width returns by how many units the width of a glyph changes.
func (v variation) width(glyph int) int {
	outer, inner := 0, glyph
	if v.glyphs != nil {
		outer, inner = v.glyphs.deltaOf(glyph)
	}
	data := v.store.from(v.store.u32(8 + 4*outer))
	const longWords = 0x8000
	words, regions := data.u16(2)&^longWords, data.u16(4)
	if outer >= v.store.u16(6) || inner >= data.u16(0) || words > regions {
		return 0
	}
	large, small := 2, 1
	if data.u16(2)&longWords != 0 {
		large, small = 4, 2
	}
	row := data.from(6 + 2*regions + inner*(words*large+(regions-words)*small))
	sum, at := 0.0, 0
	for i := range regions {
		size := small
		if i < words {
			size = large
		}
		if region := data.u16(6 + 2*i); region < len(v.scalars) {
			sum += float64(v.scalars[region] * float64(row.signed(at, size)))
		}
		at += size
	}
	return int(math.Round(sum))
}

// deltaOf returns which deltas a glyph has (DeltaSetIndexMap).
func (t table) deltaOf(glyph int) (outer, inner int) {
	format, count, data := t.u8(1), t.u16(2), 4
	if t.u8(0) == 1 {
		count, data = t.u32(2), 6
	}
	size, bits := format>>4&3+1, format&15+1
	entry := 0
	for i := range size {
		entry = entry<<8 | t.u8(data+size*min(glyph, count-1)+i)
	}
	return entry >> bits, entry & (1<<bits - 1)
}

// signed returns a signed number of 1, 2 or 4 bytes.
func (t table) signed(at, size int) int {
	switch size {
	case 1:
		return int(int8(t.u8(at)))
	case 2:
		return t.i16(at)
	}
	return int(int32(t.u32(at)))
}
