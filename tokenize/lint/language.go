package lint

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"designmanual/tokenize/pattern"
)

// Languages is what [Linter.Check] reads, for people.
const Languages = "CSS, SCSS, Less, JavaScript, TypeScript, JSX, TSX, MDX, Vue, Svelte, Astro and HTML"

// languages check the whole text of a file, by the ending of its name.
var languages = map[string]func(c *checker){
	".css":    func(c *checker) { c.style(0, len(c.text), sheet{measures: true}) },
	".scss":   func(c *checker) { c.style(0, len(c.text), sheet{measures: true, sass: true}) },
	".less":   func(c *checker) { c.style(0, len(c.text), sheet{measures: true, sass: true}) },
	".js":     (*checker).wholeScript,
	".mjs":    (*checker).wholeScript,
	".cjs":    (*checker).wholeScript,
	".jsx":    (*checker).wholeScript,
	".ts":     (*checker).wholeScript,
	".mts":    (*checker).wholeScript,
	".cts":    (*checker).wholeScript,
	".tsx":    (*checker).wholeScript,
	".mdx":    func(c *checker) { c.markup(dialect{braces: true, markdown: true}) },
	".astro":  func(c *checker) { c.markup(dialect{braces: true, fence: true}) },
	".svelte": func(c *checker) { c.markup(dialect{braces: true}) },
	".vue":    func(c *checker) { c.markup(dialect{}) },
	".html":   func(c *checker) { c.markup(dialect{}) },
	".htm":    func(c *checker) { c.markup(dialect{}) },
}

// Known reports whether a file has a language that [Linter.Check] reads.
func Known(name string) bool { return language(name) != nil }

func language(name string) func(*checker) { return languages[strings.ToLower(filepath.Ext(name))] }

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
