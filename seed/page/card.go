package page

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A Card is what pages other than its own show of a manual: the index of the
// site, errors, and the question for a password.
type Card struct {
	Lang        string   `json:"lang,omitempty"`
	Description string   `json:"description,omitempty"`
	Cover       string   `json:"cover,omitempty"` // hex
	Strip       []string `json:"strip,omitempty"` // the main colors in hex, at most twelve
	Logo        string   `json:"logo,omitempty"`  // the path of a logo for the cover, below the manual's address
}

// card returns the card of the manual, when the builder has seen its blocks.
func (b *builder) card() ([]byte, error) {
	m := b.page.Manual
	c := Card{Lang: m.Lang, Description: m.Description, Cover: b.frame.cover.hex(), Strip: b.strip()}
	if l := b.coverLogo(); l != nil {
		c.Logo = l.path
	}
	return json.Marshal(c)
}

// ParseCard reads the card that [Render] has returned.
func ParseCard(data []byte) (Card, error) {
	var c Card
	if err := json.Unmarshal(data, &c); err != nil {
		return Card{}, fmt.Errorf("reading the card of a manual: %w", err)
	}
	return c, nil
}

// Branding is what a page of no manual wears of a brand. It must be of a
// brand that the reader may know of.
type Branding struct {
	Name    string // of the brand; empty where the page leads to the site
	Address string // where the page leads on to, or empty
	Lang    string // BCP 47, or empty
	Cover   string // hex, or empty
	Logo    string // the address of a logo for the cover, or empty
}

// Branding returns what a page wears of the manual at an address.
func (c Card) Branding(name, address string) *Branding {
	b := &Branding{Name: name, Address: address, Lang: c.Lang, Cover: c.Cover}
	if c.Logo != "" {
		b.Logo = strings.TrimSuffix(address, "/") + c.Logo
	}
	return b
}
