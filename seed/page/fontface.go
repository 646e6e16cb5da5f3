package page

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"designmanual/seed/content"
)

// specimenPrefix stands before a family's name where its specimen is set in
// it. A specimen waits for its font, and keeps its room until then; the rest
// of the page never changes its font once it is read.
const specimenPrefix = "Specimen "

// fontFace loads the files of a font from the manual's own files, and tells
// whether there are any.
func (b *builder) fontFace(name string, files []content.Object) (any bool) {
	family := cssFamily(name)
	for _, file := range files {
		url, italic := file.Text("url"), file.Text("style") == "italic"
		f, address := b.links.file(url)
		format := fontFormat(url)
		if f == nil || format == "" {
			continue
		}
		any = true
		rest := `;src:url("` + address + `") format("` + format + `")` + fontWeight(file.Text("weight"))
		if italic {
			rest += ";font-style:italic"
			b.italics[family] = append(b.italics[family], address)
		} else {
			b.fonts[family] = append(b.fonts[family], address)
		}
		b.fontFaces.WriteString("@font-face{font-family:" + family + rest + ";font-display:optional}" +
			"@font-face{font-family:" + cssFamily(specimenPrefix+name) + rest + ";font-display:swap}")
	}
	return any
}

// preload returns the fonts that the page is set in, which are worth waiting
// for: a font that comes later is not taken any more.
func (b *builder) preload() (addresses []string) {
	heading, _, _ := strings.Cut(b.frame.heading, ",")
	body, _, _ := strings.Cut(b.frame.body, ",")
	fonts := [][]string{b.fonts[heading], b.fonts[body]}
	if b.links.emphasis {
		fonts = append(fonts, b.italics[body])
	}
	for _, of := range fonts {
		for _, address := range of[:min(len(of), mostPreloads)] {
			if !slices.Contains(addresses, address) {
				addresses = append(addresses, address)
			}
		}
	}
	return addresses
}

// mostPreloads is how many fonts of a family are worth waiting for.
const mostPreloads = 3

// fontFormat is what @font-face calls the format of a font file (CSS Fonts
// Module Level 4, section 4.3.1); empty for no font.
func fontFormat(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".woff2":
		return "woff2"
	case ".woff":
		return "woff"
	case ".ttf":
		return "truetype"
	case ".otf":
		return "opentype"
	}
	return ""
}

// fontWeight is the declaration of a weight or a range of weights, nothing for
// any other text.
func fontWeight(text string) string {
	var numbers []string
	for _, field := range strings.Fields(text) {
		n := weightNumber(field)
		if n == 0 {
			return ""
		}
		numbers = append(numbers, strconv.Itoa(n))
	}
	if len(numbers) == 0 || len(numbers) > 2 {
		return ""
	}
	return ";font-weight:" + strings.Join(numbers, " ")
}
