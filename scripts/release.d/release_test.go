package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The bill of a program has what it is built of, and is the same each time:
// here of this test.
func TestBill(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var first, second bytes.Buffer
	for _, out := range []*bytes.Buffer{&first, &second} {
		if err := writeBill(out, program); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two bills of one program differ")
	}
	var b bill
	if err := json.Unmarshal(first.Bytes(), &b); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.Serial, "urn:uuid:") || len(b.Serial) != len("urn:uuid:")+36 {
		t.Errorf("the serial number is %q", b.Serial)
	}
	if len(b.Components) == 0 || b.Components[0].Name != "std" {
		t.Errorf("the components are %v", b.Components)
	}
	if err := writeBill(&first, "release_test.go"); err == nil {
		t.Error("a file that is no program has a bill")
	}
}

// An archive has the folder's files under its name, at the time given, and is
// the same each time.
func TestPack(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "designmanual-1.0.0")
	for name, text := range map[string]string{"designmanual": "program", "man/designmanual.1": "page"} {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	modified := time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC)
	var packed [2][]byte
	for i := range packed {
		file := filepath.Join(t.TempDir(), "packed.zip")
		if err := pack(file, folder, modified); err != nil {
			t.Fatal(err)
		}
		var err error
		if packed[i], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(packed[0], packed[1]) {
		t.Error("two archives of one folder differ")
	}
	archive, err := zip.NewReader(bytes.NewReader(packed[0]), int64(len(packed[0])))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
		if !f.Modified.Equal(modified) {
			t.Errorf("%s is of %s", f.Name, f.Modified)
		}
	}
	if got := strings.Join(names, " "); got != "designmanual-1.0.0/designmanual designmanual-1.0.0/man/designmanual.1" {
		t.Errorf("the archive has %s", got)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"sbom"}, {"zip", "a", "b", "today"}, {"tar", "a"}} {
		if err := run(args); err == nil {
			t.Errorf("release.d %v does something", args)
		}
	}
}
