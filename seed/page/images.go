package page

import (
	"html/template"

	"designmanual/db/manual"
)

type imageContent struct {
	Images []struct {
		manual.ImageFile
		Further further `json:",embed"`
	} `json:"images"`
	Further further `json:",embed"`
}

type imagesFigure struct {
	Items   []image
	Further *value
}

type image struct {
	picture
	StandIn string
	Caption template.HTML
	Further *value
}

func (b *builder) images(c imageContent) (figure imagesFigure, err error) {
	for _, content := range c.Images {
		i := image{picture: b.links.picture(content.URL, content.Alt), Caption: b.links.rich(content.Caption)}
		i.StandIn = standIn(i.picture, content.URL)
		if i.Further, err = b.further(content.Further); err != nil {
			return figure, err
		}
		if b.firstImage == "" {
			b.firstImage = b.absolute(i.picture, content.URL)
		}
		figure.Items = append(figure.Items, i)
	}
	figure.Further, err = b.further(c.Further)
	return figure, err
}

// absolute returns the absolute address of a picture, empty where it has
// none.
func (b *builder) absolute(p picture, url string) string {
	if f, _ := b.links.file(url); f != nil {
		address, _ := b.page.address()
		return address + f.Path()
	}
	return string(p.Src)
}

func (f imagesFigure) contents() string {
	for _, i := range f.Items {
		if text := beginning(string(i.Caption), 48); text != "" {
			return text
		}
		if i.Alt != "" {
			return shortened(i.Alt, 48)
		}
	}
	return ""
}
