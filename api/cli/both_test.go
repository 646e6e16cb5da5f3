package cli

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
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
	t.Parallel()
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

// flip FILE TEXT flips a bit in the header of each gzip member in a database that has
// the text, or flips it back.
func flip(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	ts.Check(err)
	defer file.Close()
	found := 0
	const system = 9 // the byte that says on which system the member was made (RFC 1952, section 2.3)
	for at := 0; ; at++ {
		next := bytes.Index(data[at:], []byte{0x1f, 0x8b, 8, 0})
		if next < 0 {
			break
		}
		at += next
		if !bytes.Contains(gunzip(data[at:]), []byte(args[1])) {
			continue
		}
		_, err := file.WriteAt([]byte{data[at+system] ^ 1}, int64(at+system))
		ts.Check(err)
		found++
	}
	if found == 0 {
		ts.Fatalf("%s does not contain %q", args[0], args[1])
	}
}

// gunzip returns the text of the gzip member at the beginning of data, or nil.
func gunzip(data []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	r.Multistream(false)
	text, err := io.ReadAll(r)
	if err != nil {
		return nil
	}
	return text
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
