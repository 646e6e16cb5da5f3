package asset

import (
	"bufio"
	"bytes"
	"errors"
	"image"
	"image/color"
	_ "image/gif" // the decoders that [image.DecodeConfig] finds
	"image/jpeg"
	_ "image/png"

	_ "golang.org/x/image/webp"

	"designmanual/seed/picture"
)

// errNoSize is the error of a picture without width or height.
var errNoSize = errors.New("no width or height")

// pictureSize reads the size that a picture has in a browser, which turns a JPEG as its
// Exif data say. A JPEG of a form that the decoder does not know has no size.
func pictureSize(in *bufio.Reader) (pictureFacts, error) {
	beginning, _ := in.Peek(in.Size()) // an error comes again; Exif data have less (Exif 2.32, section 4.7.1)
	sideways := bytes.HasPrefix(beginning, []byte("\xff\xd8")) && picture.Orientation(beginning) >= 5
	config, _, err := image.DecodeConfig(in)
	var unsupported jpeg.UnsupportedError
	if errors.As(err, &unsupported) {
		return pictureFacts{}, nil
	}
	if err != nil {
		return pictureFacts{}, err
	}
	if config.Width == 0 || config.Height == 0 {
		return pictureFacts{}, errNoSize
	}
	found := pictureFacts{width: config.Width, height: config.Height, cmyk: config.ColorModel == color.CMYKModel}
	if sideways {
		found.width, found.height = found.height, found.width
	}
	return found, nil
}
