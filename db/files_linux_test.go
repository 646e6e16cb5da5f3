package db_test

import (
	"io"
	"os"
	"regexp"
	"strconv"
	"testing"
)

// Large files pass through: what has been read of one, by a reader and by a
// verification, stays in no memory of the process.
func TestFilesLeaveMemory(t *testing.T) {
	d := open(t)
	b := d.NewFileBatch()
	_, f := putFile(t, b, 48<<20)
	putGuide(t, d, "acme", f)
	b.Close()
	before := mapped(t)
	r := d.File(t.Context(), f.Sum, f.Size)
	if n := must(io.Copy(io.Discard, r)); n != f.Size {
		t.Fatalf("read %d bytes", n)
	}
	sound(t, d)
	if more := mapped(t) - before; more > 16<<10 {
		t.Errorf("%d KiB more of files in memory", more)
	}
}

// mapped returns how many KiB of files are in the memory of the process
// (proc(5)).
func mapped(t *testing.T) int {
	t.Helper()
	found := regexp.MustCompile(`RssFile:\s+(\d+) kB`).FindSubmatch(must(os.ReadFile("/proc/self/status")))
	if found == nil {
		t.Fatal("/proc/self/status has no RssFile")
	}
	return must(strconv.Atoi(string(found[1])))
}
