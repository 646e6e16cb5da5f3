package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestImportsUnderLoad imports a hundred times through the socket while clients
// read. Every response must be 200 with the body of one of the two states and the
// entity tag of that body.
func TestImportsUnderLoad(t *testing.T) {
	const imports, readers = 100, 4
	folder := t.TempDir()
	database := filepath.Join(folder, "load.db")
	states := make(map[string]bool)
	var files [2]string
	for i := range files {
		files[i] = filepath.Join(folder, fmt.Sprintf("state%d.json", i))
		text := fmt.Sprintf(`{"brand":{"slug":"acme","name":"Acme"},"manuals":[{"slug":"guide","title":"State %d","visibility":"public","updatedAt":"2026-05-04T09:30:00Z",
			"sections":[{"id":"s","anchor":"s","title":"Text","blocks":[{"id":"b","anchor":"b","type":"TEXT","content":{"html":"<p>%s</p>"}}]}]}]}`, i, strings.Repeat(fmt.Sprint(i), 30_000))
		writeFile(t, files[i], []byte(text))
	}
	importFile := func(path string) {
		if code := Run(context.Background(), []string{"import", "--db", database, path}, io.Discard, io.Discard); code != exitDone {
			t.Errorf("import ended with %d", code)
		}
	}
	for _, path := range files {
		importFile(path)
		body, _ := run(t, exitDone, "show", "--db", database, "acme")
		states[body] = true
	}

	url := "http://" + newServer(t, "--db", database, "--rate", "off", "--base-url", "http://localhost:8080").address() + "/api/v1/manuals/acme.json"
	done := make(chan struct{})
	var group sync.WaitGroup
	for range readers {
		group.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				response, err := http.Get(url)
				if err != nil {
					t.Error(err)
					return
				}
				body, err := io.ReadAll(response.Body)
				response.Body.Close()
				sum := sha256.Sum256(body)
				tag := strings.TrimPrefix(response.Header.Get("ETag"), "W/")
				if err != nil || response.StatusCode != http.StatusOK || !states[string(body)] || tag != `"`+hex.EncodeToString(sum[:])+`"` {
					t.Errorf("%s, tag %s, %d bytes, %v", response.Status, tag, len(body), err)
					return
				}
			}
		})
	}
	for i := range imports {
		importFile(files[i%2])
	}
	close(done)
	group.Wait()
}
