package picture

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
)

// readPNG reads the chunks before the pixels (PNG, Third Edition, section 11).
func (h *head) readPNG(in *bufio.Reader) error {
	if _, err := in.Discard(8); err != nil {
		return err
	}
	sRGB, gamma, icc := false, false, false
	for {
		var start [8]byte
		if _, err := io.ReadFull(in, start[:]); err != nil {
			return err
		}
		length, name := int(binary.BigEndian.Uint32(start[:])), string(start[4:])
		if name == "IDAT" {
			h.profile = icc || gamma && !sRGB
			return nil
		}
		if length > 4<<20 {
			return errCut
		}
		data := make([]byte, length+4) // with its checksum
		if _, err := io.ReadFull(in, data); err != nil {
			return err
		}
		data = data[:length]
		switch name {
		case "IHDR":
			if length < 13 {
				return errCut
			}
			h.readIHDR(data)
		case "acTL":
			h.animated = true
		case "sRGB":
			sRGB = true
		case "gAMA":
			// 1/2.2 is 45455
			gamma = length == 4 && (binary.BigEndian.Uint32(data) < 45000 || binary.BigEndian.Uint32(data) > 46000)
		case "cICP":
			icc = true
		case "iCCP":
			icc = !isSRGB(unpackProfile(data))
		case "tRNS":
			h.samples = max(h.samples, 4)
		case "eXIf":
			if turned := Orientation(append([]byte("Exif\x00\x00"), data...)); turned > 1 {
				h.fault = "it is a PNG that Exif data turn, which not every browser does"
			}
		}
	}
}

// readIHDR reads the header of a PNG image.
func (h *head) readIHDR(data []byte) {
	h.width = int(binary.BigEndian.Uint32(data))
	h.height = int(binary.BigEndian.Uint32(data[4:]))
	h.depth = int(data[8])
	h.channels, h.samples = 3, 4
	if color := data[9]; color == 0 { // gray
		h.channels, h.samples = 1, 1
	} else if color == 3 { // of a palette: and once more in full color
		h.samples = 5
	}
	if data[12] == 1 { // interlaced: the last pass has half of the pixels, and is decoded apart
		h.samples *= 1.5
	}
}

// unpackProfile returns the profile in an iCCP chunk: a name, a zero, the method, and the
// profile with zlib.
func unpackProfile(data []byte) []byte {
	_, packed, _ := bytes.Cut(data, []byte{0})
	if len(packed) < 1 {
		return nil
	}
	r, err := zlib.NewReader(bytes.NewReader(packed[1:]))
	if err != nil {
		return nil
	}
	profile, _ := io.ReadAll(io.LimitReader(r, 4<<20)) // what is damaged is no sRGB
	return profile
}
