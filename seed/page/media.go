package page

import (
	"html/template"
	"math"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

type logoContent struct {
	Logos []struct {
		manual.LogoFile
		Further further `json:",embed"`
	} `json:"logos"`
	Further further `json:",embed"`
}

type imageContent struct {
	Images []struct {
		manual.ImageFile
		Further further `json:",embed"`
	} `json:"images"`
	Further further `json:",embed"`
}

type downloadsContent struct {
	Files []struct {
		manual.Download
		Further further `json:",embed"`
	} `json:"files"`
	Further further `json:",embed"`
}

type textContent struct {
	manual.TextContent
	Further further `json:",embed"`
}

// plates are images in frames of one shape, so that the page does not move
// when they come in, and looks composed when they do not.
type plates struct {
	Items   []plate
	Further *datum
}

type (
	logoPlates  struct{ plates }
	imagePlates struct{ plates }
)

type plate struct {
	Class      class // of the ground that the image stands on
	Image      template.URL
	Alt        string
	Name       string // a caption, or the text of an address that is not followed
	Background string
	Caption    template.HTML
	Further    *datum
}

type prose struct {
	Text    template.HTML
	Further *datum
}

func (b *builder) text(c textContent) (prose, error) {
	rest, err := b.further(c.Further)
	return prose{b.links.rich(c.HTML), rest}, err
}

func (b *builder) logos(c logoContent) (shown logoPlates, err error) {
	for _, logo := range c.Logos {
		p := b.plate(logo.URL, logo.Alt)
		p.Background = logo.Background
		if p.Name = logo.Name; p.Alt == "" {
			p.Alt = logo.Name
		}
		if hex, ok := tokenize.Hex(logo.Background); ok {
			p.Class = b.sheet.class("--ground", hex, "--on", parseHex(hex).ink().hex())
		} else if color, ok := cssColor(logo.Background); ok {
			p.Class = b.sheet.class("--ground", color, "--plate", "var(--paper)", "--on", "var(--ink)")
		}
		if p.Further, err = b.further(logo.Further); err != nil {
			return shown, err
		}
		shown.Items = append(shown.Items, p)
	}
	shown.Further, err = b.further(c.Further)
	return shown, err
}

func (b *builder) images(c imageContent) (shown imagePlates, err error) {
	for _, image := range c.Images {
		p := b.plate(image.URL, image.Alt)
		p.Caption = b.links.rich(image.Caption)
		if p.Further, err = b.further(image.Further); err != nil {
			return shown, err
		}
		if b.firstImage == "" && strings.HasPrefix(string(p.Image), "http") {
			b.firstImage = string(p.Image)
		}
		shown.Items = append(shown.Items, p)
	}
	shown.Further, err = b.further(c.Further)
	return shown, err
}

// plate frames an image; an address that may not be fetched stands as text.
func (b *builder) plate(address, alt string) plate {
	p := plate{Image: b.links.image(address), Alt: alt}
	if p.Image == "" {
		p.Alt = strings.TrimSpace(alt + " " + unfollowed(address))
	}
	return p
}

// unfollowed is what is shown of an address that leads nowhere: of one that
// has its data in it, no more than what kind of data that is.
func unfollowed(address string) string {
	if kind, _, ok := strings.Cut(address, ","); ok && strings.HasPrefix(strings.ToLower(kind), "data:") {
		address = kind + ",…"
	}
	return excerpt(address)
}

type files struct {
	Items   []file
	Further *datum
}

type file struct {
	link
	Kind, Size string
	Raw        string // an address that may not be followed
	Further    *datum
}

func (b *builder) downloads(c downloadsContent) (shown files, err error) {
	for _, d := range c.Files {
		f := file{link: b.links.link(d.Name, d.URL), Size: sizeText(d.Size)}
		if f.Text == "" {
			f.Text = unfollowed(d.URL)
		}
		if f.Address == "" {
			f.Raw = unfollowed(d.URL)
		}
		f.Kind = fileKind(f.Address)
		if f.Further, err = b.further(d.Further); err != nil {
			return shown, err
		}
		shown.Items = append(shown.Items, f)
	}
	shown.Further, err = b.further(c.Further)
	return shown, err
}

// sizeText writes a number of bytes for people, in powers of ten; words stay.
func sizeText(size manual.Literal) string {
	n, err := strconv.ParseFloat(size.Text, 64)
	words := size.Quoted && strings.Trim(size.Text, "0123456789") != ""
	if err != nil || words || n < 0 {
		return size.Text
	}
	if n = math.Abs(n); n == 1 {
		return "1 byte"
	}
	units := [...]string{"bytes", "kB", "MB", "GB", "TB"}
	i := 0
	for n >= 999.5 && i < len(units)-1 {
		n /= 1000
		i++
	}
	if n >= 9.95 || i == 0 {
		return strconv.FormatFloat(n, 'f', 0, 64) + " " + units[i]
	}
	return strconv.FormatFloat(n, 'f', 1, 64) + " " + units[i]
}
