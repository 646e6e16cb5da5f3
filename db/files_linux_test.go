package db_test

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

// Reading and verifying a large file does not leave it in the memory of the
// process.
func TestFileMemory(t *testing.T) {
	d := open(t)
	f := newFile(48 << 20)
	putGuide(t, d, "acme", f)
	before := mappedMemory(t)
	if n := len(must(readFile(d, f))); n != int(f.Size) {
		t.Fatalf("read %d bytes", n)
	}
	verify(t, d)
	if more := mappedMemory(t) - before; more > 16<<10 {
		t.Errorf("mapped files take %d KiB more", more)
	}
}

// mappedMemory returns the memory that mapped files take in the process, in KiB
// (proc(5)).
func mappedMemory(t *testing.T) int {
	t.Helper()
	found := regexp.MustCompile(`RssFile:\s+(\d+) kB`).FindSubmatch(must(os.ReadFile("/proc/self/status")))
	if found == nil {
		t.Fatal("/proc/self/status has no RssFile")
	}
	return must(strconv.Atoi(string(found[1])))
}
