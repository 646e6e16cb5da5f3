package page

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"designmanual/tokenize"
)

// A Card is what other pages show of a manual: the index of the site, errors,
// and the password form.
type Card struct {
	Lang        string   `json:"lang,omitempty"`
	Description string   `json:"description,omitempty"`
	Cover       string   `json:"cover,omitempty"` // hex
	Strip       []string `json:"strip,omitempty"` // the main colors in hex, at most twelve
	Logo        string   `json:"logo,omitempty"`  // the path of a logo on the cover's color, below the manual's address
}

// card returns the card of the manual, once its sections are built.
func (b *builder) card() []byte {
	m := b.page.Manual
	c := Card{Lang: m.Lang, Description: m.Description, Cover: b.frame.cover.hex(), Strip: b.strip()}
	if l := b.coverLogo(); l != nil {
		c.Logo = l.path
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
	hex, ok := tokenize.Hex(c.Cover)
	if !ok {
		return nearBlack, false
	}
	return parseHex(hex).over(white), true
}

// logo returns the address of the logo of a manual at an address, empty if
// there is none.
func (c Card) logo(address string) string {
	if c.Logo == "" {
		return ""
	}
	return strings.TrimSuffix(address, "/") + c.Logo
}

// class returns the class that sets the colors of the card, and reports whether
// it has a strip.
func (c Card) class(s *sheet) (class, bool) {
	cover, _ := c.cover()
	var stops []string
	share := func(n int) string { return strconv.FormatFloat(100*float64(n)/float64(len(c.Strip)), 'f', 1, 64) + "%" }
	for i, color := range c.Strip {
		if hex, ok := tokenize.Hex(color); ok {
			stops = append(stops, hex+" "+share(i)+" "+share(i+1))
		}
	}
	colors := []string{coverColors(cover)}
	if len(stops) > 0 {
		colors = append(colors, "--strip:linear-gradient(90deg,"+strings.Join(stops, ",")+")")
	}
	return s.class(colors...), len(stops) > 0
}

// coverColors returns the declarations of a cover and of the text on it.
func coverColors(cover rgba) string {
	return "--cover:" + cover.hex() + ";--on-cover:" + cover.ink().hex()
}
