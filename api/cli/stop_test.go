package cli

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A server that is told to stop while it starts has done what it was told.
func TestStopWhileStarting(t *testing.T) {
	folder := t.TempDir()
	seeds, database := filepath.Join(folder, "acme.json"), filepath.Join(folder, "designmanual.db")
	text := `{"brand":{"slug":"acme","name":"Acme"},"manuals":[{"slug":"guide","title":"Guide","visibility":"public"}]}`
	if err := os.WriteFile(seeds, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if exit := Run(t.Context(), []string{"import", "--db", database, seeds}, io.Discard, io.Discard); exit != 0 {
		t.Fatalf("import: exit status %d", exit)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, args := range []string{
		"serve --db " + database + " --seed " + seeds,
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

// So has one that waits for a seed file that gives nothing.
func TestStopWhileReadingSeeds(t *testing.T) {
	folder := t.TempDir()
	pipe, database := filepath.Join(folder, "acme.json"), filepath.Join(folder, "designmanual.db")
	if out, err := exec.Command("mkfifo", pipe).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var stderr strings.Builder
	ended := make(chan int)
	go func() {
		ended <- Run(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--db", database, "--seed", pipe}, io.Discard, &stderr)
	}()
	select {
	case exit := <-ended:
		if exit != 0 {
			t.Errorf("exit status %d, %s", exit, &stderr)
		}
	case <-time.After(20 * time.Second):
		t.Error("the start still waits for the pipe after twenty seconds")
	}
}
