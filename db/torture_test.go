//go:build torture && linux

package db_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// These tests break a process that writes a store: they kill it, make its
// system calls fail, and replay what it has written as a loss of power leaves
// it. Whatever happens, the store opens, holds one version as a whole, and none
// older than the last one that was acknowledged. They take minutes, and need
// strace.

// tortureChild tells the test binary that it is such a process, and which
// file it is to use.
const tortureChild = "DESIGNMANUAL_TEST_TORTURE_CHILD"

// tortureSource tells such a process which store it is to restore instead.
const tortureSource = "DESIGNMANUAL_TEST_TORTURE_SOURCE"

const tortureVersions = 12 // that a child writes

// TestTortureChild writes one version after the other, and says each on
// standard output once it is written. One that fails is written again.
func TestTortureChild(t *testing.T) {
	path := os.Getenv(tortureChild)
	if path == "" {
		t.Log("run by the other tests of this file")
		return
	}
	if source := os.Getenv(tortureSource); source != "" {
		must(db.Restore(t.Context(), path, source, false))
		os.Exit(0)
	}
	d, err := db.Open(path)
	if err != nil {
		os.Exit(1)
	}
	for n, last, tries := versionOf(d)+1, versionOf(d)+tortureVersions, 0; n <= last && tries < 32; tries++ {
		if writeVersion(t, d, n) == nil {
			fmt.Printf("wrote %d\n", n)
			n++
		}
	}
	_ = d.Close()
	os.Exit(0)
}

// writeVersion puts two brands' manuals with documents, and a file, of that
// version.
func writeVersion(t *testing.T, d *db.DB, n int) error {
	data, sum := content(3000 + n)
	b := d.NewFileBatch()
	defer b.Close()
	if err := b.Put(t.Context(), sum, int64(len(data)), bytes.NewReader(data)); err != nil {
		return err
	}
	return d.Update(t.Context(), func(tx *db.Tx) (err error) {
		for i, brand := range []string{"acme", "bison"} {
			s := primary(snapshot(brand, "man_"+brand, "guide", strings.Repeat(fmt.Sprint(n, " "), 700*(1+(n+i)%3))))
			s.Manual.Title = strconv.Itoa(n)
			s.Manual.Files = []manual.File{{Ref: "a.svg", Name: "a.svg", Sum: sum, Size: int64(len(data))}}
			err = errors.Join(err, tx.PutBrand(manual.Brand{Slug: brand, Name: fmt.Sprint("version ", n)}), putAll(tx, s),
				tx.PutEditorial(brand, s.Manual.ID, editorial(s.Manual.Title)))
		}
		return err
	})
}

// versionOf returns the version that the store holds, 0 for none.
func versionOf(d *db.DB) int {
	e := d.Index().Entry("man_acme")
	if e == nil {
		return 0
	}
	return must(strconv.Atoi(e.Title))
}

// inspect opens a store, reads all of it and returns its version.
func inspect(t *testing.T, path string) int {
	t.Helper()
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return 0
	}
	d := openAt(t, path)
	defer d.Close()
	for _, p := range problems(t, d) {
		if !p.Harmless {
			t.Errorf("problem %+v", p)
		}
	}
	got, refused := readAll(t, d)
	if len(refused) > 0 {
		t.Fatalf("refused %v", refused)
	}
	n := versionOf(d)
	for b := range d.Index().Brands() {
		e := b.Primary
		_, err := readFile(t, d, e.Files[0])
		text := got[e.ID+"tokensfalse"]
		if err != nil || b.Name != fmt.Sprint("version ", n) || e.Title != strconv.Itoa(n) || !strings.Contains(text, fmt.Sprint(n, " ", n, " ")) {
			t.Fatalf("the store mixes versions: %d, brand %s is %q with %.40s (%v)", n, b.Slug, b.Name, text, err)
		}
	}
	return n
}

// child returns the command of a child on that store, through a wrapper.
func child(t *testing.T, path string, wrapper ...string) *exec.Cmd {
	args := append(slices.Clone(wrapper), os.Args[0], "-test.run=^TestTortureChild$")
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Env = append(os.Environ(), tortureChild+"="+path, "GOMAXPROCS=2")
	return cmd
}

// acknowledged returns the last version that a child has said to be written,
// or before.
func acknowledged(out []byte, before int) int {
	for line := range strings.Lines(string(out)) {
		if n, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(line, "wrote "))); err == nil {
			before = n
		}
	}
	return before
}

