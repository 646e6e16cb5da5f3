package seed

import (
	"os"
	"syscall"
	"testing"

	"designmanual/seed/source"
)

// Opening a pipe would block, so it is refused unopened, both as a file that a seed
// file refers to and as a seed file in a folder.
func TestPipes(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(dir+"/mark.svg", 0o600); err != nil {
		t.Fatal(err)
	}
	err := checkLogo(t, dir, "mark.svg", Options{})
	if want := dir + "/acme.json" + logoPlace + "expected a regular file, found a pipe, a device or a socket"; err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	if err := syscall.Mkfifo(dir+"/pipe.json", 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(dir + "/mark.svg"); err != nil {
		t.Fatal(err)
	}
	if err := checkLogo(t, dir, "https://acme.example/mark.svg", Options{}); err != nil {
		t.Error(err)
	}
	put(t, dir+"/a\x1b[2J.json", "{")
	if _, err := Check(source.ReadPaths([]string{dir + "/a\x1b[2J.json"}), Options{}); err == nil || err.Error() != `"`+dir+`/a\x1b[2J.json":1:2: $: the file ends too early. The { at 1:1 is not closed.` {
		t.Errorf("%q", err)
	}
}
