package seed

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/source"
)

// openedFiles is a folder that notes which files are opened.
type openedFiles struct {
	fs.FS
	names *[]string
}

func (o openedFiles) Open(name string) (fs.File, error) {
	*o.names = append(*o.names, name)
	return o.FS.Open(name)
}

func (o openedFiles) Stat(name string) (fs.FileInfo, error) { return fs.Stat(o.FS, name) }

// aHistory is a folder of seed files and two stores: an import into the first leaves
// out what is unchanged, one into the second reads everything.
type aHistory struct {
	*testing.T
	dir    string
	stores [2]*db.DB
	opened []string // by the last import into the first store
	err    error    // of the last import
}

func (h *aHistory) put(name, text string) { put(h.T, filepath.Join(h.dir, name), text) }

func (h *aHistory) read(name string) string {
	text, err := os.ReadFile(filepath.Join(h.dir, name))
	if err != nil {
		h.Fatal(err)
	}
	return string(text)
}

func (h *aHistory) edit(name, from, to string) {
	h.Helper()
	text := h.read(name)
	if !strings.Contains(text, from) {
		h.Fatalf("%s has no %s", name, from)
	}
	h.put(name, strings.Replace(text, from, to, 1))
}

// update changes both stores.
func (h *aHistory) update(change func(tx *db.Tx) error) {
	h.Helper()
	for _, store := range h.stores {
		if err := store.Update(h.Context(), change); err != nil {
			h.Fatal(err)
		}
	}
}

// result returns what an import answers.
func (h *aHistory) result(store *db.DB, sources []Source, o Options) string {
	h.Helper()
	o.Now = clock
	report, err := Import(h.Context(), store, sources, o)
	var problems Problems
	if h.err = err; err != nil && !errors.As(err, &problems) {
		h.Fatal(err)
	}
	if report != nil {
		report.Missing = nil
	}
	text, err := json.MarshalIndent([]any{report, problems}, "", " ")
	if err != nil {
		h.Fatal(err)
	}
	return string(text)
}

// step imports the files into both stores and compares them.
func (h *aHistory) step(o Options, paths ...string) {
	h.Helper()
	for i := range paths {
		paths[i] = filepath.Join(h.dir, paths[i])
	}
	if paths == nil {
		paths = []string{h.dir}
	}
	sources := source.ReadPaths(paths)
	h.opened = nil
	for i := range sources {
		sources[i].Files = openedFiles{sources[i].Files, &h.opened}
	}
	all := o
	all.Missing = true // which reads all files
	got, want := h.result(h.stores[0], sources, o), h.result(h.stores[1], source.ReadPaths(paths), all)
	if got != want {
		h.Fatalf("without unchanged files the import answers\n%s\nwith them\n%s", got, want)
	}
	compareStores(h.T, h.stores[0], h.stores[1], true)
}

// equalsFresh checks that the store serves what a new one does into which the files are
// imported, unless they are refused.
func (h *aHistory) equalsFresh(o Options) {
	h.Helper()
	if h.err != nil {
		return
	}
	store := openStore(h.T)
	if err := SetSite(h.Context(), store, h.stores[0].Index().Site); err != nil {
		h.Fatal(err)
	}
	o.Now = clock
	if _, err := Import(h.Context(), store, source.ReadPaths([]string{h.dir}), o); err == nil { // without history a primary manual may be missing
		compareStores(h.T, h.stores[0], store, false)
	}
}

func compareStores(t *testing.T, left, right *db.DB, editorial bool) {
	t.Helper()
	got, want := contents(t, left, editorial), contents(t, right, editorial)
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("stores differ:\n%.3000s\nexpected\n%.3000s", strings.Join(got[min(i, len(got)):], "\n"), strings.Join(want[min(i, len(want)):], "\n"))
		}
	}
}

