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
// Four steps: the readers (style sheets in package sheet; documents, sets, resolvers, YAML
// here) collect declarations with the conditions under which they hold. modes.go finds out
// which modes there are and which declaration counts in each. evaluate.go replaces
// references and computes. kinds.go says which block a value belongs to, and builder.go
// makes the blocks, themes.go the themes.
package convert

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"designmanual/db/manual"
	"designmanual/seed/convert/sheet"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A File is a file of tokens. Its name appears in the report, and the ending
// .scss, .css, .yml or .md says how comments are written; what kind of file it is
// is seen from its content.
type File struct {
	Name  string
	Data  []byte
	Found bool // in a folder that was named: it is passed over if it has no tokens
}

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

// A conversion is what is known of all files.
type conversion struct {
	Options
	brandName  string                  // from a file
	prefix     string                  // that all names of custom properties and variables share, with its hyphen
	bare       map[string]*declaration // of a first manual by name without its sign
	inputs     []*input
	variables  sheet.Variables
	tokens     []*token
	byName     map[string]*token
	byWords    map[string]*token // by names with hyphens for points
	modes      []*mode           // the one at rest first
	axes       []*axis
	entryModes []string          // of lists of tokens
	theme      string            // that a style sheet is, which the mode at rest is called after
	slugs      map[string]string // of modes that do not have the slug of their name
	results    map[evaluation]*result
	open       []*result // that are being computed
	passed     []string  // files in folders that have no tokens
	mapped     []string  // files of names and values alone
	outside    int       // colors outside sRGB
	report     *Report
}

// Convert returns a seed file with one private manual that has the tokens of all
// files, and a report on every value. The error is a [source.Problems] for a file
// that cannot be read, or if no value is kept.
func Convert(files []File, o Options) (text []byte, report *Report, err error) {
	if len(files) == 0 && o.Assets.Empty() {
		return nil, nil, source.Problems{{Reason: "expected at least one file of tokens, found none"}}
	}
	if o.First {
		return convertFirst(files, o)
	}
	return convertAll(files, o)
}

func convertAll(files []File, o Options) (text []byte, report *Report, err error) {
	c := newConversion(o)
	if err := c.read(files); err != nil {
		return nil, nil, err
	}
	return c.convert(files)
}

// convert makes a seed file of files that are read.
func (c *conversion) convert(files []File) (text []byte, report *Report, err error) {
	name := "brand"
	if len(files) > 0 {
		name = files[0].Name
	}
	if err := c.checkSize(); err != nil {
		return nil, nil, err
	}
	if err := c.complete(name); err != nil {
		return nil, nil, err
	}
	c.setPaths()
	c.collect()
	b := newBuilder(c)
	if err := b.build(); err != nil {
		return nil, nil, err
	}
	b.addFonts(c.Assets.Fonts)
	b.reportAll()
	if c.report.Kept() == 0 && c.Assets.Empty() {
		return nil, c.report, source.Problems{{File: name, Reason: "no value is kept"}}
	}
	text, err = c.seedFile(b.cover(), b.withAssets(b.sections()))
	return text, c.report, err
}

func newConversion(o Options) *conversion {
	return &conversion{
		Options: o, results: map[evaluation]*result{}, slugs: map[string]string{},
		byName: map[string]*token{}, byWords: map[string]*token{}, report: &Report{},
	}
}

// seedFile returns the text of a seed file with the cover, which may be nil, and the sections.
func (c *conversion) seedFile(cover *content.Value, sections []*content.Value) ([]byte, error) {
	guide := object("id", "man_"+c.Brand+"_guide", "slug", "guide", "title", c.Name+" brand manual",
		"visibility", string(cmp.Or(c.Visibility, manual.Private)), "sections", content.NewList(sections...))
	brand := object("slug", c.Brand, "name", c.Name)
	if cover != nil {
		brand.Add("cover", cover)
	}
	file := object("brand", brand, "manuals", content.NewList(guide))
	var indented bytes.Buffer
	if err := json.Indent(&indented, file.Append(nil), "", "  "); err != nil {
		return nil, err
	}
	return append(indented.Bytes(), '\n'), nil
}

const maxTokens = 100_000 // in the files of one command

func (c *conversion) checkSize() error {
	count := 0
	for d := range c.declarations() {
		if count++; count > maxTokens {
			return source.Problems{
				{
					File: d.input.name,
					Reason: fmt.Sprintf(
						"expected at most %d values, found more. Name fewer files: those with the tokens that people "+
							"use, in one format.",
						maxTokens,
					),
				},
			}
		}
	}
	return nil
}

// parse parses a document, and returns false for a style sheet.
func (s *input) parse() (bool, error) {
	if !utf8.Valid(s.data) {
		return false, s.errorAt(bytes.IndexRune(s.data, utf8.RuneError), "expected UTF-8")
	}
	extension := strings.ToLower(filepath.Ext(s.name))
	if extension == ".css" || extension == ".scss" {
		return false, nil
	}
	trimmed := bytes.TrimLeft(s.data, " \t\r\n")
	var err error
	if bytes.HasPrefix(trimmed, []byte("{")) || bytes.HasPrefix(trimmed, []byte("[")) {
		s.value, err = s.parseJSON()
		return true, err
	}
	yaml, marked := frontMatter(s.data)
	if !marked && extension != ".yml" && extension != ".yaml" {
		return false, nil
	}
	if !marked {
		yaml = s.data
	}
	s.isYAML = true
	s.value, err = s.parseYAML(yaml)
	return true, err
}

// setLabels gives each file the mode that its values are if they differ from those of an
// earlier one: its name, or its folder where files of one name are in several folders.
func setLabels(files []*input) {
	count := map[string]int{}
	for _, s := range files {
		count[sheet.Label(s.name)]++
	}
	for _, s := range files {
		s.label = sheet.Label(s.name)
		folder := filepath.Base(filepath.Dir(s.name))
		if count[s.label] > 1 && folder != "." && folder != string(filepath.Separator) {
			s.label = folder
		}
	}
}

// complete sets the options that are empty.
func (c *conversion) complete(file string) error {
	base := sheet.Label(file)
	c.Name = cmp.Or(c.Name, c.brandName, manual.NameOf(base))
	c.Brand = cmp.Or(c.Brand, tokenize.Slug(cmp.Or(c.brandName, base)))
	if !manual.IsLabel(c.Brand) || c.Brand == "www" {
		return source.Problems{
			{
				File: file,
				Reason: fmt.Sprintf(
					"expected a brand of letters a to z, digits and inner hyphens, at most 63 and not www, found %q",
					c.Brand,
				),
			},
		}
	}
	c.Name = cmp.Or(c.Name, c.Brand)
	return nil
}
