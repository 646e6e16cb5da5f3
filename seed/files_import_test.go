package seed

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/source"
)

// stored reports whether the store has a file with that content.
func stored(t *testing.T, store *db.DB, text string) bool {
	t.Helper()
	got, err := io.ReadAll(store.File(store.Index(), manual.File{Sum: sha256.Sum256([]byte(text)), Size: int64(len(text))}))
	if errors.Is(err, db.ErrNotFound) {
		return false
	}
	if err != nil || string(got) != text {
		t.Fatalf("%q, %v; want %q", got, err, text)
	}
	return true
}

// An import of files that are being changed changes nothing.
func TestFilesChanging(t *testing.T) {
	store, dir := openStore(t), t.TempDir()
	put(t, dir+"/a.zip", "PK\x03\x04 one")
	put(t, dir+"/acme.json", string(acme(aManual("guide", `"sections":[{"title":"Files","type":"DOWNLOADS","content":{"files":[{"name":"A","url":"a.zip"}]}}]`)).Data))
	importAll(t, store, Options{}, source.ReadPaths([]string{dir})...)
	before, _ := body(t, store, "acme.guide", manual.ManualDocument)
	put(t, dir+"/a.zip", "PK\x03\x04 two")
	read := false
	_, err := Import(t.Context(), store, source.ReadPaths([]string{dir}), Options{HasChanged: func() bool {
		read = true
		return true
	}})
	if !read || !errors.Is(err, source.ErrChanged) {
		t.Errorf("the import ends with %v", err)
	}
	if after, _ := body(t, store, "acme.guide", manual.ManualDocument); !bytes.Equal(after, before) || !stored(t, store, "PK\x03\x04 one") || stored(t, store, "PK\x03\x04 two") {
		t.Error("the import has changed the store")
	}
}

// A server that watches does not read a file again that it knows, and does where another one of the
// same size and time has taken its place.
func TestFilesRemembered(t *testing.T) {
	store, dir, day := openStore(t), t.TempDir(), time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)
	put(t, dir+"/acme.json", string(acme(aManual("guide", `"sections":[{"title":"Files","type":"DOWNLOADS","content":{"files":[{"name":"A","url":"a.zip"}]}}]`)).Data))
	o := Options{AssetCache: new(AssetCache)}
	for _, text := range []string{"PK\x03\x04 one", "PK\x03\x04 two", "PK\x03\x04 six"} {
		put(t, dir+"/a.zip~", text)
		if err := errors.Join(os.Chtimes(dir+"/a.zip~", day, day), os.Rename(dir+"/a.zip~", dir+"/a.zip")); err != nil {
			t.Fatal(err)
		}
		importAll(t, store, o, source.ReadPaths([]string{dir})...)
		if !stored(t, store, text) {
			t.Errorf("%q is not stored", text)
		}
	}
}

