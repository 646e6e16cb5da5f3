//go:build unix

package source

import (
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A swapped folder shows a regular file until it is opened: then there is a pipe.
type swapped struct {
	folder fs.FS
	before string
}

func (s swapped) Open(name string) (fs.File, error)          { return s.folder.Open(name) }
func (s swapped) Stat(string) (fs.FileInfo, error)           { return fs.Stat(s.folder, s.before) }
func (s swapped) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(s.folder, name) }

// A pipe that takes the place of a file between the look at it and its opening is
// refused without waiting for a writer.
func TestPipeInPlaceOfFile(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "file"))
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	files := swapped{OpenFolder(dir), "file"}
	if _, _, err := OpenAsset(files, "pipe.json"); err == nil || !strings.Contains(err.Error(), "was replaced") {
		t.Errorf("the pipe as a file that a seed file refers to: %v", err)
	}
	if s := ReadFS(files, "seeds"); len(s) != 1 || s[0].Err == nil || !strings.Contains(s[0].Err.Error(), "was replaced") {
		t.Errorf("the pipe as a seed file: %+v", s)
	}
}
