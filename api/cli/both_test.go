package cli

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestBothWays runs each script twice: once with commands that open the database
// file, and once with commands that go through a server. In the second run the script
// commands `begin` and `end` start and stop the server, and the condition [served]
// holds.
func TestBothWays(t *testing.T) {
	for _, way := range []string{"file", "socket"} {
		served := way == "socket"
		t.Run(way, func(t *testing.T) {
			params := scripts("testdata/both")
			params.Cmds["begin"] = func(ts *testscript.TestScript, neg bool, _ []string) {
				if served {
					startServer(ts, neg, []string{"serve", "--listen", "127.0.0.1:0", "--base-url", "http://localhost:8080"})
				}
			}
			params.Cmds["end"] = func(ts *testscript.TestScript, neg bool, args []string) {
				if served {
					stopServer(ts, neg, args)
				}
			}
			params.Condition = func(name string) (bool, error) {
				if name != "served" {
					return false, fmt.Errorf("unknown condition %q", name)
				}
				return served, nil
			}
			setup := params.Setup
			params.Setup = func(e *testscript.Env) error {
				return errors.Join(setup(e), writeZip(filepath.Join(e.WorkDir, "seeds")))
			}
			testscript.Run(t, params)
		})
	}
}

// flip FILE TEXT flips a bit in the first byte of each occurrence of a text in a file.
func flip(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	ts.Check(err)
	defer file.Close()
	found := 0
	for at := 0; ; found++ {
		next := bytes.Index(data[at:], []byte(args[1]))
		if next < 0 {
			break
		}
		at += next
		_, err := file.WriteAt([]byte{data[at] ^ 1}, int64(at))
		ts.Check(err)
		at++
	}
	if found == 0 {
		ts.Fatalf("%s does not contain %q", args[0], args[1])
	}
}

// writeZip writes an archive of two empty files into a folder, if the folder exists.
func writeZip(folder string) error {
	if _, err := os.Stat(folder); err != nil {
		return nil
	}
	file, err := os.Create(filepath.Join(folder, "terns.zip"))
	if err != nil {
		return err
	}
	archive := zip.NewWriter(file)
	for _, name := range []string{"a.txt", "b.txt"} {
		if _, err := archive.Create(name); err != nil {
			return err
		}
	}
	return errors.Join(archive.Close(), file.Close())
}
