package manual_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestPathsAreHere checks that no Go file but paths.go spells out a path that the
// program serves. Tests may: they stand for those who request them.
func TestPathsAreHere(t *testing.T) {
	const root = "../.."
	files := 0
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name != root && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules" {
			return fs.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || name == filepath.Join(root, "db/manual/paths.go") {
			return nil
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
				for _, path := range []string{"/-/", "/api/v1"} {
					if strings.Contains(text.Value, path) {
						t.Errorf("%s: %s belongs in paths.go", set.Position(text.Pos()), text.Value)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil || files < 100 {
		t.Fatalf("read %d files: %v", files, err)
	}
}
