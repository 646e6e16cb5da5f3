package picture

import (
	"bufio"
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
	kept          bool   // of a form of which no smaller pictures are made
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

// refuse returns why no smaller pictures are made of a picture, empty if they are.
func (h head) refuse() string {
	pixels := h.width * h.height
	if pixels > maxPixels {
		return fmt.Sprintf(
			"it has %d megapixels, and smaller ones are made of at most %d", (pixels+999_999)/1_000_000,
			maxPixels/1_000_000,
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
	if h.kept {
		return ""
	}
	largest := min(widths[0], h.turnedWidth())
	if h.memory()+4*largest*largest*h.width*h.height/(h.turnedWidth()*h.turnedWidth()) > maxMemory {
		return fmt.Sprintf("it takes more than %d MB to read", maxMemory>>20)
	}
	return ""
}

var errCut = errors.New("cut short")

// readHead reads the head of a picture. The error is that of the file.
func readHead(open func() (io.ReadCloser, error)) (head, error) {
	file, err := open()
	if err != nil {
		return head{}, err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 64<<10)
	h := head{orientation: 1, depth: 8}
	first, _ := in.Peek(2)
	switch string(first) {
	case "\x89P":
		h.png = true
		err = h.readPNG(in)
	case "GI":
		err = h.readGIF(in)
	case "RI":
		err = h.readWebP(in)
	default:
		err = h.readJPEG(in)
	}
	isCut := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errCut)
	if err != nil && !isCut {
		return h, err
	}
	if !h.kept && (isCut || h.fault == "" && (h.width == 0 || h.height == 0)) {
		h.fault = "its beginning cannot be read"
	}
	return h, nil
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
