package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// arrows returns the packages of the program, each with the other packages that it
// may import.
func arrows() map[string][]string {
	return map[string][]string{
		"": {"api/cli"},
		"api/cli": {"api", "api/accesslog", "api/admin", "api/certs", "api/files", "api/linting", "api/mcp", "api/outbox", "api/pages",
			"api/pull", "api/ratelimit", "api/remote", "api/serve", "api/site", "api/sources", "api/start", "db", "db/manual", "fixtures",
			"seed", "seed/assign", "seed/check", "seed/convert", "seed/source", "tokenize", "tokenize/difference", "tokenize/lint",
			"tokenize/lint/syntax", "tokenize/release"},
		"api/cli/history": {}, // a test of the whole program
		"api/serve": {"api", "api/accesslog", "api/admin", "api/certs", "api/hosts", "api/http1", "api/mcp", "api/metrics", "api/pages",
			"api/ratelimit", "api/remote", "api/render", "api/render/page", "api/render/page/assets", "api/service", "db", "db/manual", "seed", "seed/source"},

		// Administration, and the commands that read a server or a folder.
		"api/admin": {"api/files", "api/hosts", "api/render", "db", "db/manual", "seed", "seed/source", "tokenize", "tokenize/content"},
		"api/mcp": {"api/remote", "api/render/markdown", "api/render/search", "db/manual", "tokenize", "tokenize/content", "tokenize/css", "tokenize/difference",
			"tokenize/lint", "tokenize/lint/syntax"},
		"api/pull": {"api/remote", "db/manual", "seed", "tokenize/content", "tokenize/difference", "tokenize/export"},
		"api/site": {"api/files", "api/pages", "api/remote", "api/render", "api/render/page", "db", "db/manual", "seed", "seed/source"},
		"api/start": {"api/files", "db/manual", "seed", "seed/asset", "seed/check", "seed/convert", "seed/font", "seed/source",
			"tokenize/content", "tokenize/css", "tokenize/pattern"},
		"api/linting": {"api/files", "api/remote", "db/manual", "seed", "seed/source", "tokenize", "tokenize/content",
			"tokenize/difference", "tokenize/export", "tokenize/lint"},
		"api/sources": {},

		// Answers to readers.
		"api":           {"api/hosts", "api/pages", "api/ratelimit", "api/render", "db", "db/gzip", "db/manual"},
		"api/accesslog": {"api"},
		"api/metrics":   {"api", "db", "db/manual", "seed", "seed/source"},
		"api/pages":     {"api/hosts", "db", "db/manual"},
		"api/hosts":     {"db", "db/manual"},
		"api/certs":     {"api/hosts", "db"},
		"api/render":    {"api/render/markdown", "api/render/page", "api/render/page/look", "db", "db/gzip", "db/manual", "tokenize", "tokenize/content", "tokenize/difference", "tokenize/export", "tokenize/release"},
		"api/render/page": {"api/render/page/assets", "api/render/page/fonts", "api/render/page/look", "api/render/page/rgb",
			"api/render/page/safe", "api/render/page/words", "api/render/search", "db/manual", "tokenize", "tokenize/content",
			"tokenize/css", "tokenize/difference", "tokenize/pattern", "tokenize/release"},
		"api/render/page/assets": {"api/render/page/rgb", "api/render/search", "db/manual", "tokenize/pattern"},
		"api/render/page/look": {"api/render/page/fonts", "api/render/page/rgb", "api/render/page/words", "db/manual", "tokenize",
			"tokenize/css"},
		"api/render/page/fonts": {"api/render/page/safe", "api/render/page/words", "db/manual", "tokenize/content", "tokenize/css"},
		"api/render/page/safe":  {"db/manual", "tokenize/content"},
		"api/render/page/words": {"tokenize/content"},
		"api/render/page/rgb":   {"tokenize/css"},
		"api/render/markdown":   {"db/manual", "tokenize", "tokenize/content", "tokenize/export"},
		"api/render/search":     {"db/manual", "tokenize", "tokenize/content", "tokenize/css"},
		"api/remote":            {"db/manual"},
		"api/files":             {},
		"api/http1":             {},
		"api/outbox":            {},
		"api/ratelimit":         {},
		"api/service":           {},

		// From files to the database.
		"seed": {"db", "db/gzip", "db/manual", "seed/assign", "seed/asset", "seed/check", "seed/document", "seed/picture", "seed/problem", "seed/source",
			"seed/warn", "tokenize", "tokenize/content", "tokenize/css", "tokenize/difference", "tokenize/export", "tokenize/release"},
		"seed/warn":     {"db/manual", "seed/assign", "seed/check", "seed/problem", "seed/source", "tokenize", "tokenize/content", "tokenize/css"},
		"seed/document": {"db/manual", "tokenize/content"},
		"seed/assign":   {"db", "db/manual", "seed/problem", "tokenize", "tokenize/content"},
		"seed/check": {"db/manual", "seed/active", "seed/asset", "seed/problem", "seed/source", "tokenize", "tokenize/content", "tokenize/css",
			"tokenize/pattern"},
		"seed/asset":   {"db/manual", "seed/active", "seed/font", "seed/picture", "seed/source", "tokenize/content"},
		"seed/active":  {"tokenize/content"},
		"seed/source":  {"db/manual", "seed/problem", "tokenize/content"},
		"seed/problem": {"db/manual", "tokenize/content"},
		"seed/convert": {"db/manual", "seed/convert/meaning", "seed/convert/reason", "seed/convert/sheet", "seed/convert/tokens", "seed/problem",
			"tokenize", "tokenize/content", "tokenize/css", "tokenize/pattern"},
		"seed/convert/tokens": {"db/manual", "seed/convert/meaning", "seed/convert/reason", "seed/convert/sheet", "seed/problem",
			"tokenize", "tokenize/content", "tokenize/css", "tokenize/pattern"},
		"seed/convert/meaning": {"db/manual", "seed/convert/reason", "tokenize", "tokenize/content", "tokenize/css", "tokenize/pattern"},
		"seed/convert/reason":  {},
		"seed/convert/sheet":   {"tokenize/css", "tokenize/pattern"},
		"seed/font":            {"db/manual"},
		"seed/picture":         {"tokenize/css"},

		// From blocks to tokens.
		"tokenize":            {"db/manual", "tokenize/content", "tokenize/css"},
		"tokenize/export":     {"db/manual", "tokenize", "tokenize/content", "tokenize/css"},
		"tokenize/difference": {"db/manual", "tokenize", "tokenize/content", "tokenize/css"},
		"tokenize/lint": {"db/manual", "tokenize", "tokenize/content", "tokenize/css", "tokenize/difference", "tokenize/lint/syntax",
			"tokenize/pattern"},
		"tokenize/lint/syntax": {"tokenize/css", "tokenize/pattern"},
		"tokenize/css":         {"tokenize/content"},
		"tokenize/release":     {"db/manual", "tokenize/content", "tokenize/difference"},
		"tokenize/content":     {"db/manual"},
		"tokenize/pattern":     {},

		"db":        {"db/gzip", "db/manual"},
		"db/gzip":   {},
		"db/manual": {},
		"fixtures":  {},

		// A certificate authority for the tests of api/certs and for scripts/newcomer.
		"api/certs/certstest":     {},
		"scripts/newcomer.d":      {"api/certs/certstest"},
		"scripts/bench.d":         {"db/manual"},
		"scripts/bench.d/measure": {},
		"scripts/guarantees.d":    {},
	}
}