func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	random := rand.New(rand.NewPCG(1, 1))
	held, during := 0, 0
	for round := range 150 {
		if round%25 == 0 { // the making of the file as well
			held = 0
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		cmd := child(t, path)
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(random.IntN(150))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait() // killed or not, what it said counts
		timer.Stop()
		said, found := acknowledged(out.Bytes(), held), inspect(t, path)
		if found != said && found != said+1 {
			t.Fatalf("round %d: version %d was acknowledged, the store holds %d", round, said, found)
		}
		if said < held+tortureVersions {
			during++
		}
		held = found
	}
	if during == 0 {
		t.Error("no child was killed while it wrote")
	}
}

// TestFaults has the nth of a system call fail, and all from some call on.
func TestFaults(t *testing.T) {
	for _, fault := range []string{
		"fdatasync:error=EIO", "pwrite64:error=EIO", "pwrite64:error=ENOSPC", "fsync:error=EIO", "ftruncate:error=ENOSPC", "fdatasync:signal=KILL", "pwrite64:signal=KILL",
	} {
		for _, when := range []string{"1", "2", "3", "4", "5", "6", "7", "9", "12", "16", "23", "5+", "9+"} {
			t.Run(fault+":"+when, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "manuals.db")
				call, _, _ := strings.Cut(fault, ":")
				cmd := child(t, path, "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace="+call, "-e", "inject="+fault+":when="+when)
				out, _ := cmd.Output() // it may fail, if it says so
				if said, found := acknowledged(out, 0), inspect(t, path); found != said && found != said+1 {
					t.Errorf("version %d was acknowledged, the store holds %d", said, found)
				}
			})
		}
	}
}

// A call is one of a trace that matters to what lies on the disk.
type call struct {
	name, path string
	offset     int64
	data       []byte
}

var traced = regexp.MustCompile(`^\d+ +(\w+)\((.*)\) += (-?\d+)`)

// trace runs a child on a store, and returns what it did to the files of a folder and to
// standard output, in order.
func trace(t *testing.T, path string) (calls []call) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "trace")
	cmd := child(t, path, "strace", "-f", "-y", "-qq", "-xx", "-s", "4000000", "-o", log,
		"-e", "trace=pwrite64,write,fdatasync,fsync,ftruncate,rename,renameat,renameat2,link,linkat", "-e", "signal=none")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file := must(os.Open(log))
	defer file.Close()
	lines := bufio.NewReaderSize(file, 1<<20)
	unfinished := make(map[string]string) // how the call of a thread begins, while another one's is told
	for {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return calls
		}
		thread, _, _ := strings.Cut(line, " ")
		if begin, ok := strings.CutSuffix(line, "<unfinished ...>\n"); ok {
			unfinished[thread] = begin
			continue
		}
		if _, end, ok := strings.Cut(line, " resumed>"); ok {
			line = unfinished[thread] + end
		}
		found := traced.FindStringSubmatch(line)
		if found == nil || strings.HasPrefix(found[3], "-") {
			continue
		}
		if c := parseCall(found[1], found[2]); c.path == "standard output" || strings.HasPrefix(c.path, filepath.Dir(path)) {
			calls = append(calls, c)
		}
	}
}

// parseCall reads the arguments of a call as strace writes them: texts in
// hexadecimal escapes, descriptors with their paths.
func parseCall(name, arguments string) call {
	c := call{name: name}
	descriptor, rest, _ := strings.Cut(arguments, ">")
	number, path, _ := strings.Cut(descriptor, "<")
	if number == "1" {
		path = "standard output"
	}
	c.path = unescape(path)
	parts := strings.Split(rest, "\"")
	if len(parts) > 2 {
		c.data = []byte(unescape(parts[1]))
	}
	if strings.HasPrefix(name, "rename") || strings.HasPrefix(name, "link") { // the paths are texts, the last one the new name
		texts := strings.Split(arguments, "\"")
		c.path = unescape(texts[len(texts)-2])
	}
	last := arguments[strings.LastIndexByte(arguments, ' ')+1:]
	c.offset, _ = strconv.ParseInt(last, 10, 64)
	return c
}

func unescape(text string) string {
	plain, err := strconv.Unquote(`"` + text + `"`)
	if err != nil {
		return text
	}
	return plain
}

