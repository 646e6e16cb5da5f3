package picture_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"

	"designmanual/seed/picture"
)

// scene returns a picture whose quarters are red, green, blue and white, clockwise from the
// upper left.
func scene(width, height int) *image.NRGBA {
	quarters := [2][2]color.NRGBA{{{200, 0, 0, 255}, {0, 160, 0, 255}}, {{255, 255, 255, 255}, {0, 0, 220, 255}}}
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := quarters[2*y/height][2*x/width]
			c.R ^= uint8(x*31+y*17) & 7 // so that it does not compress to nothing
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

func jpegOf(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// gifOf returns a GIF of some pictures.
func gifOf(t *testing.T, pictures int) []byte {
	t.Helper()
	var all gif.GIF
	for range pictures {
		all.Image = append(all.Image, image.NewPaletted(image.Rect(0, 0, 800, 100), palette.WebSafe))
		all.Delay = append(all.Delay, 10)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &all); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withSegment returns a JPEG with a segment after its first marker.
func withSegment(file []byte, marker byte, data string) []byte {
	segment := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(data)+2))
	return slices.Concat(file[:2], segment, []byte(data), file[2:])
}

// withChunk returns a PNG with a chunk after its header.
func withChunk(file []byte, name, data string) []byte {
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	chunk = append(chunk, name+data...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return slices.Concat(file[:33], chunk, file[33:])
}

// turned returns Exif data with an orientation.
func turned(orientation byte) string {
	return "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00\x00\x00\x00\x00"
}

// profile returns an ICC profile with a description.
func profile(description string) string {
	tag := "desc\x00\x00\x00\x00\x00\x00\x00\x20" + description
	head := strings.Repeat("\x00", 128) + "\x00\x00\x00\x01desc\x00\x00\x00\x90" + string([]byte{0, 0, 0, byte(len(tag))})
	return head + tag
}

func shrink(t *testing.T, file []byte) ([]picture.Scaled, string) {
	t.Helper()
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file)), nil }
	made, err := picture.Shrink(t.Context(), open, int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	return made.Scaled, made.Why
}

func TestVersionsAreNarrowerAndSmaller(t *testing.T) {
	for name, file := range map[string][]byte{
		"a JPEG": jpegOf(t, scene(2400, 300)), "a PNG": pngOf(t, scene(2400, 300)),
		"in sRGB": withSegment(jpegOf(t, scene(2400, 300)), 0xe2, "ICC_PROFILE\x00\x01\x01"+profile("sRGB IEC61966-2.1")),
	} {
		versions, why := shrink(t, file)
		var widths []int
		for _, v := range versions {
			widths = append(widths, v.Width)
			decoded, _, err := image.Decode(bytes.NewReader(v.Body))
			if err != nil || decoded.Bounds().Dx() != v.Width || decoded.Bounds().Dy() != v.Height || v.Height != v.Width/8 || len(v.Body) >= len(file) {
				t.Errorf("%s: %d × %d in %d of %d bytes: %v", name, v.Width, v.Height, len(v.Body), len(file), err)
			}
		}
		if !slices.Equal(widths, []int{480, 960, 1600}) || why != "" {
			t.Errorf("%s: widths %v, %q", name, widths, why)
		}
		again, _ := shrink(t, file)
		if len(again) != len(versions) || !bytes.Equal(again[0].Body, versions[0].Body) {
			t.Errorf("%s: other bytes the second time", name)
		}
	}
	if versions, _ := shrink(t, jpegOf(t, scene(1000, 200))); len(versions) != 1 || versions[0].Width != 480 {
		t.Errorf("of 1000 pixels: %d versions", len(versions))
	}
}

