package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A page that dev serves learns what is wrong with the seed files, also if it was opened
// after the mistake, and that they are mended.
func TestDevShowsProblems(t *testing.T) {
	seeds := filepath.Join(t.TempDir(), "acme.json")
	writeFile(t, seeds, []byte(`{ "brand": { "slug": "acme", "name": "Acme" }, "manuals": [ { "slug": "guide", "title": 7 } ] }`))
	address := freeAddress(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() { ended <- Run(ctx, []string{"dev", seeds, "--listen", address}, io.Discard, io.Discard) }()
	defer func() {
		stop()
		if exit := <-ended; exit != exitDone {
			t.Errorf("exit status %d", exit)
		}
	}()
	untilAnswer(t, "http://"+address+"/readyz", http.StatusOK)
	waitFor := func(want string) {
		t.Helper()
		told := ""
		waitUntil(t, func() bool {
			_, page := fetch(t, http.DefaultClient, "http://"+address+"/")
			script := regexp.MustCompile(`/-/reload\.js\?(\w+)`).FindStringSubmatch(page)
			if script == nil {
				t.Fatalf("no script in %s", page)
			}
			_, told = fetch(t, http.DefaultClient, "http://"+address+"/-/reload?"+script[1])
			return strings.Contains(told, want)
		}, func() string { return fmt.Sprintf("the page learns %s, want %s", told, want) })
	}
	waitFor(`acme.json:1:89: manuals[0].title: expected a string, found a number\n`)
	writeFile(t, seeds, []byte(damageSeed))
	waitFor(`lines: []`)
}

// check --site needs no TMPDIR either.
func TestLookWithoutTemporaryFolder(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "nowhere"))
	seeds := filepath.Join(t.TempDir(), "acme.json")
	writeFile(t, seeds, []byte(damageSeed))
	var out, problems bytes.Buffer
	exit := Run(t.Context(), []string{"check", seeds, "--site", "http://" + freeAddress(t)}, &out, &problems)
	if exit != exitFlag || strings.Contains(problems.String(), "nowhere") {
		t.Errorf("exit status %d: %s%s", exit, out.String(), problems.String())
	}
}

// dev serves although TMPDIR names no folder.
func TestDevWithoutTemporaryFolder(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "nowhere"))
	seeds, address := filepath.Join(t.TempDir(), "acme.json"), freeAddress(t)
	writeFile(t, seeds, []byte(damageSeed))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() { ended <- Run(ctx, []string{"dev", seeds, "--listen", address}, io.Discard, io.Discard) }()
	defer func() {
		stop()
		if exit := <-ended; exit != exitDone {
			t.Errorf("exit status %d", exit)
		}
	}()
	untilAnswer(t, "http://"+address+"/readyz", http.StatusOK)
}
