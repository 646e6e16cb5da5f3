package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"designmanual/tokenize/css"
)

// A Card is what other pages show of a manual: the index of the site, errors,
// and the password form.
type Card struct {
	Lang        string   `json:"lang,omitempty"`
	Description string   `json:"description,omitempty"`
	Cover       string   `json:"cover,omitempty"` // hex
	Strip       []string `json:"strip,omitempty"` // the main colors in hex, at most twelve
	OnCover     string   `json:"onCover,omitempty"`
	Logo        string   `json:"logo,omitempty"`  // the path of a logo on the cover's color, below the manual's address; or the address of one that is not the manual's
	Fonts       string   `json:"fonts,omitempty"` // the style sheet of the typefaces, for pages on the manual's host
	News        string   `json:"news,omitempty"`  // the day of the last note on what is new

	Themes []map[string]string `json:"themes,omitempty"` // the hex of each role, for the brand's other manuals
}

// card returns the card of the manual, once its sections are built.
func (b *builder) card() []byte {
	m := b.page.Manual
	c := Card{Lang: m.Lang, Description: m.Description, Cover: b.frame.cover.hex(), OnCover: b.frame.onCover.hex(), Strip: b.frame.strip,
		Fonts: cmp.Or(b.frame.inherited, b.frame.fontFaces+":root{"+strings.TrimPrefix(b.frame.facesCSS(), ";")+"}")}
	for _, theme := range b.page.Tokens.Themes {
		c.Themes = append(c.Themes, rolesOf(theme))
	}
	_, c.Logo = b.coverLogo()
	if len(m.News) > 0 {
		c.News = m.News[0].Date
	}
	data, _ := json.Marshal(c) // strings cannot fail
	return data
}

// ParseCard parses the card that [Render] has returned.
func ParseCard(data []byte) (Card, error) {
	var c Card
	if err := json.Unmarshal(data, &c); err != nil {
		return Card{}, fmt.Errorf("reading the card of a manual: %w", err)
	}
	return c, nil
}

// cover returns the color of the cover, false if there is none.
func (c Card) cover() (rgba, bool) {
	hex, ok := css.Hex(c.Cover)
	if !ok {
		return nearBlack, false
	}
	return parseHex(hex).over(white), true
}

// logo returns the address of the logo of a manual at an address, empty if
// there is none.
func (c Card) logo(address string) string {
	if c.Logo == "" || strings.Contains(c.Logo, "://") {
		return c.Logo
	}
	return strings.TrimSuffix(address, "/") + c.Logo
}

// class returns the class that sets the colors of the card, and reports whether
// it has a strip.
func (c Card) class(s *sheet) (class, bool) {
	var stops []string
	share := func(n int) string { return strconv.FormatFloat(100*float64(n)/float64(len(c.Strip)), 'f', 1, 64) + "%" }
	for i, color := range c.Strip {
		if hex, ok := css.Hex(color); ok {
			stops = append(stops, hex+" "+share(i)+" "+share(i+1))
		}
	}
	colors := []string{c.coverColors()}
	if len(stops) > 0 {
		colors = append(colors, "--strip:linear-gradient(90deg,"+strings.Join(stops, ",")+")")
	}
	return s.class(colors...), len(stops) > 0
}

// coverColors returns the declarations of the cover and of the text on it.
func (c Card) coverColors() string {
	cover, _ := c.cover()
	ink := cover.ink().hex()
	if own, ok := css.Hex(c.OnCover); ok {
		ink = own
	}
	return "--cover:" + cover.hex() + ";--on-cover:" + ink
}
