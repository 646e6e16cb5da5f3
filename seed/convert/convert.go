// Package convert makes a seed file from the design tokens that a brand already
// has, whatever tool wrote them: documents of the Design Tokens Format Module
// (2025.10 with its resolver, and the older form with strings), of Tokens Studio,
// of Style Dictionary 3 and of Figma, JSON of names and values, CSS custom properties,
// Tailwind 4 themes, variables and maps of SCSS, the front matter of DESIGN.md, and
// brand.yml. The files of one conversion may refer to each other.
//
// It never guesses a value, and loses none in silence: the report has one entry
// for each, with the token that it became or the reason why it is left out. If
// files, rules, themes or modes give one name several values, they become themes
// with the roles that the names of the colors say. The program's own exports are
// reproduced exactly.
//
// What a user gets for its size: a dozen forms in, which no library reads together,
// each value told with its place, and a manual with themes at the end. The forms
// share everything after the first reading: references, modes, places, names,
// report. Of the rest, selectors.go and themes.go find out which values are those of
// a dark theme, places.go which block a value belongs to, and blocks.go gives the
// program's own documents their order and anchors back.
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
	Brand    string            // slug, a DNS label; without one it is made of the name of the first file
	Name     string            // display name, likewise
	Selector string            // the rule of a style sheet whose properties hold everywhere, besides those for the whole page
	Roles    map[string]string // the colors to take for roles of themes: primary → --accent
	Assets   Assets            // files for the manual; with them it needs no tokens

	Visibility manual.Visibility // of the manual; private without one
}

// A conversion is what is known of all files.
type conversion struct {
	Options
	brandName  string // from a file
	sources    []*input
	sets       map[string]map[string]*token // by mode and name; the first mode is empty
	modes      []string                     // besides the first
	slugs      map[string]string            // of modes whose files are named otherwise
	first      string                       // what the first mode is called, if a file says so
	results    map[evaluation]*result
	evaluating []*result
	passed     []string // files in folders that have no tokens
	mapped     []string // files of names and values alone
	outside    int      // colors outside sRGB
	report     *Report
}

// Convert returns a seed file with one private manual that has the tokens of all
// files, and a report on every value. The error is a [source.Problems] for a file
// that cannot be read, or if no value is kept.
func Convert(files []File, o Options) (text []byte, report *Report, err error) {
	if len(files) == 0 && o.Assets.Empty() {
		return nil, nil, source.Problems{{Reason: "expected at least one file of tokens, found none"}}
	}
	c := &conversion{Options: o, results: map[evaluation]*result{}, slugs: map[string]string{}, report: &Report{}}
	if err := c.read(files); err != nil {
		return nil, nil, err
	}
	name, count := "brand", 0
	if len(files) > 0 {
		name = files[0].Name
	}
	for _, s := range c.sources {
		if count += len(s.tokens); count > maxTokens {
			return nil, nil, source.Problems{{File: s.name, Reason: fmt.Sprintf("expected at most %d values, found more", maxTokens)}}
		}
	}
	if err := c.complete(name); err != nil {
		return nil, nil, err
	}
	c.setPaths()
	c.assign()
	b := &builder{conversion: c, current: map[string]*block{}, anchored: map[string]*block{}, named: map[string]any{}, sizes: map[string]string{}}
	if err := b.build(); err != nil {
		return nil, nil, err
	}
	b.addFonts(o.Assets.Fonts)
	c.reportAll()
	if c.report.Kept() == 0 && o.Assets.Empty() {
		return nil, c.report, source.Problems{{File: name, Reason: "no value is kept: " + c.report.Summary()}}
	}
	seedFile := object("brand", object("slug", c.Brand, "name", c.Name), "manuals", list{object(
		"id", "man_"+c.Brand+"_guide", "slug", "guide", "title", c.Name+" brand manual", "visibility", string(cmp.Or(o.Visibility, manual.Private)), "sections", o.Assets.withAssets(b.sections()))})
	var indented bytes.Buffer
	if err := json.Indent(&indented, content.Append(nil, seedFile), "", "  "); err != nil {
		return nil, nil, err
	}
	return append(indented.Bytes(), '\n'), c.report, nil
}

