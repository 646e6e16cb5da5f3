// Package manual holds the nouns of the service: brands and their manuals as
// they are published, the kinds of block, the design tokens, the notes on what
// is not served, the site and its addresses, and the snapshot in which the
// store keeps all of it.
//
// Use it to speak about a published manual. It knows no storage, no seed
// files and no HTTP, it renders nothing, and it imports nothing but the
// standard library: every other package of the program stands on it. Tags say
// how package db, which writes some of the nouns as they are, names their
// fields, and how documents and seed files do.
package manual

import (
	"encoding/json"
	"time"
)

// A Brand owns manuals and the host they are published on.
type Brand struct {
	Slug    string          `msgpack:"slug"`             // the brand's subdomain, a DNS label
	Name    string          `msgpack:"name"`             // the display name
	Domains []string        `msgpack:"domains"`          // custom domains, lower case; the first one makes the addresses
	Access  []DeclaredToken `msgpack:"access,omitempty"` // nil where no seed file declares any
}

// A DeclaredToken is an access token that a seed file declares by the hash of
// its secret.
type DeclaredToken struct {
	ID      string    `msgpack:"id"`
	Name    string    `msgpack:"name"`
	Sum     [32]byte  `msgpack:"sum"`     // SHA-256 of the whole secret
	Expires time.Time `msgpack:"expires"` // the zero time for never
	File    string    `msgpack:"file"`    // the seed file that declares it, for messages
}

// A Manual is a manual as published: what the page shows and no more, less
// its address, which follows from the brand and the site (see [Site]).
// The fields are those of the specification, section 2.1, and besides them
// the language and the files.
type Manual struct {
	ID          string
	Slug        string
	Title       string
	Description string
	Lang        string // BCP 47, as the seed file has it; empty means en
	Visibility  Visibility
	UpdatedAt   time.Time
	ExpiresAt   time.Time // the zero time where the manual has no end date
	Sections    []Section
	Files       []File // that the published content names, in page order, each URL once
}

// Expired tells whether the end date has come at now; a zero end date never
// comes (specification, section 3).
func Expired(end, now time.Time) bool { return !end.IsZero() && !now.Before(end) }

// A Section is a published section (specification, section 2.2). Content is a
// compact JSON object, its text otherwise as the seed file has it.
type Section struct {
	ID      string          `msgpack:"id" json:"id"`
	Anchor  string          `msgpack:"anchor" json:"anchor"`
	Title   string          `msgpack:"title" json:"title"`
	Content json.RawMessage `msgpack:"content" json:"content"`
	Blocks  []Block         `msgpack:"blocks" json:"blocks"`
}

// A Block is a published block (specification, section 2.3). Its label
// follows from its kind; its content is as a section's.
type Block struct {
	ID      string          `msgpack:"id" json:"id"`
	Anchor  string          `msgpack:"anchor" json:"anchor"`
	Kind    Kind            `msgpack:"kind" json:"type"`
	Content json.RawMessage `msgpack:"content" json:"content"`
}

// Visibility says who may read a manual (specification, section 3).
type Visibility string

// The four visibilities.
const (
	Public   Visibility = "public"   // anyone, and listed
	Unlisted Visibility = "unlisted" // anyone who has the address
	Private  Visibility = "private"  // with an access token of the brand
	Password Visibility = "password" // on the page with a password, otherwise as Private
)

// Visibilities are all of them, in the order of the specification.
var Visibilities = [...]Visibility{Public, Unlisted, Private, Password}

// Open tells whether the manual is readable without credentials
// (specification, section 5 rule 1).
func (v Visibility) Open() bool { return v == Public || v == Unlisted }
