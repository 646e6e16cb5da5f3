package cli

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// serveForTest runs `serve` in the process until the test ends and returns the
// address that it listens on.
func serveForTest(t *testing.T, args ...string) string {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	status := make(chan int, 1)
	go func() {
		status <- Run(ctx, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...), io.Discard, writer)
		writer.Close()
	}()
	lines := bufio.NewScanner(reader)
	var said []string
	for lines.Scan() {
		said = append(said, lines.Text())
		if m := addressInLog.FindStringSubmatch(lines.Text()); m != nil {
			drained := make(chan struct{})
			go func() {
				defer close(drained)
				_, _ = io.Copy(io.Discard, reader)
			}()
			t.Cleanup(func() {
				stop()
				if code := <-status; code != exitDone {
					t.Errorf("serve ended with %d", code)
				}
				<-drained
			})
			return m[1]
		}
	}
	stop()
	t.Fatalf("serve ended with %d:\n%s", <-status, strings.Join(said, "\n"))
	return ""
}

// TestImportsUnderLoad imports two hundred times, through the socket, while
// readers go on: every answer is 200, wholly one state of the manual, and its
// entity tag that of its body.
func TestImportsUnderLoad(t *testing.T) {
	const imports, readers = 200, 4
	folder := t.TempDir()
	database := filepath.Join(folder, "load.db")
	states := make(map[string]bool)
	var files [2]string
	for i := range files {
		files[i] = filepath.Join(folder, fmt.Sprintf("state%d.json", i))
		text := fmt.Sprintf(`{"brand":{"slug":"acme","name":"Acme"},"manuals":[{"slug":"guide","title":"State %d","visibility":"public","updatedAt":"2026-05-04T09:30:00Z",
			"sections":[{"id":"s","anchor":"s","title":"Text","blocks":[{"id":"b","anchor":"b","type":"TEXT","content":{"html":"<p>%s</p>"}}]}]}]}`, i, strings.Repeat(fmt.Sprint(i), 30_000))
		if err := os.WriteFile(files[i], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	importFile := func(path string) {
		if code := Run(context.Background(), []string{"import", "--db", database, path}, io.Discard, io.Discard); code != exitDone {
			t.Errorf("import ended with %d", code)
		}
	}
	importFile(files[1])
	show := func() string {
		var out strings.Builder
		if code := Run(context.Background(), []string{"show", "--db", database, "acme"}, &out, io.Discard); code != exitDone {
			t.Fatalf("show ended with %d", code)
		}
		return out.String()
	}
	states[show()] = true
	importFile(files[0])
	states[show()] = true

	url := "http://" + serveForTest(t, "--db", database, "--rate", "off") + "/api/v1/manuals/acme.json"
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
		importFile(files[(i+1)%2])
	}
	close(done)
	group.Wait()
}
