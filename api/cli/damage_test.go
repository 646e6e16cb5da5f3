package cli

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"designmanual/api"
	"designmanual/db"
	"designmanual/db/manual"
)

const damageSeed = `{ "brand": { "slug": "acme", "name": "Acme" }, "manuals": [
	{ "id": "man_guide", "slug": "guide", "primary": true, "title": "Guide", "visibility": "public", "sections": [
		{ "title": "Colour", "blocks": [ { "type": "COLORS", "content": { "colors": [ { "name": "Acme Blue", "hex": "#0B5FFF" } ] } } ] } ] },
	{ "id": "man_crew", "slug": "crew", "title": "Crew", "visibility": "public", "sections": [ { "title": "People" } ] } ] }`

// damagePaths are the documents of the seed file, and the manuals they are of.
func damagePaths() map[string]string {
	return map[string]string{
		"/api/v1/manuals/acme.json":             "man_guide",
		"/api/v1/manuals/acme/tokens.json":      "man_guide",
		"/api/v1/manuals/acme.crew.json":        "man_crew",
		"/api/v1/manuals/acme.crew/tokens.json": "man_crew",
	}
}

// run carries out a command line that is to end with that status.
func run(t *testing.T, status int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errors bytes.Buffer
	if got := Run(context.Background(), args, &out, &errors); got != status {
		t.Fatalf("%q: exit status %d, want %d\n%s%s", args, got, status, &out, &errors)
	}
	return out.String(), errors.String()
}

// soundStore returns the bytes of a database of the seed file.
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

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// readAll reads every document over HTTP from a database; the error is that
// of opening it.
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
		response, err := client.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		answers[path] = answered{response.StatusCode, response.Header.Get("ETag"), string(body)}
	}
	client.CloseIdleConnections()
	server.Close() // the log is written
	return answers, lines.String(), nil
}

type answered struct {
	status    int
	tag, body string
}

// A flipped byte is nowhere a wrong body: it is a 500 that the log explains,
// or a store that does not open and says so. doctor and restore find whatever
// a reader could meet, and restore then leaves everything as it was.
func TestFlippedBytes(t *testing.T) {
	sound := soundStore(t)
	folder := t.TempDir()
	damaged, restored := filepath.Join(folder, "damaged.db"), filepath.Join(folder, "restored.db")
	writeFile(t, damaged, sound)
	right, _, err := readAll(t, damaged)
	if err != nil {
		t.Fatal(err)
	}
	const places = 127 // no divisor of the page size
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
}

// checkDoctorAndRestore holds the two against each other and against what
// readers met: whole, or not.
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

// A byte flipped in each body by itself is a 500 for that document alone,
// named by doctor, and refused by restore, which leaves the database be.
func TestFlippedBodies(t *testing.T) {
	sound := soundStore(t)
	folder := t.TempDir()
	damaged, standing := filepath.Join(folder, "damaged.db"), filepath.Join(folder, "standing.db")
	writeFile(t, damaged, sound)
	writeFile(t, standing, sound)
	right, _, err := readAll(t, damaged)
	if err != nil {
		t.Fatal(err)
	}
	for path, id := range damagePaths() {
		t.Run(path, func(t *testing.T) {
			body := right[path].body
			if strings.Count(string(sound), body) == 0 || manual.Fingerprint([]byte(body)) != strings.Trim(right[path].tag, `"`) {
				t.Fatalf("the file does not hold the body of %s as it is served", path)
			}
			data := bytes.Clone(sound)
			for at := 0; ; at++ { // wherever it stands: two manuals may have the same tokens
				next := bytes.Index(sound[at:], []byte(body))
				if next < 0 {
					break
				}
				at += next
				data[at+len(body)/2] ^= 1
			}
			writeFile(t, damaged, data)
			answers, log, err := readAll(t, damaged)
			if err != nil {
				t.Fatal(err)
			}
			for other, a := range answers {
				damaged := right[other].body == body
				if (a.status == 500) != damaged || !damaged && a != right[other] {
					t.Errorf("%s: %d %s", other, a.status, a.body)
				}
			}
			if !strings.Contains(log, "level=ERROR") || !strings.Contains(log, id) {
				t.Errorf("the log does not name %s: %s", id, log)
			}
			if out, _ := run(t, exitFailed, "doctor", "--db", damaged); !strings.Contains(out, id) || !strings.Contains(out, "its hash does not hold") {
				t.Errorf("doctor says: %s", out)
			}
			if _, out := run(t, exitFailed, "restore", "--force", "--db", standing, damaged); !strings.Contains(out, id) {
				t.Errorf("restore says: %s", out)
			}
			if now, err := os.ReadFile(standing); err != nil || !bytes.Equal(now, sound) {
				t.Errorf("the database is not as it was (%v)", err)
			}
		})
	}
}