// TestFilesImported follows files from the folder of the seed file into the store
// and out of it.
func TestFilesImported(t *testing.T) {
	store, dir := openStore(t), t.TempDir()
	put(t, dir+"/logo/mark.svg", aSVG)
	put(t, dir+"/a b.png", aPNG(t))
	put(t, dir+"/barlow.woff2", "wOF2 barlow")
	put(t, dir+"/secret.zip", "PK\x03\x04 hidden")
	put(t, dir+"/draft.zip", "PK\x03\x04 draft")
	text := func(secret string) string {
		return string(acme(aManual("guide", `"sections":[
			{"title":"Logo","blocks":[{"type":"LOGO","content":{"logos":[{"name":"Mark","url":"logo/mark.svg","n":1.0},{"url":"./logo/mark.svg"},{"url":"https://acme.example/logo/mark.svg"}]}}]},
			{"title":"Images","type":"IMAGE","content":{"images":[{"url":"a%20b.png","alt":"a%20b.png"},{"url":"logo/mark.svg"}]}},
			{"title":"Type","blocks":[{"type":"TYPOGRAPHY","content":{"fonts":[{"family":"Barlow","files":[{"url":"barlow.woff2","weight":"400"}]},{"family":"Barlow Bold","shared":true,"files":[{"url":"barlow.woff2"}]}]}}]},
			{"title":"Files","hidden":`+secret+`,"blocks":[{"type":"DOWNLOADS","content":{"files":[{"name":"All","url":"secret.zip"}]}}]}]`),
			aManual("draft", `"primary":true`, `"published":false`, `"sections":[{"title":"F","type":"DOWNLOADS","content":{"files":[{"name":"D","url":"draft.zip"}]}}]`)).Data)
	}
	put(t, dir+"/acme.json", text("true"))
	read := func() []Source { return source.ReadPaths([]string{dir}) }
	importAll(t, store, Options{DryRun: true}, read()...)
	if stored(t, store, aSVG) {
		t.Error("a dry run stores files")
	}
	importAll(t, store, Options{}, read()...)
	var files []string
	for _, f := range find(store.Index(), "acme.guide").Files {
		files = append(files, fmt.Sprintf("%s %s %d %d×%d %t", f.Ref, f.Name, f.Size, f.Width, f.Height, f.Shared))
	}
	want := fmt.Sprintf("logo/mark.svg mark.svg %d 24×11 false, ./logo/mark.svg mark.svg %[1]d 24×11 false, a%%20b.png a b.png %d 3×2 false, barlow.woff2 barlow.woff2 11 0×0 true", len(aSVG), len(aPNG(t)))
	if got := strings.Join(files, ", "); got != want {
		t.Errorf("files %s\nwant %s", got, want)
	}
	if !stored(t, store, aSVG) || !stored(t, store, aPNG(t)) || !stored(t, store, "wOF2 barlow") || stored(t, store, "PK\x03\x04 hidden") || !stored(t, store, "PK\x03\x04 draft") {
		t.Error("other files are stored than those on the page and those of the draft")
	}
	document, _ := body(t, store, "acme.guide", manual.ManualDocument)
	address := func(text, name string) string {
		sum := sha256.Sum256([]byte(text))
		return fmt.Sprintf("http://acme.localhost:8080/guide/-/files/%x/%s", sum[:8], name)
	}
	for _, want := range []string{
		`{"logos":[{"name":"Mark","url":"` + address(aSVG, "mark.svg") + `","n":1.0},{"url":"` + address(aSVG, "mark.svg") + `"},{"url":"https://acme.example/logo/mark.svg"}]}`,
		`{"images":[{"url":"` + address(aPNG(t), "a%20b.png") + `","alt":"a%20b.png"},{"url":"` + address(aSVG, "mark.svg") + `"}]}`,
	} {
		if !strings.Contains(string(document), want) {
			t.Errorf("%s\nwant in it %s", document, want)
		}
	}

	index := store.Index()
	importAll(t, store, Options{}, read()...)
	if store.Index() != index {
		t.Error("the same files again change the store")
	}
	put(t, dir+"/barlow.woff2", "wOF2 other")
	report := importAll(t, store, Options{Now: func() time.Time { return clock().Add(time.Hour) }}, read()...)
	if document, _ := body(t, store, "acme.guide", manual.ManualDocument); !strings.Contains(string(document), `"updatedAt":"2026-06-01T13:00:00Z"`) || status(t, report, "acme.guide") != Changed {
		t.Errorf("another file of the name changes nothing: %s", document)
	}
	if stored(t, store, "wOF2 barlow") || !stored(t, store, "wOF2 other") {
		t.Error("the file that nothing names any more is still there, or the new one is not")
	}
	put(t, dir+"/acme.json", text("false"))
	importAll(t, store, Options{}, read()...)
	if !stored(t, store, "PK\x03\x04 hidden") {
		t.Error("a file of a part that is shown now is not stored")
	}
	site, err := manual.ParseSite("https://manuals.example.com")
	if err != nil {
		t.Fatal(err)
	}
	if err := SetSite(context.Background(), store, site); err != nil {
		t.Fatal(err)
	}
	if document, _ := body(t, store, "acme.guide", manual.ManualDocument); !strings.Contains(string(document), `"url":"https://acme.manuals.example.com/guide/-/files/`) {
		t.Errorf("the addresses of files do not follow the base URL: %s", document)
	}
	importAll(t, store, Options{Prune: true}, acme(aManual("other")))
	if stored(t, store, aSVG) {
		t.Error("the files of a manual that is gone are still there")
	}
}

// A refused import stores no file, whether the files or the store show the error.
func TestRefusedImportStoresNoFiles(t *testing.T) {
	store, dir := openStore(t), t.TempDir()
	importAll(t, store, Options{}, acme(aManual("guide", `"sections":[{"id":"a","title":"A","anchor":"first"}]`)))
	index := store.Index()
	put(t, dir+"/mark.svg", aSVG)
	for _, section := range []string{
		`{"title":"L","type":"LOGO","content":{"logos":[{"url":"mark.svg"},{"url":"none.svg"}]}}`,
		`{"id":"a","anchor":"second","title":"L","type":"LOGO","content":{"logos":[{"url":"mark.svg"}]}}`,
	} {
		put(t, dir+"/acme.json", string(acme(aManual("guide", `"sections":[`+section+`]`)).Data))
		problemsOf(t, store, Options{Now: clock}, source.ReadPaths([]string{dir})...)
		if stored(t, store, aSVG) || store.Index() != index {
			t.Errorf("the store changed with %s", section)
		}
	}
}

// changing is a file system whose files change each time they are opened.
type changing struct {
	fs.FS
	opened *int
}

func (c changing) Open(name string) (fs.File, error) {
	*c.opened++
	f, err := c.FS.Open(fmt.Sprintf("%d/%s", min(*c.opened, 2), name))
	return f, err
}

func (c changing) Stat(name string) (fs.FileInfo, error) { return fs.Stat(c.FS, "1/"+name) }

// An import fails without effect if a file changes between check and import.
func TestFileChangesDuringImport(t *testing.T) {
	store, dir := openStore(t), t.TempDir()
	put(t, dir+"/1/a.bin", "one")
	put(t, dir+"/2/a.bin", "two")
	source := acme(aManual("guide", `"sections":[{"title":"F","type":"DOWNLOADS","content":{"files":[{"url":"a.bin"}]}}]`))
	source.Files = changing{os.DirFS(dir), new(int)}
	_, err := Import(context.Background(), store, []Source{source}, Options{Now: clock})
	if err == nil || !strings.Contains(err.Error(), ": a.bin: ") || store.Index().Brand("acme") != nil || stored(t, store, "two") {
		t.Errorf("error %v", err)
	}
}
