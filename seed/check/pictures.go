package check

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	_ "image/gif" // the decoders that [image.DecodeConfig] finds
	"image/jpeg"
	_ "image/png"

	_ "golang.org/x/image/webp"
)

// errNoSize is the error of a picture without width or height.
var errNoSize = errors.New("no width or height")

// pictureSize reads the size that a picture has in a browser, which turns a JPEG as its
// Exif data say. A JPEG of a form that the decoder does not know has no size.
func pictureSize(in *bufio.Reader) (shown, error) {
	head, _ := in.Peek(in.Size()) // an error comes again; Exif data have less (Exif 2.32, section 4.7.1)
	sideways := bytes.HasPrefix(head, []byte("\xff\xd8")) && exifOrientation(head) >= 5
	config, _, err := image.DecodeConfig(in)
	var unsupported jpeg.UnsupportedError
	if errors.As(err, &unsupported) {
		return shown{}, nil
	}
	if err != nil {
		return shown{}, err
	}
	if config.Width == 0 || config.Height == 0 {
		return shown{}, errNoSize
	}
	found := shown{config.Width, config.Height, config.ColorModel == color.CMYKModel}
	if sideways {
		found.width, found.height = found.height, found.width
	}
	return found, nil
}

// exifOrientation returns the orientation that Exif data in head give, 1 to 8, or
// 0 (Exif 2.32, section 4.6.4): from 5 on, rows and columns are exchanged.
func exifOrientation(head []byte) uint16 {
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
