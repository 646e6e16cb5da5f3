package page

import (
	"cmp"
	"html/template"

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

type logosFigure struct {
	Items   []logo
	Further *value
}

// logo is a form of a logo on its background.
type logo struct {
	picture
	Class      class  // of the background
	StandIn    string // what is shown where there is no image
	Name       string
	Background string
	Download   template.URL // empty where the logo is no file of the manual
	Further    *value

	path   string // of the file, below the manual's address
	ground string // the background in hex, empty for none
}

func (b *builder) logosBlock(c logoContent) (figure logosFigure, err error) {
	for _, content := range c.Logos {
		l := logo{picture: b.links.picture(content.URL, cmp.Or(content.Alt, content.Name)), Name: content.Name, Background: content.Background}
		l.StandIn = standIn(l.picture, content.URL)
		if hex, ok := tokenize.Hex(content.Background); ok {
			l.ground = parseHex(hex).over(white).hex()
			l.Class = b.sheet.class("--ground", hex, "--on", parseHex(hex).ink().hex())
		} else if color, ok := cssColor(content.Background); ok {
			l.Class = b.sheet.class("--ground", color, "--plate", "var(--paper)", "--on", "var(--ink)")
		}
		if f, path := b.links.file(content.URL); f != nil {
			l.path, l.Download = f.Path(), template.URL(path)
			b.logos = append(b.logos, l)
		}
		if l.Further, err = b.further(content.Further); err != nil {
			return figure, err
		}
		figure.Items = append(figure.Items, l)
	}
	figure.Further, err = b.further(c.Further)
	return figure, err
}

// coverLogo returns the logo that stands on the cover: the first one that is
// made for its color, else none.
func (b *builder) coverLogo(cover rgba) *logo {
	for i := range b.logos {
		if b.logos[i].ground == cover.hex() {
			return &b.logos[i]
		}
	}
	return nil
}

// standIn returns what is shown in the place of a picture that may not be
// fetched; nothing for one that may.
func standIn(p picture, url string) string {
	if p.Src != "" {
		return ""
	}
	return cmp.Or(p.Alt, unfollowed(url))
}
