package picture

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A head is what stands in a picture before its pixels.
type head struct {
	png           bool
	width, height int
	depth         int     // bits of a channel
	channels      int     // of the colors
	samples       float64 // bytes of a pixel once it is decoded
	orientation   uint16  // as Exif has it, 1 to 8
	animated      bool
	profile       bool   // colors in another profile than sRGB
	fault         string // why the head cannot be read, else empty
}

// turnedWidth returns the width in a browser.
func (h head) turnedWidth() int {
	if h.orientation >= 5 {
		return h.height
	}
	return h.width
}

// memory returns how many bytes the decoded picture takes.
func (h head) memory() int { return int(float64(h.width*h.height) * h.samples) }

// refuse returns why no versions are made of a picture, empty if they are.
func (h head) refuse() string {
	pixels := h.width * h.height
	if pixels > MaxPixels {
		return fmt.Sprintf(
			"it has %d megapixels, and smaller ones are made of at most %d", (pixels+999_999)/1_000_000,
			MaxPixels/1_000_000,
		)
	}
	if h.channels == 4 && !h.png {
		return "it is in CMYK, the colors of print"
	}
	if h.depth > 8 {
		return fmt.Sprintf("it has %d bits a channel", h.depth)
	}
	if h.animated {
		return "it is animated"
	}
	if h.profile {
		return "its colors are in another profile than sRGB"
	}
	largest := min(widths[0], h.turnedWidth())
	if h.memory()+4*largest*largest*h.width*h.height/(h.turnedWidth()*h.turnedWidth()) > MaxMemory {
		return fmt.Sprintf("it takes more than %d MB to read", MaxMemory>>20)
	}
	return ""
}

var errCut = errors.New("cut short")

// readHead reads the head of a PNG or JPEG picture. The error is that of the file.
func readHead(open func() (io.ReadCloser, error)) (head, error) {
	file, err := open()
	if err != nil {
		return head{}, err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 64<<10)
	h := head{orientation: 1, depth: 8}
	first, _ := in.Peek(2)
	if h.png = bytes.Equal(first, []byte("\x89P")); h.png {
		err = h.readPNG(in)
	} else {
		err = h.readJPEG(in)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errCut) {
		h.fault = "its beginning cannot be read"
		err = nil
	}
	if err == nil && h.fault == "" && (h.width == 0 || h.height == 0) {
		h.fault = "its beginning cannot be read"
	}
	return h, err
}

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
	h.width, h.height = int(binary.BigEndian.Uint32(data)), int(binary.BigEndian.Uint32(data[4:]))
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

// readJPEG reads the segments before the pixels (ITU-T T.81, annex B).
func (h *head) readJPEG(in *bufio.Reader) error {
	if _, err := in.Discard(2); err != nil {
		return err
	}
	var profile []byte
	for {
		marker, err := nextMarker(in)
		if err != nil {
			return err
		}
		if marker == 0xda { // the pixels
			h.profile = profile != nil && !isSRGB(profile)
			return nil
		}
		if marker == 0x01 || marker >= 0xd0 && marker <= 0xd8 { // without a length
			continue
		}
		var length [2]byte
		if _, err := io.ReadFull(in, length[:]); err != nil {
			return err
		}
		size := int(binary.BigEndian.Uint16(length[:])) - 2
		if size < 0 {
			return errCut
		}
		data := make([]byte, size)
		if _, err := io.ReadFull(in, data); err != nil {
			return err
		}
		if marker == 0xe1 && bytes.HasPrefix(data, []byte("Exif\x00\x00")) {
			if turned := Orientation(data); turned > 0 {
				h.orientation = turned
			}
		} else if marker == 0xe2 && bytes.HasPrefix(data, []byte("ICC_PROFILE\x00")) && len(data) > 14 {
			profile = append(profile, data[14:]...)
		} else if marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc {
			if err := h.readFrame(marker, data); err != nil {
				return err
			}
		}
	}
}

func nextMarker(in *bufio.Reader) (byte, error) {
	b, err := in.ReadByte()
	if err == nil && b != 0xff {
		return 0, errCut
	}
	for err == nil && b == 0xff {
		b, err = in.ReadByte()
	}
	return b, err
}

// readFrame reads the header of a frame (ITU-T T.81, section B.2.2).
func (h *head) readFrame(marker byte, data []byte) error {
	if len(data) < 6 || len(data) < 6+3*int(data[5]) {
		return errCut
	}
	h.depth, h.channels = int(data[0]), int(data[5])
	h.height, h.width = int(binary.BigEndian.Uint16(data[1:])), int(binary.BigEndian.Uint16(data[3:]))
	most := 1.0
	for n := range h.channels {
		factors := data[6+3*n+1]
		area := float64(factors>>4) * float64(factors&15)
		h.samples += area
		most = max(most, area)
	}
	h.samples /= most
	if marker == 0xc2 { // progressive: the coefficients of all pixels are kept, in four bytes
		h.samples *= 5
	}
	return nil
}

// isSRGB reports whether an ICC profile says that it is sRGB (ICC.1:2022, section 9.2.41).
func isSRGB(profile []byte) bool {
	if len(profile) < 132 {
		return false
	}
	tags := profile[132:]
	for n := binary.BigEndian.Uint32(profile[128:]); n > 0 && len(tags) >= 12; n-- {
		at, size := uint64(binary.BigEndian.Uint32(tags[4:])), uint64(binary.BigEndian.Uint32(tags[8:]))
		if string(tags[:4]) == "desc" && at+size <= uint64(len(profile)) {
			text := strings.ReplaceAll(string(profile[at:at+size]), "\x00", "") // UTF-16 in later versions
			return strings.Contains(strings.ToLower(text), "srgb")
		}
		tags = tags[12:]
	}
	return false
}

// Orientation returns the orientation that Exif data in the beginning of a file give, 1 to 8, or
// 0 (Exif 2.32, section 4.6.4): from 5 on, rows and columns are exchanged.
func Orientation(head []byte) uint16 {
	_, tiff, _ := bytes.Cut(head, []byte("Exif\x00\x00"))
	if len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:])) + 2
	if at > int64(len(tiff)) {
		return 0
	}
	entries := tiff[at:]
	for n := order.Uint16(tiff[at-2:]); n > 0 && len(entries) >= 12; n-- {
		if value := order.Uint16(entries[8:]); order.Uint16(entries) == 0x112 && value <= 8 {
			return value
		}
		entries = entries[12:]
	}
	return 0
}
