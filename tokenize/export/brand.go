package export

import (
	"iter"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// A Brand is what [BrandYAML] needs besides the tokens.
type Brand struct {
	Name     string            // of the brand
	Manual   *manual.Manual    // its title and files
	Sections []content.Section // of Manual, parsed
	Address  string            // of the manual
}

// BrandYAML returns the manual as a _brand.yml (posit-dev.github.io/brand-yml),
// which Quarto and Shiny read: name, logos, palette, the roles of the first light
// theme, else of the first dark one, and typefaces with the files of those that
// are shared. Files have the paths of [manual.File.BrandPath].
func BrandYAML(d *manual.TokenDocument, b Brand) []byte {
	files := make(map[string]*manual.File, len(b.Manual.Files))
	for i := range b.Manual.Files {
		files[b.Manual.Files[i].Ref] = &b.Manual.Files[i]
	}
	y := yamlText("meta:\n")
	y.line(2, "name", b.Name)
	y.line(2, "link", b.Address)
	y.logos(d, b, files)
	y.colors(d)
	y.typography(d, b, files)
	return y
}

// entries returns the entries of a list in all blocks of a kind.
func (b Brand) entries(kind manual.Kind, list string) iter.Seq[*content.Value] {
	return func(yield func(*content.Value) bool) {
		for _, section := range b.Sections {
			for _, block := range section.Blocks {
				if block.Kind != kind {
					continue
				}
				for _, entry := range block.Content.Get(list).List() {
					if !yield(entry) {
						return
					}
				}
			}
		}
	}
}

// A brandLogo is a logo of _brand.yml.
type brandLogo struct {
	name   string
	onDark bool // its ground is dark
}

var markWords = []string{"icon", "mark", "symbol", "sign", "avatar", "alone"}

// logos writes the logos that are files of the manual. The first one for a light ground and
// the first one for a dark ground are the medium and large ones; the small ones are marks, if
// there are any.
func (y *yamlText) logos(d *manual.TokenDocument, b Brand, files map[string]*manual.File) {
	var logos, marks []brandLogo
	images := yamlText("\nlogo:\n  images:\n")
	taken := map[string]int{}
	for entry := range b.entries(manual.Logo, "logos") {
		f := files[entry.Get("url").Scalar()]
		if f == nil {
			continue
		}
		name := tokenize.Unique(taken, tokenize.ASCIIName(tokenize.Name(entry.Get("name").Scalar(), "logo")))
		logo := brandLogo{name, isDark(d, entry.Get("background").Text())}
		logos = append(logos, logo)
		isMark := func(word string) bool { return slices.Contains(markWords, word) }
		if slices.ContainsFunc(strings.Split(name, "-"), isMark) {
			marks = append(marks, logo)
		}
		images = append(images, "    "+Quote(name)+":\n"...)
		images.line(6, "path", f.BrandPath())
		if alt := tokenize.PlainText(entry.Get("alt").Text()); alt != "" {
			images.line(6, "alt", alt)
		}
	}
	if logos == nil {
		return
	}
	if marks == nil {
		marks = logos
	}
	*y = append(*y, images...)
	y.logo("small", marks)
	y.logo("medium", logos)
	y.logo("large", logos)
}

// logo writes the logo of a size: one, or one for each kind of ground.
func (y *yamlText) logo(size string, logos []brandLogo) {
	light := slices.IndexFunc(logos, func(l brandLogo) bool { return !l.onDark })
	dark := slices.IndexFunc(logos, func(l brandLogo) bool { return l.onDark })
	if light < 0 || dark < 0 {
		y.line(2, size, logos[0].name)
		return
	}
	*y = append(*y, "  "+size+":\n"...)
	y.line(4, "light", logos[light].name)
	y.line(4, "dark", logos[dark].name)
}

// colors writes the colors of a theme as those of documents, and the palette.
func (y *yamlText) colors(d *manual.TokenDocument) {
	light, dark := lightAndDark(d)
	theme := light.Colors
	if theme == nil {
		theme = dark.Colors
	}
	palette := asciiNames(d.Groups[manual.ColorGroup].Tokens)
	if len(theme)+len(palette) > 0 {
		*y = append(*y, "\ncolor:\n"...)
	}
	for _, t := range theme {
		switch t.Name {
		case "background", "primary":
			y.line(2, t.Name, t.Value)
		case "text":
			y.line(2, "foreground", t.Value)
		}
	}
	if len(palette) > 0 {
		*y = append(*y, "  palette:\n"...)
	}
	taken := map[string]int{}
	for _, t := range palette {
		if name := t.Name; '0' <= name[0] && name[0] <= '9' { // not the name of a variable in Sass
			t.Name = "color-" + name
		}
		y.line(4, tokenize.Unique(taken, t.Name), t.Value)
	}
}

// typography writes the fonts with files to share, and which font is for what.
func (y *yamlText) typography(d *manual.TokenDocument, b Brand, files map[string]*manual.File) {
	tokens := d.Groups[manual.FontFamilyGroup].Tokens
	if len(tokens) == 0 {
		return
	}
	*y = append(*y, "\ntypography:\n"...)
	y.fonts(b, files)
	body, _ := bodyFont(d)
	y.font("base", body, textStyleOf(d, "body", "text", "base", "paragraph"))
	heading, hasHeading := findToken(tokens, "headings", "heading", "headlines", "display", "titles")
	style := textStyleOf(d, "heading", "headings", "headline", "h1", "heading-1", "h2", "heading-2")
	if hasHeading || style != nil {
		y.font("headings", heading, style)
	}
	if t, ok := findToken(tokens, "mono", "monospace", "code"); ok {
		y.font("monospace", t, nil)
	}
}

// font writes a family, with what a text style says of it besides. Either may be missing.
func (y *yamlText) font(key string, font manual.Token, style *manual.TextStyle) {
	family := font.Value
	if style != nil && style.Family != "" {
		family = style.Family
	}
	name := ""
	if family != "" {
		name = css.SplitFamilies(family)[0]
	}
	if style == nil {
		y.line(2, key, name)
		return
	}
	*y = append(*y, "  "+key+":\n"...)
	if name != "" {
		y.line(4, "family", name)
	}
	if size, ok := css.ReadQuantity(style.Size); key == "base" && ok && (size.Unit == "px" || size.Unit == "rem") {
		y.line(4, "size", style.Size)
	}
	if slices.Contains(brandWeights, style.Weight) {
		*y = append(*y, "    weight: "+style.Weight+"\n"...)
	}
	if key == "headings" && style.Style == "italic" {
		y.line(4, "style", "italic")
	}
	if size, ok := structuredLength(style.Size); ok {
		if height, ok := lineHeightNumber(style.LineHeight, size); ok {
			*y = append(*y, "    line-height: "+height+"\n"...)
		}
	}
}

// textStyleOf returns the text style with the first of the names that one has, or nil.
func textStyleOf(d *manual.TokenDocument, names ...string) *manual.TextStyle {
	for _, g := range d.Further {
		if t, ok := findToken(g.Tokens, names...); ok && g.Name == manual.GroupText {
			return t.Style
		}
	}
	return nil
}

// brandWeights are the weights in numbers that _brand.yml may have.
var brandWeights = strings.Fields("100 200 300 400 500 600 700 800 900")

// fonts writes the typefaces with files that are shared.
func (y *yamlText) fonts(b Brand, files map[string]*manual.File) {
	before := "  fonts:\n"
	for entry := range b.entries(manual.Typography, "fonts") {
		family := css.FamilyName(entry.Get("family").Scalar())
		if family == "" || !entry.Get("shared").Is('t') {
			continue
		}
		var paths yamlText
		for _, file := range entry.Get("files").List() {
			f := files[file.Get("url").Scalar()]
			if f == nil {
				continue
			}
			paths = append(paths, "        - path: "+Quote(f.BrandPath())+"\n"...)
			if weight := file.Get("weight").Scalar(); slices.Contains(brandWeights, weight) {
				paths = append(paths, "          weight: "+weight+"\n"...)
			}
			if style := file.Get("style").Scalar(); style == "italic" {
				paths = append(paths, "          style: italic\n"...)
			}
		}
		if len(paths) > 0 {
			*y = append(*y, before+"    - family: "+Quote(family)+"\n      source: file\n      files:\n"...)
			*y = append(*y, paths...)
			before = ""
		}
	}
}
