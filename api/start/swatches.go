package start

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"designmanual/api/files"
	"designmanual/seed"
	"designmanual/seed/convert"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// A swatch is a color of a palette file.
type swatch struct {
	name   string
	screen string // the color as CSS writes it, empty for one for print alone
	cmyk   string // the shares for print, empty for a color for screens
}

// lookAtSwatches takes in the colors of a palette of Adobe (ASE, ACO) or GIMP (GPL) among the files that were
// named. They count where there are no tokens and no table of colors; the file is a download besides.
func (m *material) lookAtSwatches(f *found) {
	read := swatchReaders[strings.ToLower(filepath.Ext(f.path))]
	if !f.named || read == nil {
		return
	}
	data, err := files.Read(f.path, seed.MaxFileBytes)
	if err != nil {
		return
	}
	colors, printed := content.NewObject(), 0
	for _, s := range read(data) {
		if s.cmyk != "" {
			printed++
			m.addPrint(strings.TrimSuffix(s.name, " CMYK"), []string{"cmyk"}, []string{s.cmyk})
		} else if s.name != "" && !colors.Has(s.name) {
			colors.Add(s.name, content.NewObject("$type", "color", "$value", s.screen))
		}
	}
	if len(colors.Children) >= 2 {
		data = content.NewObject("color", colors).Append(nil)
		m.swatches = append(m.swatches, convert.File{Name: f.path, Data: data, Found: !f.alone})
	} else if printed > 0 {
		m.left.add(
			f.path, "its colors are for print alone, and a manual needs a hex of each. "+
				"Name a table of colors with a column HEX and one CMYK.",
		)
	}
}

var swatchReaders = map[string]func(data []byte) []swatch{".ase": readASE, ".aco": readACO, ".gpl": readGPL}

// readASE reads the swatches of Adobe Swatch Exchange: blocks with a kind, a length, and of a color its name, its
// model and its channels.
func readASE(data []byte) (all []swatch) {
	const header, color = 12, 1
	if !bytes.HasPrefix(data, []byte("ASEF")) || len(data) < header {
		return nil
	}
	for data = data[header:]; len(data) >= 6; {
		kind, length := binary.BigEndian.Uint16(data), int(binary.BigEndian.Uint32(data[2:]))
		data = data[6:]
		if length > len(data) {
			return all
		}
		block := data[:length]
		data = data[length:]
		name, rest := nameOf(block, 2)
		if kind != color || len(rest) < 8 {
			continue
		}
		var channels []float64
		for i := 4; i+4 <= len(rest) && len(channels) < 4; i += 4 {
			channels = append(channels, float64(math.Float32frombits(binary.BigEndian.Uint32(rest[i:]))))
		}
		all = append(all, swatchOf(name, strings.TrimSpace(string(rest[:4])), channels))
	}
	return all
}

// readACO reads the colors of Photoshop, of its second version, in which they have names.
func readACO(data []byte) (all []swatch) {
	const second, head, color = 2, 4, 10
	if len(data) < head {
		return nil
	}
	if first := head + color*int(binary.BigEndian.Uint16(data[2:])); len(data) >= first+head {
		data = data[first:]
	}
	if binary.BigEndian.Uint16(data) != second {
		return nil
	}
	models := map[uint16]string{0: "RGB", 2: "CMYK", 7: "LAB", 8: "Gray"}
	for data = data[head:]; len(data) >= color; {
		own := data[:color]
		name, rest := nameOf(data[color:], 4)
		data = rest
		model := models[binary.BigEndian.Uint16(own)]
		var channels []float64
		for i := 2; i < color; i += 2 {
			n := float64(binary.BigEndian.Uint16(own[i:]))
			switch model {
			case "CMYK":
				n = 1 - n/math.MaxUint16
			case "LAB":
				n = float64(int16(binary.BigEndian.Uint16(own[i:]))) / 100
			case "Gray":
				n /= 10_000
			default:
				n /= math.MaxUint16
			}
			channels = append(channels, n)
		}
		if model == "LAB" {
			channels[0] /= 100
		}
		all = append(all, swatchOf(name, model, channels))
	}
	return all
}

// nameOf reads a length in some bytes and a text of that many units of UTF-16, which ends with a zero, and returns
// it with what follows it.
func nameOf(data []byte, size int) (name string, rest []byte) {
	if len(data) < size {
		return "", nil
	}
	length := int(data[size-2])<<8 | int(data[size-1])
	data = data[size:]
	if 2*length > len(data) {
		return "", nil
	}
	units := make([]uint16, length)
	for i := range units {
		units[i] = binary.BigEndian.Uint16(data[2*i:])
	}
	return strings.TrimRight(string(utf16.Decode(units)), "\x00"), data[2*length:]
}

// swatchOf returns a color of a model, whose channels are shares but for two of LAB.
func swatchOf(name, model string, channels []float64) swatch {
	s := swatch{name: strings.TrimSpace(name)}
	needed := map[string]int{"RGB": 3, "LAB": 3, "Gray": 1, "CMYK": 4}[model]
	if needed == 0 || len(channels) < needed {
		return swatch{}
	}
	byteOf := func(share float64) uint8 { return uint8(math.Round(255 * max(0, min(1, share)))) }
	switch model {
	case "RGB":
		s.screen = css.HexOf(byteOf(channels[0]), byteOf(channels[1]), byteOf(channels[2]))
	case "Gray":
		s.screen = css.HexOf(byteOf(channels[0]), byteOf(channels[0]), byteOf(channels[0]))
	case "LAB":
		s.screen = fmt.Sprintf("lab(%.2f %.2f %.2f)", 100*channels[0], channels[1], channels[2])
	case "CMYK":
		var shares []string
		for _, share := range channels[:4] {
			shares = append(shares, strconv.Itoa(int(math.Round(100*share))))
		}
		s.cmyk = strings.Join(shares, ", ")
	}
	return s
}

// readGPL reads a palette of GIMP: lines of three numbers and a name.
func readGPL(data []byte) (all []swatch) {
	if !bytes.HasPrefix(data, []byte("GIMP Palette")) {
		return nil
	}
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		if len(words) < 4 {
			continue
		}
		var channels []float64
		for _, word := range words[:3] {
			if n, err := strconv.ParseUint(word, 10, 8); err == nil {
				channels = append(channels, float64(n)/255)
			}
		}
		all = append(all, swatchOf(strings.Join(words[3:], " "), "RGB", channels))
	}
	return slices.DeleteFunc(all, func(s swatch) bool { return s.name == "Untitled" })
}
