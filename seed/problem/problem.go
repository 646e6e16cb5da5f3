// Package problem says what is wrong with a seed file, and where. A [Collector] collects errors and warnings at
// values of a tree, or at a [Place], which stays when the tree is gone. It returns them as [Problems]: in the order
// of the files, at most [MaxProblems] of each file, each with line, column and path, the part that it is in, and an
// excerpt. No problem shows a secret.
package problem

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"designmanual/db/manual"
)

// A Problem is an error or a warning about a seed file. It never shows a secret.
type Problem struct {
	File     string   `json:"file"`
	Line     int      `json:"line"`           // from 1; 0 if the file could not be read
	Column   int      `json:"column"`         // from 1, in bytes
	Path     string   `json:"path"`           // such as manuals[0].sections[2].title; the root is $
	Part     string   `json:"part,omitempty"` // "Our Colours", first block; of a part without an id
	Severity Severity `json:"severity"`
	Code     Code     `json:"code,omitempty"` // of problems that are told together
	// What was expected and what was found, and in a second sentence what helps.
	Reason  string   `json:"reason"`
	Excerpt *Excerpt `json:"excerpt,omitempty"`
}

// Severity says whether a problem stops an import.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning" // stops only a strict import
)

// A Code marks problems of which people read one line for each manual.
type Code string

// The codes.
const (
	NoID     Code = "id"     // a part whose id is made of a slug or a title
	NoAnchor Code = "anchor" // a part whose anchor is not in the file
)

// String returns "file:line:column: path: reason" on one line, with the part in
// parentheses after the path. The reason of a warning begins with "warning: ".
func (p Problem) String() string {
	reason := manual.Printable(strings.ReplaceAll(p.Reason, "\n", `\n`))
	if p.Severity == Warning {
		reason = "warning: " + reason
	}
	if p.Line == 0 {
		return QuoteFileName(p.File) + ": " + reason
	}
	place := p.Path
	if p.Part != "" {
		place += " (" + p.Part + ")"
	}
	if place != "" { // a style sheet has no paths
		place += ": "
	}
	return fmt.Sprintf("%s:%d:%d: %s%s", QuoteFileName(p.File), p.Line, p.Column, manual.Printable(place), reason)
}

// QuoteFileName returns a file name for messages. It quotes names that are not
// UTF-8, or have control characters, which a terminal would interpret.
func QuoteFileName(name string) string {
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// Problems are all problems of an import, in the order of the files and by
// position in each. As an error they mean that the import was refused.
type Problems []Problem

// Error returns one problem per line.
func (p Problems) Error() string {
	p = p.Summary()
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.String()
	}
	return strings.Join(lines, "\n")
}

// Summary returns the problems for people: those of a manual with the same code
// become one at the first place, which says how many they are and what mends them.
func (p Problems) Summary() Problems {
	type group struct {
		file, manual string
		code         Code
	}
	first, count := make(map[group]int), make(map[group]int)
	out := Problems{}
	for _, problem := range p {
		name, _, _ := strings.Cut(problem.Path, ".")
		key := group{problem.File, name, problem.Code}
		if count[key]++; problem.Code == "" || count[key] == 1 {
			first[key] = len(out)
			out = append(out, problem)
		}
	}
	for key, n := range count {
		if key.code == "" {
			continue
		}
		problem := &out[first[key]]
		if n > 1 {
			problem.Reason = fmt.Sprintf(
				"%d parts of this manual have no id: theirs are made of a slug or a title and change with it", n,
			)
			if key.code == NoAnchor {
				problem.Reason = fmt.Sprintf(
					"%d parts of this manual have no anchor: each server makes them at its first import, and theirs "+
						"may differ",
					n,
				)
			}
		}
		problem.Reason += fmt.Sprintf(". `designmanual ids %s` writes them.", QuoteFileName(key.file))
	}
	return out
}
