package pages

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// An Archive is a ZIP archive of files, not compressed: the same bytes wherever
// it is made.
type Archive []archived

// An archived file has a name of its own.
type archived struct {
	name string
	file manual.File
}

// NewArchive makes the archive of the files in that order. The same bytes
// under the same name are in it once, and a second file of a name, compared
// without case, gets -2 before its extension.
func NewArchive(files []manual.File) Archive {
	var a Archive
	type content struct {
		name string
		sum  [sha256.Size]byte
	}
	seen, taken := make(map[content]bool), make(map[string]bool)
	for _, f := range files {
		this := content{f.Name, f.Sum}
		if seen[this] {
			continue
		}
		seen[this] = true
		name := strings.ReplaceAll(f.Name, `\`, "_") // which some programs take for a folder
		free := name
		for n := 2; taken[strings.ToLower(free)]; n++ {
			ext := path.Ext(name)
			free = strings.TrimSuffix(name, ext) + "-" + strconv.Itoa(n) + ext
		}
		taken[strings.ToLower(free)] = true
		a = append(a, archived{free, f})
	}
	return a
}

// Sum returns a SHA-256 that stands for the bytes of the archive.
func (a Archive) Sum() (sum [sha256.Size]byte) {
	h := sha256.New()
	fmt.Fprintln(h, "files.zip 1")
	for _, e := range a {
		fmt.Fprintf(h, "%q %x\n", e.name, e.file.Sum)
	}
	h.Sum(sum[:0])
	return sum
}

// Size returns the number of bytes of the archive: of the same one with empty
// files, and of what is in them.
func (a Archive) Size() int64 {
	var size counter
	out := zip.NewWriter(&size)
	for _, e := range a {
		_, _ = out.CreateHeader(e.header()) // counting does not fail
		size += counter(e.file.Size)
	}
	_ = out.Close()
	return int64(size)
}

// A counter counts what is written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// Write writes the archive, file by file, as the store has them.
func (a Archive) Write(ctx context.Context, w io.Writer, d *db.DB) error {
	out := zip.NewWriter(w)
	for _, e := range a {
		to, err := out.CreateHeader(e.header())
		if err != nil {
			return err
		}
		from, err := d.OpenFile(ctx, e.file.Sum, e.file.Size)
		if err == nil {
			_, err = io.Copy(to, from)
		}
		if err != nil {
			return fmt.Errorf("archiving %s: %w", e.name, err)
		}
	}
	return out.Close()
}

func (e *archived) header() *zip.FileHeader {
	return &zip.FileHeader{Name: e.name, Method: zip.Store, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
}
