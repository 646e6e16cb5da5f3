//go:build torture && linux

package cli

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// fullDisk is set in the process that may mount a small disk.
const fullDisk = "TEST_FULL_DISK"

// TestTortureFullDisk fills the disk of a server by imports, which begins again as a process
// with mounts of its own. An import that does not fit fails and says why; what was imported
// before is served all the while; and with more space the same import goes through.
func TestTortureFullDisk(t *testing.T) {
	if os.Getenv(fullDisk) == "" {
		child := exec.Command("unshare", "--map-root-user", "--mount", os.Args[0], "-test.run=^TestTortureFullDisk$", "-test.v")
		child.Env = append(os.Environ(), fullDisk+"=1")
		out, err := child.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		passOn(t, out)
		return
	}
	const rounds = 6
	failed := 0
	for round := range rounds {
		failed += fillDisk(t, 1500+137*round)
	}
	count(t, rounds, failed)
}

// passOn passes the counts of a child on.
func passOn(t *testing.T, out []byte) {
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) == 5 && fields[1] == "ATTR" {
			t.Attr(fields[3], fields[4])
		}
	}
}

// fillDisk serves a database on a disk of so many KiB, imports until nothing fits, and
// returns how many imports failed.
func fillDisk(t *testing.T, size int) (failed int) {
	disk, seeds := t.TempDir(), t.TempDir()
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, fmt.Sprintf("size=%dk", size)); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := unix.Unmount(disk, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	}()
	database := filepath.Join(disk, "full.db")
	s := newServer(t, "--db", database, "--rate", "off", "--base-url", "http://localhost:8080")
	address := s.address()
	defer s.end()
	random := rand.New(rand.NewPCG(uint64(size), 1))
	served := 0
	for n := 1; failed < 5; n++ {
		data := make([]byte, 1000*(1+random.IntN(200)))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		writeFile(t, filepath.Join(seeds, "data.bin"), data)
		writeFile(t, filepath.Join(seeds, "acme.json"), fmt.Appendf(nil, `{"brand":{"slug":"acme","name":"Acme"},"manuals":[
			{"id":"m","slug":"guide","primary":true,"title":"Guide %d","visibility":"public","sections":[{"title":"S","blocks":[{"type":"DOWNLOADS","content":{"files":[{"name":"Data","url":"data.bin"}]}}]}]},
			{"id":"n%d","slug":"n%d","title":"More","visibility":"unlisted","sections":[{"title":"S","blocks":[{"type":"TEXT","content":{"html":"<p>%x</p>"}}]}]}]}`, n, n, n, data[:len(data)/10]))
		var out bytes.Buffer
		if Run(context.Background(), []string{"import", "--db", database, seeds}, &out, &out) == exitDone {
			served = n
		} else {
			failed++
			if !strings.Contains(out.String(), "no space left") {
				t.Errorf("the import does not say that the disk is full: %s", &out)
			}
		}
		if served == 0 {
			continue
		}
		response, body := fetch(t, http.DefaultClient, "http://"+address+"/api/v1/manuals/acme.json")
		if response == nil || response.StatusCode != 200 || !strings.Contains(body, fmt.Sprintf(`"title":"Guide %d"`, served)) {
			t.Fatalf("after %d failed imports, %d KiB: import %d is not served: %.200s", failed, size, served, body)
		}
	}
	run(t, exitDone, "doctor", "--db", database)
	run(t, exitDone, "backup", "--db", database, filepath.Join(t.TempDir(), "copy.db"))
	if err := unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT, fmt.Sprintf("size=%dk", 3*size)); err != nil {
		t.Fatal(err)
	}
	run(t, exitDone, "import", "--db", database, seeds)
	run(t, exitDone, "doctor", "--db", database)
	return failed
}

// TestTortureImportMemory imports a thousand manuals of 16 KB into a new database, and then
// one change, each in a process of its own, which may take 200 MB at the most.
func TestTortureImportMemory(t *testing.T) {
	const manuals, most = 1000, 200 // MB
	folder := t.TempDir()
	text := strings.Repeat("A brand is what people say of you when you are not there. ", 270)
	for n := range manuals {
		writeFile(t, filepath.Join(folder, fmt.Sprintf("brand%d.json", n)), fmt.Appendf(nil, `{"brand":{"slug":"b%d","name":"B"},"manuals":[
			{"slug":"guide","title":"Guide %d","visibility":"public","sections":[{"title":"Text","blocks":[{"type":"TEXT","content":{"html":"<p>%s</p>"}},
			{"type":"COLORS","content":{"colors":[{"name":"Ink","hex":"#112233","tints":true}]}}]}]}]}`, n, n, text))
	}
	const rounds = 2
	for range rounds {
		child := exec.Command(os.Args[0], "import", "--db", filepath.Join(t.TempDir(), "large.db"), folder)
		child.Args[0] = "designmanual"
		if out, err := child.CombinedOutput(); err != nil {
			t.Fatalf("%v: %.500s", err, out)
		}
		if used := child.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * 1024 / 1_000_000; used > most {
			t.Errorf("the import takes %d MB, at most %d", used, most)
		} else {
			t.Logf("%d MB", used)
		}
	}
	count(t, rounds, 0)
}

// count says for scripts/guarantees how often something was tried, and how many faults there
// were meanwhile.
func count(t *testing.T, rounds, faults int) {
	t.Attr("rounds", strconv.Itoa(rounds))
	t.Attr("faults", strconv.Itoa(faults))
}
