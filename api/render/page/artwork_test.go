package page_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"designmanual/db/manual"
	"designmanual/seed/font"
)

// artwork returns the files of the fixtures by their addresses.
func artwork(t testing.TB) map[string]manual.File {
	t.Helper()
	files, err := readFixtures()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var readFixtures = sync.OnceValues(func() (map[string]manual.File, error) {
	files := make(map[string]manual.File)
	folder := os.DirFS(filepath.Join(goldens, ".."))
	for _, brand := range []string{"anseverte", "aoi", "designmanual", "quillwort", "ternholm", "varve"} {
		err := fs.WalkDir(folder, brand, func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := fs.ReadFile(folder, name)
			if err != nil {
				return err
			}
			f := manual.File{Ref: name, Name: path.Base(name), Sum: sha256.Sum256(data), Size: int64(len(data))}
			f.Width, f.Height = sizeOf(data)
			if path.Ext(name) == ".woff2" {
				f.Font = font.Read(data)
			}
			files[f.Path()] = f
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
})

func sizeOf(data []byte) (width, height int) {
	if config, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil {
		return config.Width, config.Height
	}
	if box := viewBox.FindSubmatch(data); box != nil {
		fmt.Sscan(string(box[1]), &width)
		fmt.Sscan(string(box[2]), &height)
	}
	return width, height
}

var (
	viewBox = regexp.MustCompile(`viewBox="0 0 ([0-9]+)[0-9.]* ([0-9]+)`)
	fileURL = regexp.MustCompile(`https://[^/"]*(?:/[a-z0-9-]+)?(/-/files/[^"]*)`)
)

// withFiles replaces the addresses of files in a block's content by their names
// in the seed file, and adds the files to the manual.
func withFiles(m *manual.Manual, content []byte, files map[string]manual.File) []byte {
	return fileURL.ReplaceAllFunc(content, func(url []byte) []byte {
		f := files[string(fileURL.FindSubmatch(url)[1])]
		m.Files = append(m.Files, f)
		return []byte(f.Ref)
	})
}

// readArtwork returns the file at a path of a page, nil if there is none.
func readArtwork(t testing.TB, files map[string]manual.File, url string) []byte {
	t.Helper()
	i := strings.Index(url, "/-/files/")
	if i < 0 || files[url[i:]].Ref == "" {
		return nil
	}
	data, err := os.ReadFile(filepath.Join(goldens, "..", files[url[i:]].Ref))
	if err != nil {
		t.Error(err)
	}
	return data
}
