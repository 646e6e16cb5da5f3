package problem

import (
	"cmp"
	"fmt"
	"slices"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// MaxProblems limits the errors reported for one file, and the warnings.
const MaxProblems = 100

// A Collector collects problems. The zero value is ready to use.
type Collector struct {
	found []finding
	count map[countKey]int
}

// A countKey identifies the problems that are counted together.
type countKey struct {
	file     string
	severity Severity
	code     Code
}

// A finding is a problem, the index of its file, and its offset there.
type finding struct {
	Problem
	order, offset int
}

func (p Problem) countKey() countKey { return countKey{p.File, p.Severity, p.Code} }

// Add records a problem at an offset of a file, with the path of the value that
// begins at valueStart. It ignores further problems of a file over the limit,
// but keeps one more than are reported, as a sign that there are more.
func (c *Collector) Add(severity Severity, in *content.Tree, offset, valueStart int, format string, args ...any) {
	if !c.IsFull(in.Name, severity) {
		c.record(placeAt(in, offset, valueStart), severity, "", fmt.Sprintf(format, args...))
	}
}

// WarnOf records a warning with a code, about a whole part that it names. Such warnings have no limit.
func (c *Collector) WarnOf(code Code, p *content.Value, format string, args ...any) {
	place := PlaceOf(p)
	place.Part, place.data = "", nil
	c.record(place, Warning, code, fmt.Sprintf(format, args...))
}

// addAt records a problem at a place, unless there are too many of the file.
func (c *Collector) addAt(p Place, severity Severity, format string, args ...any) {
	if !c.IsFull(p.File, severity) {
		c.record(p, severity, "", fmt.Sprintf(format, args...))
	}
}

// IsFull reports whether further problems of a file are ignored.
func (c *Collector) IsFull(file string, severity Severity) bool {
	return c.count[countKey{file, severity, ""}] > MaxProblems
}

// record records a problem at a place, without its secrets.
func (c *Collector) record(p Place, severity Severity, code Code, reason string) {
	problem := Problem{
		File: p.File, Line: p.Line, Column: p.Column, Path: manual.HideSecrets(p.Path),
		Severity: severity, Code: code, Reason: manual.HideSecrets(reason),
		Part: manual.HideSecrets(p.Part), Excerpt: excerptOf(p.data, p.Offset),
	}
	if c.count == nil {
		c.count = make(map[countKey]int)
	}
	c.count[problem.countKey()]++
	c.found = append(c.found, finding{problem, p.Order, p.Offset})
}

// ErrorAt records an error at the position of a value, nil in a file that was not read.
func (c *Collector) ErrorAt(p *content.Value, format string, args ...any) {
	if p == nil {
		p = &content.Value{Tree: new(content.Tree)}
	}
	c.Add(Error, p.Tree, p.At(""), int(p.Start), format, args...)
}

// WarnAt records a warning at the position of a value.
func (c *Collector) WarnAt(p *content.Value, format string, args ...any) {
	c.Add(Warning, p.Tree, p.At(""), int(p.Start), format, args...)
}

// HasErrors reports whether there is an error.
func (c *Collector) HasErrors() bool {
	return slices.ContainsFunc(c.found, func(f finding) bool { return f.Severity == Error })
}

// Take moves the problems of another collector here.
func (c *Collector) Take(other *Collector) {
	c.Merge(other)
	other.found = nil
}

// Merge adds the problems of another collector.
func (c *Collector) Merge(other *Collector) { c.found = append(c.found, other.found...) }

// Errors returns the problems that make an import fail, or nil: the errors and, in a strict import, the warnings too.
func (c *Collector) Errors(strict bool) Problems {
	if strict {
		return c.problems(Error, Warning)
	}
	return c.problems(Error)
}

// FaultyFiles returns the indexes of the files whose problems make an import fail. The problems of a text
// are those of the file that names it.
func (c *Collector) FaultyFiles(strict bool) map[int]bool {
	faulty := make(map[int]bool)
	for _, f := range c.found {
		if strict || f.Severity == Error {
			faulty[f.order] = true
		}
	}
	return faulty
}

// Warnings returns the warnings, never nil.
func (c *Collector) Warnings() Problems { return append(Problems{}, c.problems(Warning)...) }

// problems returns the problems of these severities, or nil, ordered by file and
// offset. Of each file it returns the first [MaxProblems]; if there are more,
// one further entry says so.
func (c *Collector) problems(severities ...Severity) Problems {
	slices.SortStableFunc(c.found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.offset, b.offset))
	})
	var problems Problems
	count := make(map[countKey]int)
	for _, f := range c.found {
		problem := f.Problem
		count[problem.countKey()]++
		n := count[problem.countKey()]
		if problem.Code == "" && n > MaxProblems+1 || !slices.Contains(severities, problem.Severity) {
			continue
		}
		if problem.Code == "" && n > MaxProblems {
			problem.Excerpt = nil
			problem.Reason = fmt.Sprintf(
				"the file has more %ss than these %d. Mend these first.", problem.Severity, MaxProblems,
			)
		}
		problems = append(problems, problem)
	}
	return problems
}

// ErrorAtPlace records an error at a place.
func (c *Collector) ErrorAtPlace(p Place, format string, args ...any) {
	c.addAt(p, Error, format, args...)
}

// WarnAtPlace records a warning at a place.
func (c *Collector) WarnAtPlace(p Place, format string, args ...any) {
	c.addAt(p, Warning, format, args...)
}
