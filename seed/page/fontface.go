package page

import (
	"path"
	"strconv"
	"strings"

	"designmanual/db/manual"
)

// specimenPrefix stands before a family's name where its specimen is set in
// it. A specimen waits for its font, and keeps its room until then; the rest
// of the page never changes its font once it is read.
const specimenPrefix = "Specimen "

// fontFace loads the files of a font from the manual's own files, and tells
// whether there are any.
func (b *builder) fontFace(font manual.Font) bool {
	any := false
	for _, file := range font.Files {
		f, address := b.links.file(file.URL)
		format := fontFormat(file.URL)
		if f == nil || format == "" {
			continue
		}
		if !any && len(b.preload) < 2 {
			b.preload = append(b.preload, address)
		}
		any = true
		rest := `;src:url("` + address + `") format("` + format + `")` + fontWeight(file.Weight)
		if file.Style == "italic" {
			rest += ";font-style:italic"
		}
		b.fontFaces.WriteString("@font-face{font-family:" + cssFamily(font.Family) + rest + ";font-display:optional}" +
			"@font-face{font-family:" + cssFamily(specimenPrefix+font.Family) + rest + ";font-display:swap}")
	}
	return any
}

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
