// Package convert makes a seed file of design tokens that a brand has already:
// token documents of the Design Tokens Format Module (their older string form
// and 2025.10), of Tokens Studio and of Style Dictionary 3, CSS custom
// properties, and themes of Tailwind 4.
//
// It never guesses a value: what fits no block, holds only under a condition,
// or would need arithmetic is listed with its place. Every value that is not
// listed is served by an import of the seed file, and a token document of our
// own comes back as it was.
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
	"designmanual/seed/content"
)

// A File is a file of tokens; its name says which form it has (.css, or JSON)
// and stands before the places of problems.
type File struct {
	Name string
	Data []byte
}

// Options say what the brand is called; what is empty is made from the name
// of the first file.
type Options struct {
	Brand string // slug, a DNS label
	Name  string // display name
}

// Convert returns a seed file with one private manual of all tokens of the
// files, and what of them is not in it, file by file. The error is a
// [seed.Problems] for a file that cannot be read as tokens.
func Convert(files []File, o Options) (text []byte, left seed.Problems, err error) {
	if len(files) == 0 {
		return nil, nil, seed.Problems{{Reason: "expected at least one file of tokens, found none"}}
	}
	if err := o.complete(files[0].Name); err != nil {
		return nil, nil, err
	}
	b := newBuilder()
	for _, f := range files {
		s := &source{name: f.Name, data: bytes.TrimPrefix(f.Data, []byte("\ufeff")), byName: map[string]*token{}, left: &left}
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
				t.leave(t.err)
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
	return append(indented.Bytes(), '\n'), left, nil
}

var (
	marks    = regexp.MustCompile(`\pM+`)
	notLabel = regexp.MustCompile(`[^a-z0-9]+`)
)

// complete fills in what the options leave open.
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
		slug := notLabel.ReplaceAllString(marks.ReplaceAllString(norm.NFD.String(strings.ToLower(base)), ""), "-")
		o.Brand = cmp.Or(strings.Trim(slug[:min(len(slug), 63)], "-"), "brand")
	}
	if !manual.Label(o.Brand) || o.Brand == "www" {
		return seed.Problems{{File: file, Reason: fmt.Sprintf("expected a brand of letters a to z, digits and inner hyphens, at most 63 and not www, found %q", o.Brand)}}
	}
	o.Name = cmp.Or(o.Name, o.Brand)
	return nil
}
