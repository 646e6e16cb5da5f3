package manual

import (
	"archive/zip"
	"crypto/sha256"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"time"
)

// An Archive is an uncompressed ZIP archive of files, each with a name of its own.
// The same files always give the same bytes.
type Archive []File

// NewArchive returns the archive of the files, in their order. Files of the same
// name and content are in it once. Other files of the same name, in any case, get
// -2, -3 and so on before the extension.
func NewArchive(files []File) Archive {
	var a Archive
	seen, taken, last := make(map[File]bool), make(map[string]bool), make(map[string]int)
	for _, f := range files {
		f = File{Name: f.Name, Sum: f.Sum, Size: f.Size}
		if seen[f] {
			continue
		}
		seen[f] = true
		name := strings.ReplaceAll(f.Name, `\`, "_") // some programs take it for a folder separator
		f.Name = name
		for n := max(last[name], 1) + 1; taken[strings.ToLower(f.Name)]; n++ {
			ext := path.Ext(name)
			f.Name = strings.TrimSuffix(name, ext) + "-" + strconv.Itoa(n) + ext
			last[name] = n
		}
		taken[strings.ToLower(f.Name)] = true
		a = append(a, f)
	}
	return a
}

// Sum returns a SHA-256 that identifies the bytes of the archive.
func (a Archive) Sum() [sha256.Size]byte {
	h := sha256.New()
	fmt.Fprintln(h, "files.zip 1")
	for _, f := range a {
		fmt.Fprintf(h, "%q %x\n", f.Name, f.Sum)
	}
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	return sum
}

// Size returns the number of bytes of the archive.
func (a Archive) Size() int64 {
	var size counter
	out := zip.NewWriter(&size)
	for _, f := range a {
		_, _ = out.CreateHeader(archiveHeader(f)) // a counter does not fail
		size += counter(f.Size)
	}
	_ = out.Close()
	return int64(size)
}

// A counter counts the bytes written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// Write writes the archive. It calls write for the content of each file.
func (a Archive) Write(w io.Writer, write func(io.Writer, File) error) error {
	out := zip.NewWriter(w)
	for _, f := range a {
		to, err := out.CreateHeader(archiveHeader(f))
		if err != nil {
			return err
		}
		if err := write(to, f); err != nil {
			return fmt.Errorf("archiving %s: %w", f.Name, err)
		}
	}
	return out.Close()
}

func archiveHeader(f File) *zip.FileHeader {
	return &zip.FileHeader{Name: f.Name, Method: zip.Store, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
}
