// Package syntax finds in source code what a linter looks at: style sheets, values of properties,
// strings and comments, in style sheets, scripts and markup. It knows of each language what is
// needed for that and no more, and takes any text.
package syntax

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"designmanual/tokenize/pattern"
)

// Languages is what [Walk] reads, for people.
const Languages = "CSS, SCSS, Less, JavaScript, TypeScript, JSX, TSX, MDX, Vue, Svelte, Astro and HTML"

// languages visit the whole text of a file, by the ending of its name.
var languages = map[string]func(w *walker){
	".css":    func(w *walker) { w.visitor.Style(0, len(w.text), Sheet{Measures: true}) },
	".scss":   func(w *walker) { w.visitor.Style(0, len(w.text), Sheet{Measures: true, Sass: true}) },
	".less":   func(w *walker) { w.visitor.Style(0, len(w.text), Sheet{Measures: true, Sass: true}) },
	".js":     (*walker).wholeScript,
	".mjs":    (*walker).wholeScript,
	".cjs":    (*walker).wholeScript,
	".jsx":    (*walker).wholeScript,
	".ts":     (*walker).wholeScript,
	".mts":    (*walker).wholeScript,
	".cts":    (*walker).wholeScript,
	".tsx":    (*walker).wholeScript,
	".mdx":    func(w *walker) { w.markup(dialect{braces: true, markdown: true}) },
	".astro":  func(w *walker) { w.markup(dialect{braces: true, fence: true}) },
	".svelte": func(w *walker) { w.markup(dialect{braces: true}) },
	".vue":    func(w *walker) { w.markup(dialect{}) },
	".html":   func(w *walker) { w.markup(dialect{}) },
	".htm":    func(w *walker) { w.markup(dialect{}) },
}

// Known reports whether a file has a language that [Walk] reads.
func Known(name string) bool { return language(name) != nil }

// A Sheet says how a style sheet is read.
type Sheet struct {
	Measures bool // it is a file or an element, where lengths, fonts and shadows are looked at too
	Sass     bool // SCSS or Less
}

// A Visitor is told of the parts of a text, by their offsets.
type Visitor interface {
	Comment(start, end int)                // a comment, or what may have some
	Style(start, end int, s Sheet)         // a style sheet, or declarations
	Value(start, end int, property string) // of a property
	Script(start, end int)                 // before the literals in it
	Literal(start, end int, c Context)     // a string or a template, without its quotes
}

// A walker tells a visitor of the parts of a text.
type walker struct {
	text    string
	visitor Visitor
}

// Walk tells a visitor of the parts of a text, in the language that the name of its file says. It
// returns false for a name that is not [Known].
func Walk(name, text string, v Visitor) bool {
	visit := language(name)
	if visit == nil {
		return false
	}
	visit(&walker{text, v})
	return true
}

func language(name string) func(*walker) { return languages[strings.ToLower(filepath.Ext(name))] }

// Language returns the name of a file as which a text without one is checked: that of
// HTML, Astro, TSX or SCSS. It returns nothing for a text in a language that is not read, such
// as JSON, Swift, Kotlin or Python, in which no finding would mean nothing.
func Language(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		if json.Valid([]byte(text)) {
			return ""
		}
	}
	if foreignSign.MatchString(text) || !strings.ContainsAny(text, ":{(#$<") { // no code at all
		return ""
	}
	if strings.HasPrefix(text, "---\n") && strings.Contains(text, "<") {
		return "text.astro"
	}
	if strings.HasPrefix(text, "<") && !scriptSign.MatchString(text) {
		return "text.html"
	}
	if scriptSign.MatchString(text) || scriptStart.MatchString(text) {
		return "text.tsx"
	}
	if !declarationSign.MatchString(text) && strings.ContainsAny(text, "\"'`") {
		return "text.tsx" // strings without a declaration are no style sheet
	}
	return "text.scss"
}

var (
	scriptSign  = pattern.New(`className=|=\{`)
	scriptStart = pattern.New(`(?m)^\s*(?:import\s.*['"]|export\s|const\s|let\s|var\s|function\s|return\b)`)

	declarationSign = pattern.New(`[-\w]\s*:\s*[^\s:]`)

	// foreignSign matches what begins lines in other languages and in none that is read,
	// and their colors.
	foreignSign = pattern.New(`(?m)^\s*(?:import\s+[A-Za-z][\w.]*\s*;?$|from\s+[\w.]+\s+import\s|` +
		`#include\b|#import\b|using\s+[\w.]+;|package\s+[\w.]+;?$|` +
		`(?:(?:public|private|internal|open|static|override|suspend|inline|pub)\s+)*(?:func|fun|fn|def)\s+\w+.*\(|` +
		`(?:(?:public|private|internal|final|data)\s+)*(?:struct|extension|protocol|val)\s+\w+|` +
		`@(?:Composable|main|State|objc)\b|<\?php|<\?xml)|` +
		`\b(?:UIColor|NSColor)\(|\bColor\((?:0x|hex:|red:|\.)|\bColor\.fromARGB\(`)
)
