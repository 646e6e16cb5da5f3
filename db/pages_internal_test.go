package db

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// FuzzPages checks the pages of what may be any file: it ends, and finds
// damage or none.
func FuzzPages(f *testing.F) {
	path := filepath.Join(f.TempDir(), "manuals.db")
	if err := create(path); err != nil {
		f.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	for _, n := range []int{0, 100, 2 * os.Getpagesize(), len(file)} {
		f.Add(file[:min(n, len(file))])
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		p, err := checkPages(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Error(err)
			}
			return
		}
		for id := range uint64(len(file)) / p.size {
			if err := p.climbTree(id); err != nil && !errors.Is(err, ErrDamaged) {
				t.Error(err)
			}
		}
	})
}
