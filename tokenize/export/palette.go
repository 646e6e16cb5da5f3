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
// header, and for each color a block with its name in UTF-16 and three
// floating-point channels, big-endian. A swatch has no alpha.
func Adobe(d *manual.TokenDocument) []byte {
	const colorEntry, global, longest = 1, 0, 0x7fff
	tokens := d.Groups[manual.ColorGroup].Tokens
	out := append(make([]byte, 0, 12+64*len(tokens)), "ASEF\x00\x01\x00\x00"...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(tokens)))
	for _, t := range tokens {
		name := utf16.Encode([]rune(t.Name))
		name = append(name[:min(len(name), longest)], 0)
		out = binary.BigEndian.AppendUint16(out, colorEntry)
		out = binary.BigEndian.AppendUint32(out, uint32(2+2*len(name)+4+3*4+2))
		out = binary.BigEndian.AppendUint16(out, uint16(len(name)))
		for _, unit := range name {
			out = binary.BigEndian.AppendUint16(out, unit)
		}
		out = append(out, "RGB "...)
		c := css.Channels(t.Value)
		for _, channel := range c[:3] {
			out = binary.BigEndian.AppendUint32(out, math.Float32bits(float32(channel)/255))
		}
		out = binary.BigEndian.AppendUint16(out, global)
	}
	return out
}
