package assets

import (
	"bytes"
	"encoding/binary"
	raster "image"
	"image/color"
	"image/png"

	"designmanual/api/render/page/rgb"
)

// Favicon returns the icon of a color as an ICO with a PNG for each
// usual size.
func Favicon(color rgb.Color) []byte {
	sizes := []int{16, 32, 48}
	var head, pictures bytes.Buffer
	word := func(n int) { head.Write(binary.LittleEndian.AppendUint16(nil, uint16(n))) }
	long := func(n int) { head.Write(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
	word(0)
	word(1) // an icon
	word(len(sizes))
	for _, size := range sizes {
		picture := drawIcon(color, size, true)
		head.Write([]byte{byte(size), byte(size), 0, 0})
		word(1)
		word(32) // bits a pixel
		long(len(picture))
		long(6 + 16*len(sizes) + pictures.Len())
		pictures.Write(picture)
	}
	return append(head.Bytes(), pictures.Bytes()...)
}

// TouchIcon returns the icon of a color for home screens, which round its corners, as a PNG.
func TouchIcon(color rgb.Color) []byte { return drawIcon(color, 180, false) }

// The parts of the icon, in squares of 32, with their opacity of 255: as [Icon] draws them.
var iconParts = []struct {
	area    raster.Rectangle
	opacity uint8
}{{raster.Rect(8, 8, 15, 24), 255}, {raster.Rect(17, 8, 24, 15), 153}, {raster.Rect(17, 17, 24, 24), 77}}

// drawIcon draws the icon of a color as a PNG, with round corners or without.
func drawIcon(ground rgb.Color, size int, round bool) []byte {
	canvas := raster.NewNRGBA(raster.Rect(0, 0, size, size))
	const fine = 4 // points of a pixel on each side
	ink := ground.Ink()
	for y := range size {
		for x := range size {
			var sum [4]int // of premultiplied colors
			for i := range fine * fine {
				c := iconPoint(32*(2*(fine*x+i%fine)+1), 32*(2*(fine*y+i/fine)+1), 2*fine*size, ground, ink, round)
				for k := range 3 {
					sum[k] += int(c[k]) * int(c[3])
				}
				sum[3] += int(c[3])
			}
			if sum[3] > 0 {
				canvas.SetNRGBA(x, y, color.NRGBA{
					uint8(sum[0] / sum[3]), uint8(sum[1] / sum[3]), uint8(sum[2] / sum[3]), uint8(sum[3] / (fine * fine)),
				})
			}
		}
	}
	var out bytes.Buffer
	_ = png.Encode(&out, canvas) // memory does not fail
	return out.Bytes()
}

// iconPoint returns the color of the icon at a point, in shares of unit of a square of 32.
func iconPoint(x, y, unit int, ground, ink rgb.Color, round bool) rgb.Color {
	if round {
		const radius = 7
		dx := max(radius*unit-x, x-(32-radius)*unit, 0)
		dy := max(radius*unit-y, y-(32-radius)*unit, 0)
		if dx*dx+dy*dy > radius*radius*unit*unit {
			return rgb.Color{}
		}
	}
	for _, part := range iconParts {
		if x >= part.area.Min.X*unit && x < part.area.Max.X*unit && y >= part.area.Min.Y*unit && y < part.area.Max.Y*unit {
			return ground.Mix(ink, float64(part.opacity)/255)
		}
	}
	return ground
}
