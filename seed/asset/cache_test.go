package asset

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"designmanual/seed/source"
)

// countingFS counts the files that are opened.
type countingFS struct {
	fs.FS
	opened int
}

func (c *countingFS) Open(name string) (fs.File, error) {
	c.opened++
	return c.FS.Open(name)
}

func (c *countingFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(c.FS, name) }

// A file is read again only once it has changed.
func TestCache(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.svg")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(aSVG)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if identity, _ := source.Identity(info); identity == "" {
		t.Fatal("this file system tells no time of change")
	}
	in := &countingFS{FS: source.OpenFolder(dir)}
	cache := new(Cache)
	first := cache.Read(in, "a.svg", false)
	again := cache.Read(in, "a.svg", false)
	if first.Err != nil || in.opened != 1 || again.Sum != first.Sum || again.Width != 24 || again.Folder != fs.FS(in) {
		t.Errorf("opened %d times: %+v", in.opened, again)
	}
	write(aSVG + " ")
	if changed := cache.Read(in, "a.svg", false); changed.Err != nil || changed.Sum == first.Sum || in.opened != 2 {
		t.Errorf("changed: opened %d times: %+v", in.opened, changed)
	}
	write("<svg/>")
	for range 2 {
		if refused := cache.Read(in, "a.svg", false); refused.Err == nil {
			t.Error("a refused file is taken from the cache")
		}
	}
	write(`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`)
	if allowed := cache.Read(in, "a.svg", true); allowed.Err != nil {
		t.Error(allowed.Err)
	}
	if refused := cache.Read(in, "a.svg", false); refused.Err == nil {
		t.Error("what another option allows is taken from the cache")
	}
}
