package page

import (
	"html/template"
	"strings"

	"designmanual/tokenize/content"
)

// A video is played by the browser itself. One that is no file of the manual is a link.
type video struct {
	ID       string
	Src      template.URL
	Type     string // media type
	Poster   picture
	Captions template.URL
	Alt      string
	Text     template.HTML
	Link     link
	Extra    *value
}

var videoTypes = map[string]string{"MP4": "video/mp4", "WEBM": "video/webm"}

func (b *builder) videos(c content.Object) any {
	var items []video
	for _, entry := range c.Objects("videos") {
		url := entry.Text("url")
		v := video{Alt: entry.Text("alt"), Text: b.links.rich(entry.Text("caption")), Extra: b.extra(entry, "url", "poster", "captions", "caption", "alt")}
		if f, path := b.links.file(url); f != nil && videoTypes[fileKind(template.URL(path))] != "" {
			v.Src, v.Type = template.URL(path), videoTypes[fileKind(template.URL(path))]
			b.media.videos = true
		} else {
			v.Link = b.links.link(shownAddress(url), url)
		}
		if poster := entry.Text("poster"); poster != "" {
			v.Poster = b.links.picture(poster, v.Alt)
		}
		if f, path := b.links.file(entry.Text("captions")); f != nil && strings.HasSuffix(path, ".vtt") {
			v.Captions = template.URL(path)
		}
		v.ID = b.id(v.Alt)
		items = append(items, v)
	}
	return items
}

// An icon is shown on a light tile. The script copies its name and its SVG.
type symbol struct {
	image
	ID, Name string
	Tags     string
	Address  template.URL // of the SVG, if it is a file of the manual
	Extra    *value
}

func (b *builder) icons(c content.Object) any {
	var items []symbol
	for _, entry := range c.Objects("icons") {
		url, name := entry.Text("url"), entry.Text("name")
		i := symbol{image: b.image(url, name), ID: b.id(name), Name: name, Tags: strings.Join(entry.Texts("tags"), " "), Extra: b.extra(entry, "name", "url", "tags")}
		if _, path := b.links.file(url); path != "" {
			i.Address, b.media.reads = template.URL(path), true
		}
		items = append(items, i)
	}
	return items
}

// A pairing is a foreground on a background. Class is empty if one of them is no
// color of the manual.
type pairing struct {
	Class                  class
	Foreground, Background string
	Sample, Ratio          string
	Level, Words           string
	Extra                  *value
}

func (b *builder) pairings(c content.Object) any {
	var items []pairing
	for _, entry := range c.Objects("pairings") {
		p := pairing{Foreground: entry.Text("foreground"), Background: entry.Text("background"), Sample: entry.Text("use"), Extra: b.extra(entry, "foreground", "background", "use")}
		front, ok := b.color(p.Foreground)
		ground, has := b.color(p.Background)
		if ok && has {
			ground = ground.over(white)
			ratio := front.contrast(ground)
			p.Class = b.sheet.class("--v:"+front.hex(), "--g:"+ground.hex())
			p.Ratio, p.Level, p.Words = b.ratio(ratio), level(ratio), b.translate(level(ratio))
		}
		items = append(items, p)
	}
	return items
}

// color returns a color by its hex or by its name in the manual.
func (b *builder) color(text string) (rgba, bool) { return colorOf(b.swatches, text) }
