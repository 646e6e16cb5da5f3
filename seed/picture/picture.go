// Package picture makes pictures in smaller sizes, and reads what that needs to know of
// them.
//
// Smaller pictures are made of one picture at a time, and only of one that is decoded within bounds
// of memory and time and that looks the same in the colors of screens. The same bytes make the
// same bytes on every machine. What a user gets from this package: a phone loads a tenth of a
// picture of 2,400 pixels, and no server has a rasterizer to be kept up to date.
package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	stddraw "image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"path"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
)

// The bounds of a picture that smaller ones are made of. The largest takes under four seconds of a
// processor.
const (
	maxPixels = 24_000_000
	maxMemory = 100 << 20 // bytes, while one is made

	// maxTime ends the reading of a file that is made to take long. It is far more than any
	// other takes, so that a busy machine makes the same pictures.
	maxTime = time.Minute
)

// widths are those of the smaller pictures. A picture gets those that are narrower by a sixth or more.
var widths = [...]int{1600, 960, 480}

// quality is that of JPEG.
const quality = 82

// A Scaled is a picture in a smaller size.
type Scaled struct {
	Width, Height int
	Body          []byte
}

// IsScalable reports whether a file may get smaller pictures, by its name and its width in pixels.
func IsScalable(name string, width int) bool {
	return isWide(width) && slices.Contains([]string{".png", ".jpg", ".jpeg"}, strings.ToLower(path.Ext(name)))
}

// IsLookedAt reports whether [Shrink] says something of a file: that it is animated, also of one that gets no smaller
// pictures.
func IsLookedAt(name string, width int) bool {
	isMoving := slices.Contains([]string{".gif", ".webp"}, strings.ToLower(path.Ext(name)))
	return IsScalable(name, width) || isMoving && isWide(width)
}

func isWide(width int) bool { return width*5 >= widths[len(widths)-1]*6 }

// A Result is what [Shrink] makes of a picture, and what it has seen of it.
type Result struct {
	Scaled  []Scaled // the narrowest first
	Why     string   // why the picture keeps its one size, as the end of a sentence
	OnLight bool     // see [LostOn]
	OnDark  bool
}

// Shrink makes the smaller pictures of a PNG or JPEG picture of a size in bytes, and none of another. It leaves out those that
// are not smaller in bytes. Open opens the file, twice; an error is that of reading it.
func Shrink(ctx context.Context, open func() (io.ReadCloser, error), size int64) (Result, error) {
	head, err := readHead(open)
	if err != nil || head.fault != "" {
		return Result{Why: head.fault}, err
	}
	if why := head.refuse(); why != "" || head.kept {
		return Result{Why: why}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	source, why, err := decode(ctx, open, head)
	if source == nil {
		return Result{Why: why}, err
	}
	var made Result
	if !isOpaque(source) {
		made.OnLight, made.OnDark = lostOn(pointInks(source))
	}
	turn := head.orientation
	for _, width := range widths {
		if head.turnedWidth()*5 < width*6 {
			continue
		}
		smaller := scale(source, turn, width)
		source, turn = smaller, 1 // the next one is made of it
		if head.memory() > maxMemory/4 {
			runtime.GC() // the decoded picture is gone before the next one needs as much
		}
		body, err := encode(smaller, head.png)
		if err != nil {
			return Result{}, err
		}
		if int64(len(body)) < size {
			made.Scaled = append([]Scaled{{width, smaller.Rect.Dy(), body}}, made.Scaled...)
		}
	}
	return made, nil
}

// decode decodes a picture. It returns nil and why if it takes too long or is damaged.
func decode(ctx context.Context, open func() (io.ReadCloser, error), h head) (image.Image, string, error) {
	file, err := open()
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	read := jpeg.Decode
	if h.png {
		read = png.Decode
	}
	decoded, err := read(&boundReader{ctx, file})
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, "it takes too long to read", nil
	}
	if ctx.Err() != nil {
		return nil, "", context.Cause(ctx)
	}
	if err != nil {
		return nil, "it cannot be read to its end: " + err.Error(), nil
	}
	if indexed, ok := decoded.(*image.Paletted); ok {
		full := image.NewRGBA(indexed.Rect)
		stddraw.Draw(full, full.Rect, indexed, indexed.Rect.Min, stddraw.Src)
		decoded = full
	}
	return decoded, "", nil
}

// A boundReader reads until a context ends.
type boundReader struct {
	ctx context.Context
	in  io.Reader
}

func (r *boundReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(p)
}

// scale returns a picture in a width, turned as its Exif data say. It takes no memory but that
// of the result.
func scale(source image.Image, orientation uint16, width int) *image.RGBA {
	size := source.Bounds().Size()
	w, h := float64(size.X), float64(size.Y)
	if orientation >= 5 {
		w, h = h, w
	}
	height := max(1, int(math.Round(float64(width)*h/w)))
	x, y := float64(width)/w, float64(height)/h // of the turned picture
	to := f64.Aff3{x, 0, 0, 0, y, 0}
	// As Exif 2.32, section 4.6.4, has row and column 0 of the picture.
	switch orientation {
	case 2:
		to = f64.Aff3{-x, 0, float64(width), 0, y, 0}
	case 3:
		to = f64.Aff3{-x, 0, float64(width), 0, -y, float64(height)}
	case 4:
		to = f64.Aff3{x, 0, 0, 0, -y, float64(height)}
	case 5:
		to = f64.Aff3{0, x, 0, y, 0, 0}
	case 6:
		to = f64.Aff3{0, -x, float64(width), y, 0, 0}
	case 7:
		to = f64.Aff3{0, -x, float64(width), -y, 0, float64(height)}
	case 8:
		to = f64.Aff3{0, x, 0, -y, 0, float64(height)}
	}
	scaled := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.BiLinear.Transform(scaled, to, source, source.Bounds(), draw.Src, nil)
	return scaled
}

func encode(picture *image.RGBA, asPNG bool) ([]byte, error) {
	var body bytes.Buffer
	if asPNG {
		err := png.Encode(&body, picture)
		return body.Bytes(), err
	}
	err := jpeg.Encode(&body, picture, &jpeg.Options{Quality: quality})
	return body.Bytes(), err
}
