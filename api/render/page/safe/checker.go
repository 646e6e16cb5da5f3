// Package safe makes of what an author has written what may stand on a page. In go addresses and rich text,
// which are never trusted; out come links, pictures and HTML: links lead only to http, https, mailto and tel
// addresses, images come only over http or https or from the files of the manual, and rich text passes a list of
// allowed elements. Code here must never convert an unchecked string of a manual to template.HTML or template.URL.
package safe

import (
	"cmp"
	"html/template"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"

	"designmanual/db/manual"
)

// A Picture is an image to load; an empty Src is none. Width and Height are 0
// if they are not known.
type Picture struct {
	Src           template.URL
	Large         template.URL // what a click opens
	Alt           string
	Width, Height int
	Set           template.Srcset // the versions of a picture of the manual, empty without any
	Sizes         string          // how wide it is shown, where Set is not empty
	StandIn       string          // shown in place of a picture that may not be fetched
	Ground        string          // classes of a drawing that needs a ground to be seen, empty for none
}

// A Checker checks the addresses of a manual. It collects the origins of images
// that https: does not cover, each once.
type Checker struct {
	base    string                              // precedes the paths of files
	root    string                              // precedes other paths on the host
	files   map[string]*manual.File             // by the address in the content
	smaller map[[32]byte]manual.SmallerPictures // of pictures, by their SHA-256
	Origins []string
	RTL     bool // the page runs from right to left

	embed func(manual.File) string // see [New]
}

// New returns the checker for a page of a manual with files, of which some are pictures in smaller sizes.
// Base precedes the paths of files, and root other paths on the host. Embed returns the data: URL of a file in
// a page that loads nothing, empty for one that is told by name and size; it is nil for a page that loads its
// files.
func New(
	m *manual.Manual, smaller []manual.SmallerPictures, base, root string, embed func(manual.File) string,
) Checker {
	c := Checker{base: base, root: root, embed: embed, files: make(map[string]*manual.File, len(m.Files))}
	for i, f := range m.Files {
		c.files[f.Ref] = &m.Files[i]
	}
	c.smaller = make(map[[32]byte]manual.SmallerPictures, len(smaller))
	for _, s := range smaller {
		c.smaller[s.Of] = s
	}
	return c
}

// File returns the file of the manual at an address, and its path as [Checker.pathOf] has it; nil
// if there is none.
func (c *Checker) File(raw string) (*manual.File, string) {
	if f := c.files[raw]; f != nil {
		return f, c.pathOf(f)
	}
	return nil, ""
}

// pathOf returns the path of a file of the manual; in a page that loads nothing its data: URL,
// empty for one that is told by name and size.
func (c *Checker) pathOf(f *manual.File) string {
	if c.embed != nil {
		return c.embed(*f)
	}
	return c.base + f.Path()
}

// address parses an address that a link may have: http, https, mailto, tel, or
// relative (RFC 3986, section 4.2). It returns false for any other.
func address(text string) (*url.URL, bool) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || text == "" {
		return nil, false
	}
	switch u.Scheme {
	case "", "http", "https", "mailto", "tel":
		return u, true
	}
	return nil, false
}

// Link returns a link to an address, or only the text if the address is not
// allowed.
func (c *Checker) Link(text, raw string) Link {
	if f := c.files[raw]; f != nil {
		if c.embed != nil {
			return Link{Text: text}
		}
		return Link{text, template.URL(c.pathOf(f))}
	}
	u, ok := address(raw)
	if !ok {
		return Link{Text: text}
	}
	if u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/") {
		return Link{text, template.URL(c.root + u.String())}
	}
	return Link{text, template.URL(u.String())}
}

// Picture returns an image that is a file of the manual or lies on another
// host.
func (c *Checker) Picture(raw, alt string) Picture {
	if f, _ := c.File(raw); f != nil {
		return c.PictureOf(f, alt)
	}
	p := Picture{Alt: alt}
	if c.embed == nil {
		p.Src = c.Image(raw)
	}
	p.Large = p.Src
	if p.Src == "" {
		p.StandIn = cmp.Or(alt, ShownAddress(raw))
	}
	return p
}

// How wide pictures are shown, for browsers that do not know it from their places.
const (
	wideSizes  = "(min-width: 64rem) calc(100vw - 24rem), 100vw"
	textSizes  = "(min-width: 46rem) 42rem, 100vw"
	HalfSizes  = "(min-width: 48rem) 50vw, 100vw"
	FrameSizes = "18rem"
	ThumbSizes = "4rem"
)

// PictureOf returns a file of the manual as a picture, with its versions.
func (c *Checker) PictureOf(f *manual.File, alt string) Picture {
	p := Picture{Src: template.URL(c.pathOf(f)), Alt: alt, Width: f.Width, Height: f.Height, Sizes: wideSizes}
	smaller := c.smaller[f.Sum]
	p.Large, p.Ground = p.Src, groundClasses(f.Ground, smaller.Ground)
	if c.embed != nil {
		p.Large = "#dm:main" // the picture is in the page once
	}
	if len(smaller.Pictures) == 0 || c.embed != nil {
		return p
	}
	var set []string
	for _, v := range smaller.Pictures {
		set = append(set, c.base+f.SmallerPath(v.Width)+" "+strconv.Itoa(v.Width)+"w")
	}
	set = append(set, string(p.Src)+" "+strconv.Itoa(f.Width)+"w")
	p.Set = template.Srcset(strings.Join(set, ", "))
	return p
}

// groundClasses returns the classes of a picture that needs a ground on light or on dark pages, as was found
// when it was read or when it was made smaller.
func groundClasses(read, made manual.Ground) string {
	var classes []string
	if read.OnLight || made.OnLight {
		classes = append(classes, "pale")
	}
	if read.OnDark || made.OnDark {
		classes = append(classes, "deep")
	}
	return strings.Join(classes, " ")
}

// ShownIn returns a picture that is shown in a width.
func (p Picture) ShownIn(sizes string) Picture {
	p.Sizes = sizes
	return p
}

// Image returns the address of an image on another host, and keeps its origin
// if the policy has to name it. It returns an empty address unless the scheme
// is http or https and the host is one that a policy can name, which IPv6
// addresses are not (Content Security Policy Level 3, section 2.3.1).
func (c *Checker) Image(raw string) template.URL {
	u, ok := address(raw)
	if !ok || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return ""
	}
	host, err := idna.Lookup.ToASCII(u.Hostname())
	if err != nil || !manual.IsHostName(host) && net.ParseIP(host) == nil {
		return ""
	}
	if port := u.Port(); port != "" {
		host += ":" + port
	}
	u.Host = host
	if origin := "http://" + host; u.Scheme == "http" && !slices.Contains(c.Origins, origin) {
		c.Origins = append(c.Origins, origin)
	}
	return template.URL(u.String())
}
