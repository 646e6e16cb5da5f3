package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// writeSeed writes a seed file with one public manual and a file of size bytes, and
// returns its path.
func writeSeed(t *testing.T, folder, brand string, size int) string {
	t.Helper()
	content := make([]byte, size)
	random := rand.NewChaCha8([32]byte{})
	_, _ = random.Read(content) // never fails
	copy(content, "PK\x03\x04")
	writeFile(t, filepath.Join(folder, brand+".zip"), content)
	text := fmt.Sprintf(`{"brand":{"slug":%[1]q,"name":%[1]q},"manuals":[{"slug":"guide","title":"Guide","visibility":"public","sections":[
		{"title":"Files","blocks":[{"type":"DOWNLOADS","content":{"files":[{"name":"Noise","url":"%[1]s.zip"}]}}]}]}]}`, brand)
	path := filepath.Join(folder, brand+".json")
	writeFile(t, path, []byte(text))
	return path
}

// untilAnswer sends requests to a starting server until the status is the given one,
// or until there is any response if status is 0.
func untilAnswer(t *testing.T, address string, status int) (found int) {
	t.Helper()
	waitUntil(t, func() bool {
		response, _ := fetch(t, http.DefaultClient, address)
		if response == nil {
			return false
		}
		found = response.StatusCode
		return status == 0 || found == status
	}, func() string { return fmt.Sprintf("%s does not answer %d in time", address, status) })
	return found
}

// A server is ready when the first import is done. While it waits for a seed file
// /readyz answers 503.
func TestServeReadyAfterImport(t *testing.T) {
	folder := t.TempDir()
	for i := range 40 { // enough for the import to take a while
		writeSeed(t, folder, fmt.Sprintf("brand-%d", i), 256<<10)
	}
	address := freeAddress(t)
	newServer(t, "--listen", address, "--db", filepath.Join(t.TempDir(), "designmanual.db"), "--seed", folder)
	untilAnswer(t, "http://"+address+"/readyz", http.StatusOK)
	if response, _ := fetch(t, http.DefaultClient, "http://"+address+"/api/v1/manuals/brand-39.json"); response.StatusCode != http.StatusOK {
		t.Errorf("ready, and the last manual is answered with %s", response.Status)
	}

	pipe := filepath.Join(t.TempDir(), "acme.json")
	makePipe(t, pipe)
	public, metrics := freeAddress(t), freeAddress(t)
	newServer(t, "--listen", public, "--metrics-listen", metrics, "--db", filepath.Join(t.TempDir(), "new.db"), "--seed", pipe)
	for _, address := range []string{public, metrics} {
		if status := untilAnswer(t, "http://"+address+"/readyz", 0); status != http.StatusServiceUnavailable {
			t.Errorf("before the import /readyz answers %d", status)
		}
	}
}

func makePipe(t *testing.T, path string) {
	t.Helper()
	if out, err := exec.Command("mkfifo", path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// A stopping server finishes its responses and accepts no new connections.
func TestServeFinishesResponses(t *testing.T) {
	const size = 24 << 20 // more than the kernel buffers
	seeds := writeSeed(t, t.TempDir(), "acme", size)
	server := newServer(t, "--db", filepath.Join(t.TempDir(), "designmanual.db"), "--seed", seeds)
	address := server.address()
	_, body := fetch(t, http.DefaultClient, "http://"+address+"/api/v1/manuals/acme.json")
	_, path, found := strings.Cut(body, "/-/files/")
	path, _, _ = strings.Cut(path, `"`)
	if !found {
		t.Fatalf("no file in %s", body)
	}
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(c, "GET /-/files/%s HTTP/1.1\r\nHost: acme.localhost:8080\r\n\r\n", path); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer, err)
	}
	server.stop()
	server.until("msg=stopping")
	waitUntil(t, func() bool {
		other, err := net.Dial("tcp", address)
		if err == nil {
			other.Close()
		}
		return err != nil
	}, func() string { return "the server still accepts connections for too long" })
	if n, err := io.Copy(io.Discard, answer.Body); err != nil || n != size {
		t.Errorf("%d bytes of %d: %v", n, size, err)
	}
}

