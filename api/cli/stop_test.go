package cli

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
