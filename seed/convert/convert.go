// Package convert makes a seed file from the design tokens that a brand already
// has, whatever tool wrote them: documents of the Design Tokens Format Module
// (2025.10 with its resolver, and the older form with strings), of Tokens Studio,
// of Style Dictionary 3, of Theo, of Figma and of shadcn, JSON of names and values, CSS
// custom properties, Tailwind 4 themes, variables and maps of SCSS, the front matter of
// DESIGN.md, and brand.yml. The files of one conversion may refer to each other.
//
// It never guesses a value, and loses none in silence: the report has one entry
// for each, with the token that it became or the reason why it is left out. If
// files, rules, themes or modes give one name several values, these are the modes of the
// manual: themes with the roles that the names of the colors say, and the other values of
// every entry. The program's own token documents are reproduced exactly.
//
// Files go in, and a seed file and a report come out. Package tokens makes tokens of the files, with the value of
// each in every mode, and package meaning says of a value where it belongs in a manual and how a seed file has it.
// Here is what becomes of them: builder.go makes entries and puts them into blocks, and adds themes, text styles,
// ramps, the type scale and the logos; outcome.go tells what became of each value.
package convert

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"

	"designmanual/db/manual"
	"designmanual/seed/convert/sheet"
	"designmanual/seed/convert/tokens"
	"designmanual/seed/problem"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A File is a file of tokens.
type File = tokens.File

// Options say what the files do not.
type Options struct {
	Brand string // slug, a DNS label; without one it is made of the name of the first file
	Name  string // display name, likewise
	// the rule of a style sheet whose properties hold everywhere, besides those for the whole page
	Selector string
	Roles    map[string]string // the colors to take for roles of themes: primary → --accent
	Assets   Assets            // files for the manual; with them it needs no tokens
	First    bool              // a first manual: of files in folders one format, ramps of tints, names that people read

	// Open reads a file that a resolver names and that is not among the files; nil reads
	// none. The name is relative to the same folder as the names of files.
	Open func(name string) ([]byte, error)

	Visibility manual.Visibility // of the manual; private without one
}

// Convert returns a seed file with one private manual that has the tokens of all
// files, and a report on every value. The error is a [problem.Problems] for a file
// that cannot be read, or if no value is kept.
func Convert(files []File, o Options) (text []byte, report *Report, err error) {
	if len(files) == 0 && o.Assets.Empty() {
		return nil, nil, problem.Problems{{Reason: "there is no file of tokens"}}
	}
	if o.First {
		return convertFirst(files, o)
	}
	return convertAll(files, o)
}

// convertAll makes a seed file of files whatever their formats.
func convertAll(files []File, o Options) (text []byte, report *Report, err error) {
	c, err := tokens.Read(files, o.reading())
	if err != nil {
		return nil, nil, err
	}
	return convertRead(c, files, o)
}

// reading returns the options for reading the files.
func (o Options) reading() tokens.Options {
	return tokens.Options{Selector: o.Selector, First: o.First, Open: o.Open}
}

// convertRead makes a seed file of files that are read.
func convertRead(c *tokens.Collection, files []File, o Options) (text []byte, report *Report, err error) {
	name := "brand"
	if len(files) > 0 {
		name = files[0].Name
	}
	if o, err = o.complete(c.Brand, name); err != nil {
		return nil, nil, err
	}
	c.FindTokens(o.Brand + " " + o.Name)
	b := newBuilder(c, o)
	if err := b.build(); err != nil {
		return nil, nil, err
	}
	b.addFonts(o.Assets.Fonts)
	if o.First {
		b.putCodeLast()
	}
	b.reportAll()
	if b.report.Kept() == 0 && o.Assets.Empty() {
		return nil, b.report, problem.Problems{{File: name, Reason: "no value is kept" + b.report.whatHelps(o.First)}}
	}
	text, err = seedFile(o, b.cover(), b.withAssets(b.sections()))
	return text, b.report, err
}

// seedFile returns the text of a seed file with the cover, which may be nil, and the sections.
func seedFile(o Options, cover *content.Value, sections []*content.Value) ([]byte, error) {
	guide := content.NewObject("id", "man_"+o.Brand+"_guide", "slug", "guide", "title", o.Name+" brand manual",
		"visibility", string(cmp.Or(o.Visibility, manual.Private)), "sections", content.NewList(sections...))
	brand := content.NewObject("slug", o.Brand, "name", o.Name)
	if cover != nil {
		brand.Add("cover", cover)
	}
	file := content.NewObject("brand", brand, "manuals", content.NewList(guide))
	var indented bytes.Buffer
	if err := json.Indent(&indented, file.Append(nil), "", "  "); err != nil {
		return nil, err
	}
	return append(indented.Bytes(), '\n'), nil
}

// complete returns the options with a brand and a name, which are those that a file names, or else are made
// of the name of the first file.
func (o Options) complete(named, file string) (Options, error) {
	base := sheet.Label(file)
	o.Name = cmp.Or(o.Name, named, manual.NameOf(base))
	o.Brand = cmp.Or(o.Brand, tokenize.Slug(cmp.Or(named, base)))
	if !manual.IsLabel(o.Brand) || o.Brand == "www" {
		const expected = "expected a brand of letters a to z, digits and inner hyphens, at most 63 and not www, " +
			"found %q"
		return o, problem.Problems{{File: file, Reason: fmt.Sprintf(expected, o.Brand)}}
	}
	o.Name = cmp.Or(o.Name, o.Brand)
	return o, nil
}