// A server that is stopped during its start exits with 0, also while it waits for a
// seed file.
func TestStopWhileStarting(t *testing.T) {
	folder := t.TempDir()
	seeds, pipe, database := filepath.Join(folder, "acme.json"), filepath.Join(folder, "pipe.json"), filepath.Join(folder, "designmanual.db")
	writeFile(t, seeds, []byte(damageSeed))
	makePipe(t, pipe)
	run(t, exitDone, "import", "--db", database, seeds)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, args := range []string{
		"serve --db " + database + " --seed " + seeds,
		"serve --db " + database + " --seed " + pipe,
		"serve --db " + database + " --base-url http://manuals.example.com",
		"dev " + seeds,
		"dev",
	} {
		var stderr strings.Builder
		if exit := Run(stopped, append(strings.Fields(args), "--listen", "127.0.0.1:0"), io.Discard, &stderr); exit != 0 || strings.Contains(stderr.String(), "designmanual: ") {
			t.Errorf("%s: exit status %d, %s", args, exit, &stderr)
		}
		if _, err := os.Stat(database + ".sock"); err == nil {
			t.Errorf("%s: the socket is left", args)
		}
	}
}

// Half of a checkout is published neither at the start of a server nor after SIGHUP nor
// by import, if the files change while they are being read.
func TestChangeWhileReading(t *testing.T) {
	folder := t.TempDir()
	seed := filepath.Join(folder, "acme.json")
	text := func(title string) []byte {
		return []byte(`{"brand":{"slug":"acme","name":"Acme"},"manuals":[{"slug":"guide","title":"` + title + `","visibility":"public","sections":[]}]}`)
	}
	checkOut := func(read func(), half, whole string) {
		t.Helper()
		makePipe(t, seed+".pipe")
		if err := os.Rename(seed+".pipe", seed); err != nil {
			t.Fatal(err)
		}
		read()
		pipe, err := os.OpenFile(seed, os.O_WRONLY, 0) // returns when it is being read
		if err != nil {
			t.Fatal(err)
		}
		_, err = pipe.Write(text(half))
		writeFile(t, seed+".new", text(whole))
		// Before the reader sees the end.
		if err := errors.Join(err, os.Rename(seed+".new", seed), pipe.Close()); err != nil {
			t.Fatal(err)
		}
	}
	address := "http://" + freeAddress(t)
	served := func(before string) (body string) {
		waitUntil(t, func() bool {
			_, body = fetch(t, http.DefaultClient, address+"/api/v1/manuals/acme.json")
			return strings.Contains(body, `"slug":`) && !strings.Contains(body, before)
		}, func() string { return "nothing new in time" })
		return body
	}
	checkOut(func() {
		newServer(t, "--listen", strings.TrimPrefix(address, "http://"), "--rate", "off", "--db", filepath.Join(t.TempDir(), "a.db"), "--seed", seed)
	}, "First half", "First whole")
	if body := served("nothing"); !strings.Contains(body, "First whole") {
		t.Errorf("at the start: %s", body)
	}
	checkOut(func() {
		if out, err := exec.Command("kill", "-HUP", strconv.Itoa(os.Getpid())).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}, "Second half", "Second whole")
	if body := served("First whole"); !strings.Contains(body, "Second whole") {
		t.Errorf("after SIGHUP: %s", body)
	}
	imported := make(chan string)
	database := filepath.Join(t.TempDir(), "b.db")
	checkOut(func() {
		go func() {
			var stderr strings.Builder
			exit := Run(t.Context(), []string{"import", "--db", database, seed}, io.Discard, &stderr)
			imported <- fmt.Sprint(exit, stderr.String())
		}()
	}, "Third half", "Third whole")
	if got := <-imported; !strings.HasPrefix(got, "0") {
		t.Errorf("import: %s", got)
	}
	var stdout strings.Builder
	if Run(t.Context(), []string{"show", "--db", database, "acme"}, &stdout, io.Discard); !strings.Contains(stdout.String(), "Third whole") {
		t.Errorf("after import: %s", &stdout)
	}
}
