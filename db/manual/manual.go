// Package manual defines the types of a published manual: brands, manuals with
// their sections and blocks, files, design tokens, notes about an import, and
// the site and its addresses.
//
// It imports only the standard library, and all other packages build on it. It
// knows no storage, no seed files and no HTTP, and renders nothing. The msgpack
// tags are part of the format of package db.
package manual

import (
	"cmp"
	"encoding/json"
	"time"
)

// BrandSettings are the settings of a brand, which owns manuals and the hosts that serve them.
type BrandSettings struct {
	Slug           string          `msgpack:"slug"`             // a DNS label, the brand's subdomain of the site
	Name           string          `msgpack:"name"`             // display name
	Domains        []string        `msgpack:"domains"`          // in lower case; addresses use the first one
	DeclaredTokens []DeclaredToken `msgpack:"access,omitempty"` // nil if no seed file declares a token

	Cover Cover `msgpack:"cover,omitempty"` // what its manuals inherit

	Files []File `msgpack:"files,omitempty"` // of its cover

	// The absolute path of the seed file with the settings; empty if that does not stay.
	SeedPath string `msgpack:"source,omitempty"`
}

// Settings are the settings of a manual in its seed file, and whether it is the primary one, which an import
// chooses. The struct tags are those of its record, the head.
type Settings struct {
	ID            string     `msgpack:"-"`    // unique in the store
	Slug          string     `msgpack:"slug"` // unique in the brand
	Title         string     `msgpack:"title"`
	Subdomain     string     `msgpack:"subdomain"` // the manual's own, or empty
	Primary       bool       `msgpack:"primary"`   // at the root of the brand's host
	MarkedPrimary bool       `msgpack:"flagged"`   // the seed file marks the manual as primary
	Published     bool       `msgpack:"published"`
	Visibility    Visibility `msgpack:"visibility"`
	ExpiresAt     time.Time  `msgpack:"-"`        // in UTC; zero for never
	PasswordHash  string     `msgpack:"password"` // bcrypt hash
	// The absolute path of its seed file; empty for one from a pipe or an archive.
	SeedPath string `msgpack:"source,omitempty"`
}

// Expired reports whether the manual has expired at now.
func (s *Settings) Expired(now time.Time) bool { return Expired(s.ExpiresAt, now) }

// A DeclaredToken is an access token that a seed file declares, by the hash of
// its secret.
type DeclaredToken struct {
	ID      string    `msgpack:"id"`
	Name    string    `msgpack:"name"`
	Sum     [32]byte  `msgpack:"sum"`     // SHA-256 of the whole secret
	Expires time.Time `msgpack:"expires"` // the zero time for never
	File    string    `msgpack:"file"`    // the seed file that declares it, for messages
}

// A Manual is the model of a manual: of what is published, without unpublished parts, or of a draft. The fields are
// those of the specification, section 2.1, with the language and the files, and
// without the address, which [Site.Address] returns.
type Manual struct {
	ID          string     `msgpack:"id"`
	Slug        string     `msgpack:"slug"`
	Title       string     `msgpack:"title"`
	Description string     `msgpack:"description"`
	Visibility  Visibility `msgpack:"visibility"`
	UpdatedAt   time.Time  `msgpack:"-"` // package db stores it in a form of its own, as ExpiresAt
	ExpiresAt   time.Time  `msgpack:"-"` // zero if the manual does not expire
	Sections    []Section  `msgpack:"sections"`
	Lang        string     `msgpack:"lang,omitempty"` // BCP 47 tag from the seed file; empty means en
	// the ones that the published content refers to, in page order, each URL once
	Files []File `msgpack:"files,omitempty"`
	Cover Cover  `msgpack:"cover,omitempty"` // its own, without what it inherits
	News  []News `msgpack:"news,omitempty"`  // what is new, newest first; not in the documents
}

// A Cover is what the cover of a manual shows. Empty fields are inherited from the
// brand.
type Cover struct {
	Logo   string   `msgpack:"logo,omitempty"`   // the name of a logo, or the URL of a file
	Image  string   `msgpack:"image,omitempty"`  // the URL of a file
	Focus  string   `msgpack:"focus,omitempty"`  // the point of the picture that stays in sight: 30% 70%
	Color  string   `msgpack:"color,omitempty"`  // hex, or the name of a color
	Colors []string `msgpack:"colors,omitempty"` // the names of the colors of its strip

	// The color that an import has chosen so that the logo can be read, in hex; it counts where nobody names one.
	Chosen string `msgpack:"chosen,omitempty"`
}

// IsZero reports whether a cover says nothing.
func (c Cover) IsZero() bool {
	return c.Logo == "" && c.Image == "" && c.Focus == "" && c.Color == "" && len(c.Colors) == 0
}

// Over returns the cover with what it does not say from another.
func (c Cover) Over(other Cover) Cover {
	if c.Image == "" { // the point is one of its picture
		c.Image, c.Focus = other.Image, cmp.Or(c.Focus, other.Focus)
	}
	c.Logo, c.Color = cmp.Or(c.Logo, other.Logo), cmp.Or(c.Color, other.Color, c.Chosen)
	if len(c.Colors) == 0 {
		c.Colors = other.Colors
	}
	return c
}

// News is what an author says is new in a manual.
type News struct {
	ID    string `msgpack:"id,omitempty"`
	Date  string `msgpack:"date"` // 2026-11-20
	Title string `msgpack:"title,omitempty"`
	HTML  string `msgpack:"html"`
}

// Expired reports whether end is not zero and not after now (specification,
// section 3).
func Expired(end, now time.Time) bool { return !end.IsZero() && !now.Before(end) }

// A Section is a published section (specification, section 2.2). Content is
// the JSON object of the seed file, without insignificant space.
type Section struct {
	ID      string          `msgpack:"id" json:"id"`
	Anchor  string          `msgpack:"anchor" json:"anchor"`
	Title   string          `msgpack:"title" json:"title"`
	Content json.RawMessage `msgpack:"content" json:"content"`
	Blocks  []Block         `msgpack:"blocks" json:"blocks"`
}

// A Block is a published block (specification, section 2.3). Its Content is
// like that of a [Section].
type Block struct {
	ID      string          `msgpack:"id" json:"id"`
	Anchor  string          `msgpack:"anchor" json:"anchor"`
	Kind    Kind            `msgpack:"kind" json:"type"`
	Content json.RawMessage `msgpack:"content" json:"content"`
}

// Visibility defines who may read a manual (specification, section 3).
type Visibility string

// The four visibilities.
const (
	Public   Visibility = "public"   // anyone, and listed
	Unlisted Visibility = "unlisted" // anyone with the address
	Private  Visibility = "private"  // with an access token of the brand
	Password Visibility = "password" // the page with a password, the rest like Private
)

// ForAnyone reports whether manuals can be read without credentials
// (specification, section 5, rule 1).
func (v Visibility) ForAnyone() bool { return v == Public || v == Unlisted }

// Readers says in a word who may read a manual with the visibility: nobody before it is published.
func (v Visibility) Readers(isPublished bool) string {
	if !isPublished {
		return "unpublished"
	}
	return string(v)
}