// TestPower replays what a child has written up to some moment, as a loss of
// power leaves it: what was synced is there; of what was not, some is, whole or
// by sectors.
func TestPower(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	made := openAt(t, path)
	if err := errors.Join(writeVersion(t, made, 1), made.Close()); err != nil {
		t.Fatal(err)
	}
	start := must(os.ReadFile(path))
	calls := trace(t, path)
	random := rand.New(rand.NewPCG(2, 2))
	again := filepath.Join(t.TempDir(), "manuals.db")
	said := 1
	var outcomes [2]int
	for cut, c := range calls {
		if c.path == "standard output" {
			said = acknowledged(c.data, said)
		}
		for range 4 {
			writeFile(t, again, afterCut(start, calls[:cut+1], random))
			found := inspect(t, again)
			if found != said && found != said+1 {
				t.Fatalf("cut after call %d, %s: version %d was acknowledged, the store holds %d", cut, c.name, said, found)
			}
			outcomes[found-said]++
		}
	}
	t.Logf("%d calls, the state acknowledged %d times, the next one %d times", len(calls), outcomes[0], outcomes[1])
	if outcomes[0] == 0 || outcomes[1] == 0 {
		t.Error("the cuts are all on one side of the commit")
	}
}

// afterCut returns a file after those calls and a loss of power.
func afterCut(start []byte, calls []call, random *rand.Rand) []byte {
	disk := bytes.Clone(start)
	write := func(at int64, data []byte) {
		if grow := int(at) + len(data) - len(disk); grow > 0 {
			disk = append(disk, make([]byte, grow)...)
		}
		copy(disk[at:], data)
	}
	synced := 0
	for i, c := range calls {
		if c.name == "fdatasync" || c.name == "fsync" {
			synced = i
		}
	}
	const sector = 512
	for i, c := range calls {
		switch {
		case c.name == "ftruncate" && int(c.offset) > len(disk):
			disk = append(disk, make([]byte, int(c.offset)-len(disk))...)
		case c.name != "pwrite64", i > synced && random.IntN(3) == 0: // lost
		case i <= synced || random.IntN(2) == 0:
			write(c.offset, c.data)
		default:
			for at := 0; at < len(c.data); at += sector {
				if random.IntN(2) == 0 {
					write(c.offset+int64(at), c.data[at:min(at+sector, len(c.data))])
				}
			}
		}
	}
	return disk
}

// TestSyncs holds the order in which a file gets its name: its bytes are
// synced, then it is linked or renamed, then the folder is synced.
func TestSyncs(t *testing.T) {
	source := filepath.Join(t.TempDir(), "source.db")
	writeFile(t, source, copied(t))
	for name, from := range map[string]string{"create": "", "restore": source} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(tortureSource, from)
			path := filepath.Join(t.TempDir(), "manuals.db")
			dirty, named, last := map[string]bool{}, false, false
			for _, c := range trace(t, path) {
				switch {
				case c.name == "pwrite64" || c.name == "write" || c.name == "ftruncate":
					dirty[c.path] = true
				case c.path == filepath.Dir(path):
					last = named
				case c.name == "fsync" || c.name == "fdatasync":
					delete(dirty, c.path)
				case c.path == path: // link or rename
					delete(dirty, "standard output")
					if named = true; len(dirty) > 0 {
						t.Errorf("it gets its name while %v is not synced", dirty)
					}
				}
			}
			if !named || !last {
				t.Errorf("named %t, and the folder synced after that %t", named, last)
			}
		})
	}
}

// TestRot damages a store at random, in one byte, in several or in a sector,
// and reads and writes it.
func TestRot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	d := openAt(t, path)
	large(t, d)
	want, _ := readAll(t, d)
	sound := closed(t, d)
	random := rand.New(rand.NewPCG(3, 3))
	tally := make(map[string]int)
	for range 1500 {
		damaged := bytes.Clone(sound)
		at := random.IntN(len(sound))
		switch random.IntN(4) {
		case 0:
			at = at&^(os.Getpagesize()-1) + random.IntN(96) // where a page says what it is
		case 1:
			clear(damaged[at&^511:][:512])
		case 2:
			for range 7 {
				damaged[random.IntN(len(damaged))] ^= byte(1 + random.IntN(255))
			}
		}
		damaged[at] ^= 1 << random.IntN(8)
		writeFile(t, path, damaged)
		tally[checkDamaged(t, path, at, want)]++
	}
	t.Log(tally)
}
