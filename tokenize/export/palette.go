package export

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"unicode/utf16"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// GIMP returns the colors as a palette for GIMP and Inkscape (.gpl),
// named by the manual's title. A palette has no alpha.
func GIMP(d *manual.TokenDocument, title string) []byte {
	out := fmt.Appendf(nil, "GIMP Palette\nName: %s\nColumns: 0\n#\n", strings.Join(strings.Fields(title), " "))
	for _, t := range d.Groups[manual.ColorGroup].Tokens {
		c := css.Channels(t.Value)
		out = fmt.Appendf(out, "%3d %3d %3d\t%s\n", c[0], c[1], c[2], t.Name)
	}
	return out
}

// Adobe returns the colors as an Adobe Swatch Exchange file (.ase): a
// header, and for each color a block with its name in UTF-16 and
// floating-point channels, big-endian. A swatch has no alpha. A color that has one for print
// has a second swatch in CMYK.
func Adobe(d *manual.TokenDocument) []byte {
	tokens := d.Groups[manual.ColorGroup].Tokens
	out := append(make([]byte, 0, 12+64*len(tokens)), "ASEF\x00\x01\x00\x00\x00\x00\x00\x00"...)
	count := 0
	for _, t := range tokens {
		c := css.Channels(t.Value)
		out = appendSwatch(out, t.Name, "RGB ", share(c[0]), share(c[1]), share(c[2]))
		count++
		var inks []float32
		for _, ink := range t.Print.CMYK {
			q, _ := css.ReadQuantity(ink)
			inks = append(inks, float32(q.Number/100))
		}
		if inks != nil {
			out = appendSwatch(out, t.Name+" CMYK", "CMYK", inks...)
			count++
		}
	}
	binary.BigEndian.PutUint32(out[8:], uint32(count))
	return out
}

func share(channel uint8) float32 { return float32(channel) / 255 }

// appendSwatch appends a swatch with its channels, from 0 to 1.
func appendSwatch(out []byte, title, model string, channels ...float32) []byte {
	const colorEntry, global, longest = 1, 0, 0x7fff
	name := utf16.Encode([]rune(title))
	name = append(name[:min(len(name), longest)], 0)
	out = binary.BigEndian.AppendUint16(out, colorEntry)
	out = binary.BigEndian.AppendUint32(out, uint32(2+2*len(name)+4+4*len(channels)+2))
	out = binary.BigEndian.AppendUint16(out, uint16(len(name)))
	for _, unit := range name {
		out = binary.BigEndian.AppendUint16(out, unit)
	}
	out = append(out, model...)
	for _, channel := range channels {
		out = binary.BigEndian.AppendUint32(out, math.Float32bits(channel))
	}
	return binary.BigEndian.AppendUint16(out, global)
}
