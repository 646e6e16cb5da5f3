package page

import (
	"math"
	"strconv"
	"strings"

	"designmanual/db/manual"
)

type downloadsContent struct {
	Files []struct {
		manual.Download
		Further further `json:",embed"`
	} `json:"files"`
	Further further `json:",embed"`
}

type downloadsFigure struct {
	Items   []download
	Archive string // the path of all files in one, empty where there are none
	Further *value
}

type download struct {
	link
	Kind, Size string
	Raw        string // an address that may not be followed
	Further    *value
}

func (b *builder) downloads(c downloadsContent) (figure downloadsFigure, err error) {
	_, path := b.page.address()
	for _, content := range c.Files {
		d := download{link: b.links.link(content.Name, content.URL), Size: b.sizeText(content.Size)}
		if d.Text == "" {
			d.Text = unfollowed(content.URL)
		}
		if d.Address == "" {
			d.Raw = unfollowed(content.URL)
		}
		d.Kind = fileKind(d.Address)
		if f, _ := b.links.file(content.URL); f != nil {
			d.Size = b.size(float64(f.Size))
			figure.Archive = archive(b.page.Manual, path)
		}
		if d.Further, err = b.further(content.Further); err != nil {
			return figure, err
		}
		figure.Items = append(figure.Items, d)
	}
	figure.Further, err = b.further(c.Further)
	return figure, err
}

// sizeText writes a number of bytes for people; words stay.
func (s speech) sizeText(size manual.Literal) string {
	n, err := strconv.ParseFloat(size.Text, 64)
	isWords := size.Quoted && strings.Trim(size.Text, "0123456789") != ""
	if err != nil || isWords || n < 0 {
		return size.Text
	}
	return s.size(math.Abs(n)) // of -0 too
}
