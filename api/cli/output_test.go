package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A failingOutput fails one write, as a disk does that is full for a moment.
type failingOutput struct {
	fails   int // the number of the write, from 0
	written bytes.Buffer
}

func (o *failingOutput) Write(p []byte) (int, error) {
	o.fails--
	if o.fails == -1 {
		return 0, errors.New("no space left on device")
	}
	return o.written.Write(p)
}

// A command fails if its report cannot be written in full.
func TestReportWriteFails(t *testing.T) {
	folder := t.TempDir()
	seeds := filepath.Join(folder, "acme.json")
	writeFile(t, seeds, []byte(damageSeed))
	for fails := range 2 {
		out := failingOutput{fails: fails}
		var stderr bytes.Buffer
		status := Run(context.Background(), []string{"check", seeds}, &out, &stderr)
		if whole := strings.Contains(out.written.String(), "acme.guide") && strings.Contains(out.written.String(), "2 manuals"); (status == exitDone) != whole {
			t.Errorf("write %d fails: exit status %d with the report %q\n%s", fails, status, &out.written, &stderr)
		}
	}
}

// A secret that cannot be written is nobody's: the error says how its token ends.
func TestSecretIsNotWritten(t *testing.T) {
	database := filepath.Join(t.TempDir(), "a.db")
	seed := filepath.Join(t.TempDir(), "acme.json")
	writeFile(t, seed, []byte(damageSeed))
	run(t, exitDone, "import", "--db", database, seed)
	var problems bytes.Buffer
	exit := Run(t.Context(), []string{"token", "create", "--brand", "acme", "--name", "build", "--db", database}, &failingOutput{}, &problems)
	told := regexp.MustCompile("Nobody has the secret of (tok_[a-z0-9]+): `designmanual token revoke (tok_[a-z0-9]+)` ends it").FindStringSubmatch(problems.String())
	if exit != exitFailed || told == nil || told[1] != told[2] {
		t.Fatalf("exit status %d: %s", exit, &problems)
	}
	run(t, exitDone, "token", "revoke", "--db", database, told[1])
}

// An error shows no control character of an argument or of another server's document,
// which a terminal would interpret.
func TestErrorsWithControlCharacters(t *testing.T) {
	t.Chdir(t.TempDir())
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if strings.HasSuffix(r.URL.Path, "/tokens.json") {
			fmt.Fprint(w, `{"color":{"\u001b[2J\u009b":{"$value":"\r","$type":"color"}}}`)
			return
		}
		fmt.Fprint(w, `{"id":"m1","slug":"acme","title":"T","url":"http://acme.example","visibility":"public","updatedAt":"2026-01-01T00:00:00Z","sections":[]}`)
	}))
	defer other.Close()
	for _, args := range [][]string{
		{"convert", "\x1b[2J.json"}, {"convert", "\u009b2J.json"}, {"list", "--db", "\x1b[2J"}, {"restore", "\x1b[2J\r"}, {"check", "2J\xff"}, {"list", "--\x1b[2J"}, {"serve", "\x1b[2J"},
		{"pull", other.URL + "/api/v1/manuals/acme.json"},
		{"init", "--brand", "acme", "--visibility", "public", "--name", "2J\xff"}, {"token", "new", "--brand", "acme", "--name", "2J\xff"},
	} {
		var stderr bytes.Buffer
		if exit := Run(t.Context(), args, &stderr, &stderr); exit == exitDone || !strings.Contains(stderr.String(), "2J") || strings.ContainsAny(stderr.String(), "\x1b\u009b\r\ufffd") {
			t.Errorf("%q: exit status %d, %q", args, exit, &stderr)
		}
	}
}
