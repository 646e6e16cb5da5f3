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

// TestBothWays runs each script twice: with the commands on the file, and
// with a server that has it. In the scripts, `begin` starts that server or
// does nothing, `end` stops it, and [served] tells which run it is.
func TestBothWays(t *testing.T) {
	for _, way := range []string{"file", "socket"} {
		served := way == "socket"
		t.Run(way, func(t *testing.T) {
			params := scripts("testdata/both")
			params.Cmds["begin"] = func(ts *testscript.TestScript, neg bool, _ []string) {
				if served {
					startServer(ts, neg, []string{"serve", "--listen", "127.0.0.1:0"})
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

// flip changes a bit of the first byte of a text wherever it stands in a
// file: flip designmanual.db '"title":"Guide"'.
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
		ts.Fatalf("%s does not hold %q", args[0], args[1])
	}
}

// writeZip puts an archive of two files beside the seeds of a script that has
// such a folder.
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
