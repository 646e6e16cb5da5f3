package admin

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
)

const acme = `{ "brand": { "slug": "acme", "name": "Acme" }, "manuals": [
	{ "id": "man_guide", "slug": "guide", "primary": true, "title": "Guide", "visibility": "public", "updatedAt": "2026-05-04T09:30:00Z", "sections": [
		{ "id": "sec_color", "title": "Colour", "blocks": [ { "id": "blk", "type": "COLORS", "content": { "colors": [ { "name": "Blue", "hex": "#0B5FFF" }, { "name": "Sky", "hex": "sky" } ] } } ] },
		{ "id": "sec_old", "title": "Old", "hidden": true } ] },
	{ "id": "man_crew", "slug": "crew", "title": "Crew", "visibility": "private", "expiresAt": "2020-01-01T00:00:00Z", "updatedAt": "2026-05-04T09:30:00Z" } ] }`

const globex = `{ "brand": { "slug": "globex", "name": "Globex" }, "manuals": [
	{ "id": "man_globex", "slug": "guide", "title": "Globex", "visibility": "private", "updatedAt": "2026-05-04T09:30:00Z" } ] }`

// bothClients returns two clients of stores with the same content: one connects to a
// server, the other opens the database.
func bothClients(t *testing.T) (socket, process *Client) {
	t.Helper()
	folder := t.TempDir()
	first, second := filepath.Join(folder, "socket.db"), filepath.Join(folder, "process.db")
	store := open(t, first)
	ctx := context.Background()
	if _, err := seed.Import(ctx, store, []seed.Source{{Name: "acme.json", Data: []byte(acme)}}, seed.Options{Now: time.Now}); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"tok_build", "tok_expired", "tok_spare"} {
		token := db.AccessToken{ID: id, Brand: "acme", Name: "build", Sum: sha256.Sum256([]byte(id)), Created: time.Now().Add(-time.Hour), Expires: time.Now().Add(time.Hour)}
		if id == "tok_expired" {
			token.Expires = token.Created
		}
		if err := store.Update(ctx, func(tx *db.Tx) error { return tx.PutAccessToken(token) }); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := store.SessionKey(ctx); err != nil { // otherwise a backup would create a random one in each store
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(second, data, 0o600); err != nil {
		t.Fatal(err)
	}
	serve(t, open(t, first), time.Now)
	return dial(t, first), dial(t, second)
}

// A request is a call of a client. The requests are made in order, since some change
// the store.
type request struct {
	name  string
	do    func(*Client) (any, error)
	fails bool
}

func callOf[A, T any](call Call[A, T], argument A) func(*Client) (any, error) {
	return func(c *Client) (any, error) { return call.Do(context.Background(), c, argument) }
}

func importOf(o seed.Options, sources ...seed.Source) func(*Client) (any, error) {
	return func(c *Client) (any, error) { return c.Import(context.Background(), sources, o) }
}

func backupOf(c *Client) (any, error) {
	var copied bytes.Buffer
	err := c.Backup(context.Background(), &copied)
	return copied.Bytes(), err
}

func requests() []request {
	return []request{
		{"backup", backupOf, false},
		{"verify", callOf(Verify, None{}), false},
		{"manuals", callOf(Manuals, None{}), false},
		{"document", callOf(Document, DocumentRequest{"ACME", manual.ManualDocument}), false},
		{"document", callOf(Document, DocumentRequest{"acme.crew", manual.TokensDocument}), false},
		{"document", callOf(Document, DocumentRequest{"acme.crew", manual.ResolverDocument}), true},
		{"document", callOf(Document, DocumentRequest{"no/body?", manual.ManualDocument}), true},
		{"explain", callOf(Explain, "acme"), false},
		{"explain", callOf(Explain, "acme.crew"), false},
		{"explain", callOf(Explain, "nobody"), true},
		{"share", callOf(Share, ShareRequest{Slug: "acme", Lasts: time.Hour}), true},
		{"share", callOf(Share, ShareRequest{Slug: "globex", Draft: true, Lasts: time.Hour}), true},
		{"share", callOf(Share, ShareRequest{Slug: "acme.crew", Lasts: time.Hour}), true},
		{"import", importOf(seed.Options{DryRun: true}, seed.Source{Name: "a.json", Data: []byte(globex)}), false},
		{"import", importOf(seed.Options{}, seed.Source{Name: "a.json", Data: []byte(globex)}), false},
		{"share", callOf(Share, ShareRequest{Slug: "globex", Lasts: time.Hour, Key: []byte("key")}), false},
		{"import", importOf(seed.Options{}, seed.Source{Name: "a.json", Data: []byte(`{"brand":7}`)}), true},
		{"import", importOf(seed.Options{Prune: true}, logoSource(logoFiles), seed.Source{Name: "a.json", Data: []byte(globex)}), false},
		{"import", importOf(seed.Options{}, logoSource(fstest.MapFS{}), seed.Source{Name: "gone.json", Err: errors.New("gone")},
			seed.Source{Name: "b/\n\"ø.json", Data: []byte("\n\x00{\r\n--")}), true},
		{"tokens", callOf(Tokens, None{}), false},
		{"createToken", callOf(CreateToken, NewToken{Brand: "globex", Name: "x", Expires: time.Hour}), false},
		{"createToken", callOf(CreateToken, NewToken{Brand: "nobody", Name: "x"}), true},
		{"rotateToken", callOf(RotateToken, Rotation{ID: "tok_build", Overlap: time.Minute}), false},
		{"rotateToken", callOf(RotateToken, Rotation{ID: "tok_expired"}), true},
		{"revokeToken", callOf(RevokeToken, "tok_spare"), false},
		{"revokeToken", callOf(RevokeToken, "tok/none"), true},
		{"removeManual", callOf(RemoveManual, "acme"), true},
		{"removeManual", callOf(RemoveManual, "acme.crew"), false},
		{"removeManual", callOf(RemoveManual, "acme.crew"), true},
		{"removeBrand", callOf(RemoveBrand, "acme"), false},
		{"removeBrand", callOf(RemoveBrand, "acme"), true},
		{"manuals", callOf(Manuals, None{}), false},
	}
}

// Every call has the same result over the socket and in process.
func TestBothWaysAnswerAlike(t *testing.T) {
	socket, process := bothClients(t)
	left := (&Handler{}).routes()
	delete(left, "status") // called by Dial
	for i, r := range requests() {
		delete(left, r.name)
		one, failed := outcome(r, socket)
		other, alsoFailed := outcome(r, process)
		if one != other {
			t.Errorf("%d: %s\nsocket:  %.500s\nprocess: %.500s", i, r.name, one, other)
		}
		if failed != r.fails || alsoFailed != r.fails {
			t.Errorf("%d: %s: it fails: %t and %t, want %t: %.500s", i, r.name, failed, alsoFailed, r.fails, one)
		}
	}
	if len(left) > 0 {
		t.Errorf("no request calls %v", slices.Sorted(maps.Keys(left)))
	}
}

// outcome returns the result or the error of a request, with placeholders for random
// values and times.
func outcome(r request, c *Client) (text string, failed bool) {
	value, err := r.do(c)
	data, encoding := json.Marshal(value)
	if encoding != nil {
		return encoding.Error(), true
	}
	if text = string(data); err != nil {
		text = err.Error()
	}
	for pattern, stand := range map[string]string{
		`dmt_[0-9A-Za-z]{49}`:                   "SECRET",
		`tok_[0-9a-z]{12}`:                      "TOKEN",
		`share=[0-9]+\.[-_0-9A-Za-z]+`:          "share=LINK",
		`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*Z`: "TIME",
	} {
		text = regexp.MustCompile(pattern).ReplaceAllString(text, stand)
	}
	return text, err != nil
}

// An import that a server refuses, because it would break what others use, is no failure of the server.
func TestRefusedImportIsNoFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "refused.db")
	store := open(t, path)
	var log bytes.Buffer
	h := handler(store, time.Now)
	h.RefuseBreaking, h.Log = true, slog.New(slog.NewTextHandler(&log, nil))
	serveHandler(t, h)
	client := dial(t, path)
	for _, tt := range []struct{ name, text, want string }{
		{"first", acme, ""},
		{"renamed", strings.ReplaceAll(acme, `"slug": "guide"`, `"slug": "book"`), "the slug guide becomes book"},
	} {
		log.Reset()
		_, err := client.Import(t.Context(), []seed.Source{{Name: "acme.json", Data: []byte(tt.text)}}, seed.Options{})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
		if strings.Contains(log.String(), "level=ERROR") {
			t.Errorf("%s: log: %s", tt.name, &log)
		}
	}
}
