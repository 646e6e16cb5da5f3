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
	"fmt"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"designmanual/db/manual"
	"designmanual/seed"
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
// files, and what of them is not in it, file by file and in the order of each. The
// error is a [seed.Problems] for a file that cannot be read as tokens.
func Convert(files []File, o Options) (text []byte, left seed.Problems, err error) {
	if len(files) == 0 {
		return nil, nil, seed.Problems{{Reason: "expected at least one file of tokens, found none"}}
	}
	if err := o.complete(files[0].Name); err != nil {
		return nil, nil, err
	}
	b := builder{
		current: map[string]*block{}, anchored: map[string]*block{},
		colors: map[string]string{}, steps: map[string]string{}, sizes: map[string]string{},
	}
	for _, f := range files {
		s := &source{name: f.Name, data: bytes.TrimPrefix(f.Data, []byte("\ufeff")), left: &left}
		read := readJSON
		if strings.EqualFold(filepath.Ext(f.Name), ".css") || !bytes.HasPrefix(bytes.TrimLeft(s.data, " \t\r\n"), []byte("{")) {
			read = readCSS
		}
		tokens, err := read(s)
		if err != nil {
			return nil, nil, err
		}
		for _, t := range tokens {
			b.add(t)
		}
	}
	text, err = b.render(o)
	return text, left, err
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
	if o.Name == "" {
		o.Name = o.Brand
	}
	return nil
}

// A token is one value with a name, wherever it was read.
type token struct {
	file *source
	at   int      // where it begins
	path []string // its keys; of a custom property its namespace and the rest
	kind string   // the type that the file gives, or empty
	val  any      // as read, aliases resolved: object, list, string, number, bool, nil

	state       state  // of the references in it
	alias       string // path of the token that its value refers to, joined by dots
	description string
	deprecated  any // true or a sentence
	anchor      string
}

// A state says how far the references in a value are resolved.
type state int

const (
	unresolved state = iota
	resolving
	resolved
	broken
)

func (t *token) name() string { return strings.Join(t.path, ".") }

// A source is a file and what says where in it something stands.
type source struct {
	name  string
	data  []byte
	left  *seed.Problems // what of all files is in no seed file
	lines []int          // where each begins, once somebody asks
}

// leave lists what is in no seed file, with its place.
func (s *source) leave(at int, path, format string, args ...any) {
	*s.left = append(*s.left, s.problem(at, path, seed.Warning, fmt.Sprintf(format, args...)))
}

// refusal is the problem of a file that cannot be read.
func (s *source) refusal(at int, path, format string, args ...any) error {
	return seed.Problems{s.problem(at, path, seed.Error, fmt.Sprintf(format, args...))}
}

func (s *source) problem(at int, path string, severity seed.Severity, reason string) seed.Problem {
	if s.lines == nil {
		s.lines = []int{0}
		for i, c := range s.data {
			if c == '\n' {
				s.lines = append(s.lines, i+1)
			}
		}
	}
	line := sort.SearchInts(s.lines, at+1)
	return seed.Problem{File: s.name, Line: line, Column: 1 + at - s.lines[line-1], Path: path, Severity: severity, Reason: reason}
}
