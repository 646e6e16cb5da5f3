// Package convert makes a seed file from the design tokens that a brand already
// has: token documents of the Design Tokens Format Module (2025.10 and the
// older form with strings), of Tokens Studio and of Style Dictionary 3, CSS
// custom properties, and Tailwind 4 themes.
//
// It never guesses a value. A token that fits no block, applies only under a
// condition, or needs arithmetic is reported with its place. An import of the
// seed file serves every other value, and the program's own token documents are
// reproduced exactly.
package convert

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/tokenize/content"
)

// A File is a file of tokens. The name ends in .css for CSS, and appears in
// problems.
type File struct {
	Name string
	Data []byte
}

// Options name the brand. Empty ones are derived from the name of the first
// file.
type Options struct {
	Brand string // slug, a DNS label
	Name  string // display name
}

// Convert returns a seed file with one private manual that has the tokens of
// all files, and a warning for each token that is not converted, or not
// completely. The error is a [seed.Problems] for a file that cannot be read as
// tokens.
func Convert(files []File, o Options) (text []byte, skipped seed.Problems, err error) {
	if len(files) == 0 {
		return nil, nil, seed.Problems{{Reason: "expected at least one file of tokens, found none"}}
	}
	if err := o.complete(files[0].Name); err != nil {
		return nil, nil, err
	}
	b := newBuilder()
	for _, f := range files {
		s := &source{name: f.Name, data: bytes.TrimPrefix(f.Data, []byte("\ufeff")), byName: map[string]*token{}, skipped: &skipped}
		read := s.readJSON
		if strings.EqualFold(filepath.Ext(f.Name), ".css") || !bytes.HasPrefix(bytes.TrimLeft(s.data, " \t\r\n"), []byte("{")) {
			read = s.readCSS
		}
		if err := read(); err != nil {
			return nil, nil, err
		}
		for _, t := range s.tokens {
			if t.err == nil {
				t.err = b.add(t)
			}
			if t.err != nil {
				t.skip(t.err)
			}
		}
	}
	sections := b.sections()
	seedFile := object("brand", object("slug", o.Brand, "name", o.Name), "manuals", list{object(
		"id", "man_"+o.Brand+"_guide", "slug", "guide", "title", o.Name+" brand manual", "visibility", string(manual.Private), "sections", sections)})
	var indented bytes.Buffer
	if err := json.Indent(&indented, content.Append(nil, seedFile), "", "  "); err != nil {
		return nil, nil, err
	}
	return append(indented.Bytes(), '\n'), skipped, nil
}

var (
	marks     = regexp.MustCompile(`\pM+`)
	notInSlug = regexp.MustCompile(`[^a-z0-9]+`)
)

// complete sets the options that are empty.
func (o *Options) complete(file string) error {
	base, _, _ := strings.Cut(filepath.Base(file), ".")
	if o.Name == "" {
		words := strings.Fields(strings.NewReplacer("-", " ", "_", " ").Replace(base))
		for i, w := range words {
			first, size := utf8.DecodeRuneInString(w)
			words[i] = string(unicode.ToUpper(first)) + w[size:]
		}
		o.Name = strings.Join(words, " ")
	}
	if o.Brand == "" {
		slug := notInSlug.ReplaceAllString(marks.ReplaceAllString(norm.NFD.String(strings.ToLower(base)), ""), "-")
		o.Brand = cmp.Or(strings.Trim(slug[:min(len(slug), 63)], "-"), "brand")
	}
	if !manual.Label(o.Brand) || o.Brand == "www" {
		return seed.Problems{{File: file, Reason: fmt.Sprintf("expected a brand of letters a to z, digits and inner hyphens, at most 63 and not www, found %q", o.Brand)}}
	}
	o.Name = cmp.Or(o.Name, o.Brand)
	return nil
}
