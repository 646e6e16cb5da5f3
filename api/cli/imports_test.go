package cli

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// arrows returns the packages of the program, each with the other packages that it
// may import.
func arrows() map[string][]string {
	below := []string{"seed", "seed/plan", "seed/check", "seed/source", "api/render/page", "tokenize", "db", "db/manual"}
	return map[string][]string{
		"":              {"api/cli"},
		"api/cli":       append([]string{"api", "api/accesslog", "api/admin", "api/certs", "api/files", "api/pages", "api/ratelimit", "api/serve", "api/site", "api/sources", "api/start", "api/mcp", "api/pull", "api/remote", "fixtures", "seed/convert", "tokenize/lint", "tokenize/content"}, below...),
		"api/serve":     {"api", "api/accesslog", "api/admin", "api/certs", "api/hosts", "api/http1", "api/mcp", "api/metrics", "api/pages", "api/ratelimit", "api/service", "seed", "seed/source", "api/render/page", "db", "db/manual"},
		"api/admin":     {"api/hosts", "seed", "seed/source", "db", "db/manual"},
		"api":           {"api/hosts", "api/pages", "api/ratelimit", "db", "db/manual"},
		"api/hosts":     {"db", "db/manual"},
		"api/pages":     {"api/hosts", "db", "db/manual"},
		"api/http1":     {},
		"api/ratelimit": {},
		"api/certs":     {"api/hosts", "db", "db/manual"},
		"api/accesslog": {"api"},
		"api/site":      {"api/pages", "api/remote", "seed", "seed/source", "db", "db/manual"},
		"api/start":     {"api/files", "seed", "seed/check", "seed/convert", "seed/source", "db/manual"},
		"api/files":     {},
		"api/sources":   {},
		"api/remote":    {"db/manual"},
		"api/pull":      {"api/remote", "seed", "tokenize/content", "db", "db/manual"},
		"api/mcp":       {"api/remote", "tokenize/content", "api/render/markdown", "api/render/search", "tokenize", "tokenize/lint", "db/manual", "tokenize/css"},
		"api/metrics":   {"api", "db", "db/manual", "seed"},
		"api/service":   {},

		// A certificate authority for the tests of api/certs and for scripts/newcomer.
		"api/certs/certstest": {},
		"scripts/newcomer.d":  {"api/certs/certstest"},

		"seed":                {"seed/plan", "seed/check", "seed/source", "tokenize/content", "api/render/markdown", "api/render/page", "tokenize", "db", "db/manual", "tokenize/export", "tokenize/css"},
		"seed/plan":           {"seed/check", "seed/source", "tokenize", "tokenize/content", "db", "db/manual", "tokenize/css"},
		"seed/check":          {"seed/source", "seed/font", "tokenize", "tokenize/content", "db/manual", "tokenize/css"},
		"seed/source":         {"tokenize/content", "db/manual"},
		"tokenize/content":    {"db/manual"},
		"seed/font":           {"db/manual"},
		"api/render/markdown": {"tokenize/content", "tokenize", "db/manual", "tokenize/export"},
		"seed/convert":        {"seed/convert/sheet", "seed/source", "tokenize/css", "tokenize/content", "tokenize", "db/manual"},
		"seed/convert/sheet":  {"tokenize/css"},
		"tokenize/css":        {"tokenize/content", "db/manual"},
		"tokenize/export":     {"tokenize", "tokenize/content", "tokenize/css", "db/manual"},
		"tokenize/lint":       {"tokenize", "tokenize/css", "db/manual"},
		"api/render/search":   {"tokenize", "tokenize/content", "tokenize/css", "db/manual"},
		"api/render/page":     {"api/render/search", "tokenize/content", "tokenize", "db/manual", "tokenize/css"},
		"tokenize":            {"tokenize/content", "db/manual", "tokenize/css"},
		"db":                  {"db/manual"},
		"db/manual":           {},
		"fixtures":            {},

		"scripts/bench.d":         {"db/manual"},
		"scripts/bench.d/measure": {},
	}
}

// Every package is listed in arrows and imports only the packages that it may.
// db/manual imports only the standard library.
func TestImports(t *testing.T) {
	const module = "designmanual"
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

// within returns the path of a package relative to the module.
func within(module, path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
}
