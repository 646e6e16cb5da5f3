package page

import (
	"cmp"
	"html/template"
	"math"
	"slices"
	"strings"

	"designmanual/api/render/page/safe"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

type downloadsFigure struct {
	Files   []download
	Archive *exportFile // of all files, if the block has one of the manual's
}

// A download is a file with its thumbnail, on the background that the manual shows it on
// as a logo. Address is shown of one that has no link.
type download struct {
	item
	Kind, Address, Size string
	Link                safe.Link
}

func (b *builder) downloads() any {
	var figure downloadsFigure
	for it := range b.items("files") {
		url, name := it.text("url"), it.Name
		d := download{item: it, Address: safe.ShownAddress(url), Size: b.SizeText(it.entry.Get("size"))}
		if f, _ := b.checker.File(url); f != nil {
			figure.Archive = b.archive()
			name, d.Size = cmp.Or(name, f.Name), b.Size(f.Size)
			if f.Width > 0 {
				d.Picture = b.checker.PictureOf(f, "").ShownIn(safe.ThumbSizes)
			}
			if b.embed != nil && name == f.Name {
				d.Address = ""
			} else if b.embed != nil {
				d.Address = f.Name
			}
			if l := b.logoNamed("", f.Path()); l != nil {
				d.Class = l.Class
			}
		}
		d.Link = b.checker.Link(cmp.Or(name, d.Address), url)
		d.ID, d.Kind = b.id(d.Link.Text), cmp.Or(d.Link.Kind(), safe.KindOf(url))
		figure.Files = append(figure.Files, d)
	}
	return figure
}

// A video is played by the browser itself if it is a file of the manual of a Type that
// browsers know, else linked.
type video struct {
	item
	Alt, Type     string
	Src, Captions template.URL
	Link          safe.Link
}

type videosFigure struct {
	Layout string
	Videos []video
}

var videoTypes = map[string]string{"MP4": "video/mp4", "WEBM": "video/webm"}

func (b *builder) videos() any {
	var items []item
	var shapes []float64
	for it := range b.items("videos") {
		if poster := it.text("poster"); poster != "" {
			it.Picture = b.checker.Picture(poster, it.text("alt"))
		}
		items, shapes = append(items, it), append(shapes, shapeOf(it.Picture, 16.0/9))
	}
	var videos []video
	layout := layoutOf(b.block.Content)
	rows := rowsOf(shapes, layout)
	for i, it := range items {
		var declarations []string
		if rows != nil {
			declarations = rows[i]
		}
		url, alt := it.text("url"), it.text("alt")
		it.ID, it.Rich = b.id(alt), b.checker.RichText(it.text("caption"))
		if it.Picture.Height > 0 { // a film is as wide as its height lets it be
			declarations = append(declarations, "--shape:"+shortFloat(math.Round(100*shapes[i])/100))
		}
		if len(declarations) > 0 {
			it.Class = b.sheet.Class(declarations...)
		}
		v := video{item: it, Alt: alt, Src: b.fileOf(url)}
		v.Type = videoTypes[safe.Link{Address: v.Src}.Kind()]
		if v.Type != "" {
			b.hasVideo = true
			v.Picture.Alt = "" // the film has it
		} else {
			v.Link = b.checker.Link(safe.ShownAddress(url), url)
			if f, _ := b.checker.File(url); f != nil && b.embed != nil {
				v.Link.Text = f.Name + " · " + b.Size(f.Size)
			}
		}
		if captions := b.fileOf(it.text("captions")); strings.HasSuffix(string(captions), ".vtt") {
			v.Captions = captions
		}
		videos = append(videos, v)
	}
	return videosFigure{layout, videos}
}

// fileOf returns the path of a file of the manual, empty for any other address.
func (b *builder) fileOf(url string) template.URL {
	_, path := b.checker.File(url)
	return template.URL(path)
}

// An icon is copied as SVG by the script if it is a file of the manual.
type shownIcon struct {
	item
	Tags string
	Own  bool
}

func (b *builder) icons() any {
	var icons []shownIcon
	for it := range b.items("icons") {
		url := it.text("url")
		it.ID, it.Picture = b.id(it.Name), b.checker.Picture(url, cmp.Or(it.text("alt"), it.Name))
		if it.text("alt") == "" {
			it.Picture.Alt = "" // its name stands below
		}
		icons = append(icons, shownIcon{it, strings.Join(it.entry.Get("tags").Scalars(), " "), b.fileOf(url) != ""})
	}
	return icons
}

// A format is a file of a logo.
type format struct {
	safe.Link // with what it is for, or its type
	Size      string
	Name      string // of a file that is in the page
}

// formats returns the files of a logo that the manual has, each once.
func (b *builder) formats(entries []*content.Value) []format {
	var formats []format
	for _, entry := range entries {
		f, path := b.checker.File(entry.Get("url").Scalar())
		if f != nil && path != "" && b.embedWhole != nil {
			path = b.embedWhole(*f)
		}
		known := func(g format) bool { return string(g.Address) == path }
		if f == nil || path == "" || slices.ContainsFunc(formats, known) {
			continue
		}
		to := safe.Link{Address: template.URL(path)}
		to.Text = safe.KindOf(f.Name)
		if entry.Get("label").Scalar() != "" {
			to.Text = entry.Get("label").Scalar() + " · " + to.Text
		}
		formats = append(formats, format{to, b.Size(f.Size), b.embeddedName(f)})
	}
	return formats
}

// embeddedName returns what a file that is in the page is called when it is saved: its address
// does not say so. It is empty for a page that loads its files.
func (b *builder) embeddedName(f *manual.File) string {
	if f == nil || b.embed == nil {
		return ""
	}
	return f.Name
}