// A JPEG whose Exif data turn it looks in each orientation as a browser shows it.
func TestVersionsAreTurnedAsExifSays(t *testing.T) {
	const r, g, b, w = "red", "green", "blue", "white"
	for orientation, want := range [][4]string{1: {r, g, b, w}, {g, r, w, b}, {b, w, r, g}, {w, b, g, r}, {r, w, b, g}, {w, r, g, b}, {b, g, r, w}, {g, b, w, r}} {
		if orientation == 0 {
			continue
		}
		versions, why := shrink(t, withSegment(jpegOf(t, scene(900, 600)), 0xe1, turned(byte(orientation))))
		if len(versions) == 0 {
			t.Fatalf("orientation %d: none: %s", orientation, why)
		}
		decoded, err := jpeg.Decode(bytes.NewReader(versions[0].Body))
		if err != nil {
			t.Fatal(err)
		}
		width, height := decoded.Bounds().Dx(), decoded.Bounds().Dy()
		if wide := width > height; wide != (orientation < 5) {
			t.Errorf("orientation %d: %d × %d", orientation, width, height)
		}
		for n, at := range []image.Point{{width / 4, height / 4}, {3 * width / 4, height / 4}, {3 * width / 4, 3 * height / 4}, {width / 4, 3 * height / 4}} {
			if got := nameOf(decoded.At(at.X, at.Y)); got != want[n] {
				t.Errorf("orientation %d, quarter %d: %s, want %s", orientation, n, got, want[n])
			}
		}
	}
}

func nameOf(c color.Color) string {
	r, g, _, _ := c.RGBA()
	if r>>8 > 180 && g>>8 > 180 {
		return "white"
	}
	if r>>8 > 120 {
		return "red"
	}
	if g>>8 > 120 {
		return "green"
	}
	return "blue"
}

func TestWhatKeepsItsOneSize(t *testing.T) {
	deep := image.NewNRGBA64(image.Rect(0, 0, 800, 10))
	wide := pngOf(t, scene(800, 100))
	large := slices.Clone(wide)
	binary.BigEndian.PutUint32(large[16:], 6000)
	binary.BigEndian.PutUint32(large[20:], 4001)
	progressive := jpegOf(t, scene(800, 100))
	at := bytes.Index(progressive, []byte{0xff, 0xc0})
	cmyk := slices.Clone(progressive)
	cmyk[at+9] = 4
	cmyk = slices.Concat(cmyk[:at+3], []byte{cmyk[at+3] + 3}, cmyk[at+4:at+19], []byte{4, 0x11, 0}, cmyk[at+19:])
	progressive[at+1] = 0xc2
	binary.BigEndian.PutUint16(progressive[at+5:], 4000)
	binary.BigEndian.PutUint16(progressive[at+7:], 6000)
	for want, file := range map[string][]byte{
		"16 bits a channel":                  pngOf(t, deep),
		"25 megapixels":                      large,
		"CMYK":                               cmyk,
		"more than 100 MB":                   progressive,
		"animated":                           withChunk(wide, "acTL", "\x00\x00\x00\x02\x00\x00\x00\x00"),
		"it is animated":                     gifOf(t, 2),
		"it is animated as WebP is":          []byte("RIFF\x20\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00"),
		"another profile":                    withSegment(jpegOf(t, scene(800, 100)), 0xe2, "ICC_PROFILE\x00\x01\x01"+profile("Display P3")),
		"another profile than sRGB":          withChunk(wide, "gAMA", "\x00\x01\x86\xa0"),
		"it cannot be read to its end":       wide[:len(wide)/2],
		"a PNG that Exif data turn":          withChunk(wide, "eXIf", turned(6)[6:]),
		"its beginning cannot be read":       wide[:40],
		"its beginning cannot be read of it": nil,
	} {
		versions, why := shrink(t, file)
		if len(versions) > 0 || !strings.Contains(why, strings.TrimSuffix(strings.TrimSuffix(want, " of it"), " as WebP is")) {
			t.Errorf("%s: %d versions, %q", want, len(versions), why)
		}
	}
	for name, still := range map[string][]byte{
		"GIF": gifOf(t, 1), "a GIF without its end": gifOf(t, 1)[:60], "WebP": []byte("RIFF\x20\x00\x00\x00WEBPVP8 \x0a\x00\x00\x00\x02\x00\x00\x00"),
	} {
		if versions, why := shrink(t, still); len(versions) > 0 || why != "" {
			t.Errorf("%s: %d versions, %q, want none of a picture that is not animated", name, len(versions), why)
		}
	}
}