// read reads all files: style sheets as they come, documents together.
func (c *conversion) read(files []File) error {
	var documents []*input
	for _, f := range files {
		s := &input{name: f.Name, found: f.Found, data: bytes.TrimPrefix(f.Data, []byte("\ufeff")), label: labelOf(f.Name)}
		isDocument, err := s.parse()
		switch {
		case err == nil && isDocument:
			documents = append(documents, s)
			continue
		case err == nil:
			err = c.readSheet(s)
		}
		if err != nil && f.Found {
			c.passed = append(c.passed, f.Name)
			continue
		}
		if err != nil {
			return err
		}
		c.add(s)
	}
	err := c.readDocuments(documents)
	if len(c.mapped) > 0 {
		c.report.note("read as plain names and values: %s without a $value (first: %s)", counted(len(c.mapped), "files"), c.mapped[0])
	}
	if len(c.passed) > 0 {
		c.report.note("passed over %s in which no tokens were found (first: %s)", counted(len(c.passed), "files"), c.passed[0])
	}
	return err
}

// parse parses a document, and returns false for a style sheet.
func (s *input) parse() (isDocument bool, err error) {
	if !utf8.Valid(s.data) {
		return false, s.errorAt(bytes.IndexRune(s.data, utf8.RuneError), "expected UTF-8")
	}
	trimmed := bytes.TrimLeft(s.data, " \t\r\n")
	extension := strings.ToLower(filepath.Ext(s.name))
	yaml, marked := frontMatter(s.data)
	switch {
	case extension == ".css" || extension == ".scss":
		return false, nil
	case bytes.HasPrefix(trimmed, []byte("{")) || bytes.HasPrefix(trimmed, []byte("[")):
		s.value, err = s.parseJSON()
		return true, err
	case marked || extension == ".yml" || extension == ".yaml":
		if !marked {
			yaml = s.data
		}
		s.plain = true
		s.value, err = s.parseYAML(yaml)
		return true, err
	}
	return false, nil
}

// labelOf returns the name of a file without folder and endings, and without the
// underscore of a partial of Sass.
func labelOf(file string) string {
	base, _, _ := strings.Cut(filepath.Base(file), ".")
	return strings.TrimLeft(base, "_")
}

// reportAll adds an entry for each value, in the order of the files.
func (c *conversion) reportAll() {
	for _, s := range c.sources {
		for _, t := range s.tokens {
			if t.part {
				continue
			}
			e := Entry{Problem: s.place(t.at), Token: t.as, Group: groupWord(t.as)}
			if e.Path = t.name; t.mode != "" {
				e.Path += " (" + t.mode + ")"
			}
			if t.as == "" {
				if t.left == nil {
					t.left = because(otherMode, "neither a block nor a theme takes it")
				}
				e.Severity, e.Reason, e.Group = source.Warning, t.left.Error(), groupOf(t.left)
			}
			c.report.Entries = append(c.report.Entries, e)
		}
	}
	if c.outside > 0 {
		c.report.note("colors outside sRGB: %d; the hex of each is the closest color inside it, and what it was is kept beside that as its source", c.outside)
	}
}

// complete sets the options that are empty.
func (c *conversion) complete(file string) error {
	base := labelOf(file)
	c.Name = cmp.Or(c.Name, c.brandName, manual.NameOf(base))
	c.Brand = cmp.Or(c.Brand, tokenize.Slug(cmp.Or(c.brandName, base)))
	if !manual.Label(c.Brand) || c.Brand == "www" {
		return source.Problems{{File: file, Reason: fmt.Sprintf("expected a brand of letters a to z, digits and inner hyphens, at most 63 and not www, found %q", c.Brand)}}
	}
	c.Name = cmp.Or(c.Name, c.Brand)
	return nil
}