// contents returns everything that a store says of its brands and manuals, on demand
// with what only their administration reads.
func contents(t *testing.T, store *db.DB, editorial bool) (lines []string) {
	t.Helper()
	err := store.View(t.Context(), func(tx *db.Tx) error {
		for b := range tx.Index().Brands() {
			lines = append(lines, fmt.Sprintf("%+v", b.Brand))
			for e := range b.Manuals() {
				lines = append(lines, fmt.Sprintf("%s %s %q %s %t %t %t %s %s %s %s %+v %+v", e.ID, e.Slug, e.Title, e.Subdomain, e.Primary, e.Flagged,
					e.Published, e.Visibility, e.UpdatedAt, e.ExpiresAt, e.Password, e.Files, e.Drafts))
				ed, err := tx.Editorial(e)
				if err != nil {
					return err
				}
				if editorial {
					lines = append(lines, fmt.Sprintf("%+v", ed))
				}
				for _, d := range e.Documents {
					body, err := tx.Body(e, d.Kind)
					if err != nil {
						return err
					}
					lines = append(lines, fmt.Sprintf("%s %s %s", d.Kind, d.ETag(), body))
				}
			}
		}
		for token := range tx.Index().Tokens() {
			lines = append(lines, fmt.Sprintf("%s %s %s %x", token.ID, token.Brand, token.File, token.Sum))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 0h4v2z"/></svg>`

// newHistory returns a folder that has been imported once.
func newHistory(t *testing.T) *aHistory {
	h := &aHistory{T: t, dir: t.TempDir()}
	for i := range h.stores {
		h.open(i, filepath.Join(t.TempDir(), "test.db"))
		t.Cleanup(func() { h.stores[i].Close() })
	}
	for name, text := range map[string]string{
		"acme.json": `{"brand":{"slug":"acme","name":"Acme","domains":["acme.example"],"cover":{"logo":"cover.svg"},
			"access":[{"id":"ci","name":"ci","sha256":"` + strings.Repeat("ab", 32) + `","expires":null}]},"manuals":[
			{"id":"m1","slug":"guide","primary":true,"title":"Guide","visibility":"public","updatedAt":"2026-05-04T09:30:00Z","sections":[
			{"id":"s","anchor":"s","title":"Part","blocks":[
			{"id":"a","anchor":"a","type":"TEXT","content":{"html":{"file":"voice.md"}}},
			{"id":"b","anchor":"b","type":"COLORS","content":{"colors":[{"name":"Blue","hex":"#00F"}]}},
			{"id":"e","type":"COLORS","content":{}},
			{"id":"c","anchor":"c","type":"LOGO","content":{"logos":[{"name":"Mark","url":"mark.svg"}]}}]}]}]}`,
		"acme-more.json": `{"brand":"acme","manuals":[{"id":"m2","slug":"more","title":"More","visibility":"public","updatedAt":"2026-05-04T09:30:00Z","sections":[
			{"id":"s","anchor":"s","title":"Part","blocks":[{"id":"a","anchor":"a","type":"TEXT","content":{"html":"<p>See the <a href=\"/guide\">guide</a>.</p>"}}]}]},
			{"id":"m3","slug":"third","title":"Third","subdomain":"third","visibility":"unlisted","sections":[{"id":"s","anchor":"s","title":"Part"}]}]}`,
		"bison.json":  `{"brand":{"slug":"bison","name":"Bison"},"manuals":[]}`,
		"bison2.json": `{"brand":"bison","manuals":[{"id":"b1","slug":"one","primary":false,"title":"One","visibility":"public","sections":[{"id":"s","anchor":"s","title":"Part","blocks":[{"id":"c","anchor":"c","type":"LOGO","content":{"logos":[{"name":"Mark","url":"mark.svg"}]}}]}]}]}`,
		"voice.md":    "Say *less*.\n", "mark.svg": svg, "cover.svg": strings.Replace(svg, "4v2", "3v1", 1),
	} {
		h.put(name, text)
	}
	h.step(Options{})
	h.step(Options{})
	h.expectUnread()
	return h
}

// expectUnread checks that the last import has not read the assets.
func (h *aHistory) expectUnread() {
	h.Helper()
	if slices.Contains(h.opened, "mark.svg") || slices.Contains(h.opened, "cover.svg") {
		h.Fatalf("an import of unchanged files has opened %q", h.opened)
	}
}

// damage changes a stored document of a manual in both stores.
func (h *aHistory) damage(id string, kind manual.DocumentKind) {
	h.Helper()
	for i, store := range h.stores {
		d, _ := store.Index().Manual(id).Document(kind)
		if err := store.Close(); err != nil {
			h.Fatal(err)
		}
		file, err := bolt.Open(store.Path(), 0o600, nil)
		if err != nil {
			h.Fatal(err)
		}
		err = file.Update(func(tx *bolt.Tx) error { return tx.Bucket([]byte("objects")).Put(d.Object[:], []byte("x")) })
		if err := errors.Join(err, file.Close()); err != nil {
			h.Fatal(err)
		}
		h.open(i, store.Path())
	}
}

func (h *aHistory) open(i int, path string) {
	h.Helper()
	var err error
	if h.stores[i], err = db.Open(path); err != nil {
		h.Fatal(err)
	}
}

// sameTime writes a file in place with the size and the time of modification that it had.
func sameTime(h *aHistory, name, text string) {
	path := filepath.Join(h.dir, name)
	info, err := os.Stat(path)
	if err != nil || int(info.Size()) != len(text) {
		h.Fatal(err, info.Size(), len(text))
	}
	h.put(name, text)
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		h.Fatal(err)
	}
}
