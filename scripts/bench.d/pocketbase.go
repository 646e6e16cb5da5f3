package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"os"
)

// pocketBase is the newest release that builds with the Go of this
// repository's programs: the sides are to differ by what they do, not by
// their compiler.
const pocketBase = "v0.36.8"

// pocketBaseServer starts PocketBase with a collection that anyone may read:
// each body is the JSON field of a record, which is read by its id. Its log
// of requests is off, and it has no limit of requests.
func (w *workshop) pocketBaseServer(ctx context.Context, bodies []*body) (*side, error) {
	s := &side{Name: "PocketBase", Version: pocketBase, GOGC: gogc(), taken: manualField}
	if _, err := output(ctx, []string{"GOBIN=" + w.folder, "CGO_ENABLED=0"}, "go", "install",
		"github.com/pocketbase/pocketbase/examples/base@"+pocketBase); err != nil {
		return nil, fmt.Errorf("%w: %w", errMissing, err)
	}
	program, data := w.path("base"), "--dir="+w.path("pocketbase")
	const who, password = "bench@example.com", "only for this run"
	if _, err := output(ctx, nil, program, data, "superuser", "upsert", who, password); err != nil {
		return nil, err
	}
	var err error
	if s.address, err = freeAddress(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(w.path("pb_public"), 0o700); err != nil {
		return nil, fmt.Errorf("making a folder: %w", err)
	}
	if s.process, err = w.start(ctx, s.address, nil, program, data, "--publicDir="+w.path("pb_public"), "serve", "--http="+s.address); err != nil {
		return nil, err
	}
	p := &pocketBaseAdmin{address: s.address}
	if err := p.fill(ctx, who, password, bodies); err != nil {
		return nil, fmt.Errorf("filling PocketBase: %w", err)
	}
	s.locate = func(c comparison) (string, []string, bool) {
		return "/api/collections/manuals/records/" + recordID(c.body), nil, c.reader != token
	}
	return s, nil
}

// recordID returns the id of a body's record, which has 15 characters.
func recordID(b *body) string { return fmt.Sprintf("%015d", crc32.ChecksumIEEE([]byte(b.name))) }

// A pocketBaseAdmin sets PocketBase up, as its administrator does.
type pocketBaseAdmin struct{ address, secret string }

func (p *pocketBaseAdmin) fill(ctx context.Context, who, password string, bodies []*body) error {
	var signedIn struct{ Token string }
	if err := p.send(ctx, "POST", "/api/collections/_superusers/auth-with-password",
		map[string]any{"identity": who, "password": password}, &signedIn); err != nil {
		return err
	}
	p.secret = signedIn.Token
	if err := p.send(ctx, "PATCH", "/api/settings", map[string]any{"logs": map[string]any{"maxDays": 0}}, nil); err != nil {
		return err
	}
	if err := p.send(ctx, "POST", "/api/collections", map[string]any{
		"name": "manuals", "type": "base", "viewRule": "", "listRule": "",
		"fields": []any{map[string]any{"name": "manual", "type": "json", "maxSize": 4 << 20}},
	}, nil); err != nil {
		return err
	}
	for _, b := range bodies {
		record := map[string]any{"id": recordID(b), "manual": json.RawMessage(b.identity)}
		if err := p.send(ctx, "POST", "/api/collections/manuals/records", record, nil); err != nil {
			return err
		}
	}
	return nil
}

// send sends a value and reads the answer into another one, if any.
func (p *pocketBaseAdmin) send(ctx context.Context, method, path string, value, into any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	request, err := http.NewRequestWithContext(ctx, method, "http://"+p.address+path, bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("asking for %s: %w", path, err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", p.secret)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("asking for %s: %w", path, err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 {
		return fmt.Errorf("%s: %s: %s %w", path, response.Status, raw, err)
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("reading %s: %w", path, err)
	}
	return nil
}
