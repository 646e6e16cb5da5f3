package page

import (
	"cmp"
	"html/template"
	"math"
	"strconv"
	"strings"

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
	Link                link
}

func (b *builder) downloads() any {
	var figure downloadsFigure
	for it := range b.items("files") {
		url, name := it.text("url"), it.Name
		d := download{item: it, Address: shownAddress(url), Size: b.sizeText(it.entry.Get("size"))}
		if f, _ := b.links.file(url); f != nil {
			figure.Archive = b.archive()
			name, d.Size = cmp.Or(name, f.Name), b.size(f.Size)
			if f.Width > 0 {
				d.Picture = b.links.pictureOf(f, "").shownIn(thumbSizes)
			}
			if l := b.logoNamed("", f.Path()); l != nil {
				d.Class = l.Class
			}
		}
		d.Link = b.links.link(cmp.Or(name, d.Address), url)
		d.ID, d.Kind = b.id(d.Link.Text), cmp.Or(d.Link.kind(), kindOf(url))
		figure.Files = append(figure.Files, d)
	}
	return figure
}

func (s locale) sizeText(size *content.Value) string {
	text := size.Scalar()
	n, err := strconv.ParseFloat(text, 64)
	isWords := size.Is('"') && strings.Trim(text, "0123456789") != ""
	if err != nil || isWords || n < 0 {
		return text
	}
	return content.Size(n, s.translate("point"), s.translate("bytes"))
}

// A video is played by the browser itself if it is a file of the manual of a Type that
// browsers know, else linked.
type video struct {
	item
	Alt, Type     string
	Src, Captions template.URL
	Link          link
}

type videosFigure struct {
	Layout string
	Videos []video
}

var videoTypes = map[string]string{"MP4": "video/mp4", "WEBM": "video/webm"}

func (b *builder) videos() any {
	var videos []video
	for it := range b.items("videos") {
		url, alt := it.text("url"), it.text("alt")
		it.ID, it.Rich = b.id(alt), b.links.rich(it.text("caption"))
		if poster := it.text("poster"); poster != "" {
			it.Picture = b.links.picture(poster, alt)
			if it.Picture.Height > 0 { // a film is as wide as its height lets it be
				it.Class = b.sheet.class("--shape:" + shortFloat(math.Round(100*float64(it.Picture.Width)/float64(it.Picture.Height))/100))
			}
		}
		v := video{item: it, Alt: alt, Src: b.fileOf(url)}
		if v.Type = videoTypes[link{Address: v.Src}.kind()]; v.Type != "" {
			b.hasFilm = true
		} else {
			v.Link = b.links.link(shownAddress(url), url)
			if f, _ := b.links.file(url); f != nil && b.embed != nil {
				v.Link.Text = f.Name + " · " + b.size(f.Size)
			}
		}
		if captions := b.fileOf(it.text("captions")); strings.HasSuffix(string(captions), ".vtt") {
			v.Captions = captions
		}
		videos = append(videos, v)
	}
	return videosFigure{layoutOf(b.block.Content), videos}
}

// fileOf returns the path of a file of the manual, empty for any other address.
func (b *builder) fileOf(url string) template.URL {
	_, path := b.links.file(url)
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
		it.ID, it.Picture = b.id(it.Name), b.links.picture(url, cmp.Or(it.text("alt"), it.Name))
		if it.text("alt") == "" {
			it.Picture.Alt = "" // its name stands below
		}
		icons = append(icons, shownIcon{it, strings.Join(it.entry.Get("tags").Scalars(), " "), b.fileOf(url) != ""})
	}
	return icons
}
