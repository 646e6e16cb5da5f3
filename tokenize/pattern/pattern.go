// Package pattern has regular expressions that are compiled when they are first used. The rooms that
// look for words in foreign material have more than a hundred of them, which would take a quarter of the
// time in which each command starts.
package pattern

import (
	"regexp"
	"sync"
)

// A Pattern is a regular expression. Its methods are those of [regexp.Regexp] of the same name.
type Pattern struct {
	expression string
	once       sync.Once
	regexp     *regexp.Regexp
}

// New returns the pattern of an expression in Go's syntax. An invalid one panics when it is first
// used.
func New(expression string) *Pattern { return &Pattern{expression: expression} }

func (p *Pattern) compiled() *regexp.Regexp {
	p.once.Do(func() { p.regexp = regexp.MustCompile(p.expression) })
	return p.regexp
}

// MatchString reports whether the text has a match.
func (p *Pattern) MatchString(text string) bool { return p.compiled().MatchString(text) }

// FindString returns the first match, empty for none.
func (p *Pattern) FindString(text string) string { return p.compiled().FindString(text) }

// FindStringIndex returns where the first match begins and ends, nil for none.
func (p *Pattern) FindStringIndex(text string) []int { return p.compiled().FindStringIndex(text) }

// FindStringSubmatch returns the first match and its groups, nil for none.
func (p *Pattern) FindStringSubmatch(text string) []string {
	return p.compiled().FindStringSubmatch(text)
}

// FindStringSubmatchIndex returns where the first match and its groups begin and end, nil for none.
func (p *Pattern) FindStringSubmatchIndex(text string) []int {
	return p.compiled().FindStringSubmatchIndex(text)
}

// FindAllStringIndex returns where the first n matches begin and end, or all for -1.
func (p *Pattern) FindAllStringIndex(text string, n int) [][]int {
	return p.compiled().FindAllStringIndex(text, n)
}

// FindAllStringSubmatch returns the first n matches and their groups, or all for -1.
func (p *Pattern) FindAllStringSubmatch(text string, n int) [][]string {
	return p.compiled().FindAllStringSubmatch(text, n)
}

// FindAllStringSubmatchIndex returns where the first n matches and their groups begin and end, or all
// for -1.
func (p *Pattern) FindAllStringSubmatchIndex(text string, n int) [][]int {
	return p.compiled().FindAllStringSubmatchIndex(text, n)
}

// ReplaceAllString replaces each match by a text, in which $1 is the first group.
func (p *Pattern) ReplaceAllString(text, by string) string {
	return p.compiled().ReplaceAllString(text, by)
}

// ReplaceAllStringFunc replaces each match by what a function returns for it.
func (p *Pattern) ReplaceAllStringFunc(text string, by func(string) string) string {
	return p.compiled().ReplaceAllStringFunc(text, by)
}