// Every package is listed in arrows and imports only the packages that it may.
// db/manual imports only the standard library.
func TestImports(t *testing.T) {
	named, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		t.Fatal(err)
	}
	module := strings.TrimSpace(string(named))
	list := exec.Command("go", "list", "-e", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	allowed := arrows()
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(line)
		name := within(module, paths[0])
		may, known := allowed[name]
		if !known {
			t.Errorf("package %s is not listed in arrows", paths[0])
			continue
		}
		for _, path := range paths[1:] {
			ours := path == module || strings.HasPrefix(path, module+"/")
			if ours && !slices.Contains(may, within(module, path)) {
				t.Errorf("%s imports %s, but of this program it may only import %q", paths[0], path, may)
			}
			if first, _, _ := strings.Cut(path, "/"); !ours && name == "db/manual" && strings.Contains(first, ".") {
				t.Errorf("%s imports %s, which is not of the standard library", paths[0], path)
			}
		}
	}
}

// What draws knows no clock, no request and no session, so that the same manual makes the same bytes at any
// time, on every machine and for everybody.
func TestRenderersKnowNoClock(t *testing.T) {
	list := exec.Command("go", "list", "-f", `{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}`, "./api/render/...", "./tokenize/...")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(out))
	if len(files) < 50 {
		t.Fatalf("only %d files", len(files))
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, imported := range file.Imports {
			if slices.Contains([]string{`"net/http"`, `"math/rand"`, `"math/rand/v2"`, `"crypto/rand"`, `"os"`}, imported.Path.Value) {
				t.Errorf("%s imports %s", name, imported.Path.Value)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			called, isSelector := n.(*ast.SelectorExpr)
			if !isSelector {
				return true
			}
			of, isName := called.X.(*ast.Ident)
			if isName && of.Name == "time" && slices.Contains([]string{"Now", "Since", "Until", "Local", "After", "Tick"}, called.Sel.Name) {
				t.Errorf("%s calls time.%s", name, called.Sel.Name)
			}
			return true
		})
	}
}

// within returns the path of a package relative to the module.
func within(module, path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
}
