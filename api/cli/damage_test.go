package cli

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"designmanual/api"
	"designmanual/db"
)

const damageSeed = `{ "brand": { "slug": "acme", "name": "Acme" }, "manuals": [
	{ "id": "man_guide", "slug": "guide", "primary": true, "title": "Guide", "visibility": "public", "sections": [
		{ "title": "Colour", "blocks": [ { "type": "COLORS", "content": { "colors": [ { "name": "Acme Blue", "hex": "#0B5FFF" } ] } } ] } ] },
	{ "id": "man_crew", "slug": "crew", "title": "Crew", "visibility": "public", "sections": [ { "title": "People" } ] } ] }`

// damagePaths returns the paths of the documents, with the ids of their manuals.
func damagePaths() map[string]string {
	return map[string]string{
		"/api/v1/manuals/acme.json":             "man_guide",
		"/api/v1/manuals/acme/tokens.json":      "man_guide",
		"/api/v1/manuals/acme.crew.json":        "man_crew",
		"/api/v1/manuals/acme.crew/tokens.json": "man_crew",
	}
}

// soundStore returns the content of a database with the manuals of damageSeed.
func soundStore(t *testing.T) []byte {
	t.Helper()
	folder := t.TempDir()
	database, seeds := filepath.Join(folder, "sound.db"), filepath.Join(folder, "acme.json")
	writeFile(t, seeds, []byte(damageSeed))
	run(t, exitDone, "import", "--db", database, seeds)
	backup := filepath.Join(folder, "backup.db")
	run(t, exitDone, "backup", "--db", database, backup)
	data, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// readAll requests every document of a database over HTTP. The error is from opening
// the database.
func readAll(t *testing.T, database string) (answers map[string]answered, log string, err error) {
	t.Helper()
	store, err := db.Open(database)
	if err != nil {
		return nil, "", err
	}
	defer store.Close()
	var lines bytes.Buffer
	handler := api.New(store, api.Options{Log: slog.New(slog.NewTextHandler(&lines, nil))})
	handler.SetReady(true)
	server := httptest.NewServer(handler)
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	answers = make(map[string]answered)
	for path := range damagePaths() {
		response, body := fetch(t, client, server.URL+path)
		answers[path] = answered{response.StatusCode, response.Header.Get("ETag"), body}
	}
	client.CloseIdleConnections()
	server.Close() // now the log is complete
	return answers, lines.String(), nil
}

type answered struct {
	status    int
	tag, body string
}

// A flipped byte never leads to a wrong body: the database does not open, or the
// answer is a 500 and the log says why. doctor and restore find all damage that a
// reader can see, and restore then changes nothing.
func TestFlippedBytes(t *testing.T) {
	t.Parallel()
	sound := soundStore(t)
	folder := t.TempDir()
	damaged, restored := filepath.Join(folder, "damaged.db"), filepath.Join(folder, "restored.db")
	writeFile(t, damaged, sound)
	right, _, err := readAll(t, damaged)
	if err != nil {
		t.Fatal(err)
	}
	const places = 127 // does not divide the page size
	for i := range places {
		at := i * len(sound) / places
		data := bytes.Clone(sound)
		data[at] ^= 0x20
		writeFile(t, damaged, data)
		answers, log, opening := readAll(t, damaged)
		whole := opening == nil
		if opening != nil && !strings.Contains(opening.Error(), "designmanual restore") {
			t.Errorf("byte %d: opening says %q, which does not name restore", at, opening)
		}
		for path, a := range answers {
			if a == right[path] {
				continue
			}
			whole = false
			if a.status != 500 || !strings.Contains(log, damagePaths()[path]) || strings.Contains(a.body, "hash") {
				t.Errorf("byte %d: %s: %d %s\nlog: %s", at, path, a.status, a.body, log)
			}
		}
		writeFile(t, damaged, data)
		checkDoctorAndRestore(t, at, damaged, restored, whole)
	}
	t.Attr("rounds", strconv.Itoa(places))
	t.Attr("faults", strconv.Itoa(places))
}

// checkDoctorAndRestore checks that doctor and restore agree with each other and with
// the readers, who saw damage unless whole is true.
func checkDoctorAndRestore(t *testing.T, at int, damaged, restored string, whole bool) {
	t.Helper()
	var out bytes.Buffer
	status := Run(context.Background(), []string{"doctor", "--db", damaged}, &out, &out)
	if status == exitDone && !whole {
		t.Errorf("byte %d: readers met damage, and doctor says: %s", at, &out)
	}
	if status != exitDone && !strings.Contains(out.String(), "designmanual restore") {
		t.Errorf("byte %d: doctor does not name restore: %s", at, &out)
	}
	if got := Run(context.Background(), []string{"restore", "--db", restored, damaged}, &out, &out); got != status {
		t.Errorf("byte %d: exit status of doctor %d, of restore %d\n%s", at, status, got, &out)
	}
	if err := os.Remove(restored); (err == nil) != (status == exitDone) {
		t.Errorf("byte %d: exit status %d, and then: %v", at, status, err)
	}
}

// A damaged file is a 500 for its readers, and doctor names it. It is in nobody's way: not of a server
// on another base URL, nor of an import that mends it.
func TestDamagedFile(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	notes := bytes.Repeat([]byte("notes for printers "), 100)
	writeFile(t, "notes.txt", notes)
	writeFile(t, "acme.json", []byte(`{ "brand": { "slug": "acme", "name": "Acme" }, "manuals": [
	{ "slug": "guide", "title": "Guide", "visibility": "public", "sections": [
		{ "title": "Files", "blocks": [ { "type": "DOWNLOADS", "content": { "files": [ { "name": "Notes", "url": "notes.txt" } ] } } ] } ] } ] }`))
	run(t, exitDone, "import", "acme.json")
	data, err := os.ReadFile("designmanual.db")
	if err != nil {
		t.Fatal(err)
	}
	data[bytes.Index(data, notes[:64])] ^= 1
	writeFile(t, "designmanual.db", data)

	listen := freeAddress(t)
	site := "http://" + listen
	newServer(t, "--listen", listen, "--base-url", site, "--brand", "acme").address()
	_, document := fetch(t, http.DefaultClient, site+"/api/v1/manuals/acme.json")
	_, rest, _ := strings.Cut(document, site+"/-/files/")
	path, _, _ := strings.Cut(rest, `"`)
	address := site + "/-/files/" + path
	if response, body := fetch(t, http.DefaultClient, address); response.StatusCode != 500 {
		t.Errorf("%s: %s\n%s", path, response.Status, body)
	}
	if out, _ := run(t, exitFailed, "doctor"); !strings.Contains(out, "the file notes.txt: piece 0: its hash does not match") {
		t.Errorf("doctor: %s", out)
	}
	run(t, exitDone, "import", "acme.json")
	if response, body := fetch(t, http.DefaultClient, address); response.StatusCode != 200 || body != string(notes) {
		t.Errorf("%s after an import: %s\n%s", path, response.Status, body)
	}
}
