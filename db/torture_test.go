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

// These tests run a child process that writes versions of a store, and kill it,
// make its system calls fail, or replay its writes as a power failure leaves
// them. The store must always open and have exactly one version, no older than
// the last one that the child has acknowledged. They take minutes and need
// strace.

const (
	tortureChild  = "DESIGNMANUAL_TEST_TORTURE_CHILD"  // environment variable with the path of the child's store
	tortureSource = "DESIGNMANUAL_TEST_TORTURE_SOURCE" // environment variable with a store that the child restores instead of writing versions

	tortureVersions = 12 // versions that a child writes
)

// TestTortureChild is the child process. It writes versions, repeats failed
// updates and prints "wrote <version>" after each successful one.
func TestTortureChild(t *testing.T) {
	path := os.Getenv(tortureChild)
	if path == "" {
		t.Log("run by the other tests of this file")
		return
	}
	if source := os.Getenv(tortureSource); source != "" {
		must(db.Restore(t.Context(), path, source, false, checkPages))
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

// writeVersion writes a file and two brands with a manual, all of that version.
func writeVersion(t *testing.T, d *db.DB, n int) error {
	data, sum := randomContent(3000 + n)
	return d.Update(t.Context(), func(tx *db.Tx) (err error) {
		if err := tx.SaveFile(sum, int64(len(data)), bytes.NewReader(data)); err != nil {
			return err
		}
		for i, brand := range []string{"acme", "bison"} {
			s := primary(snapshot(brand, "man_"+brand, "guide", strings.Repeat(fmt.Sprint(n, " "), 700*(1+(n+i)%3))))
			s.Title = strconv.Itoa(n)
			withFiles(s, manual.File{Ref: "a.svg", Name: "a.svg", Sum: sum, Size: int64(len(data))})
			err = errors.Join(err, tx.PutBrand(manual.BrandSettings{Slug: brand, Name: fmt.Sprint("version ", n)}), putAll(tx, s))
		}
		return err
	})
}

// versionOf returns the version of a store, 0 for an empty one.
func versionOf(d *db.DB) int {
	m := d.Index().Manual("man_acme")
	if m == nil {
		return 0
	}
	return must(strconv.Atoi(m.Title))
}

// inspect opens a store, checks that all of it has one version, and returns that.
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
	got, errs := readAll(t, d)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	n := versionOf(d)
	for b := range d.Index().Brands() {
		m := b.Primary
		_, err := readFile(d, m.Files[0])
		text := got[m.ID+"tokensfalse"]
		if err != nil || b.Name != fmt.Sprint("version ", n) || m.Title != strconv.Itoa(n) || !strings.Contains(text, fmt.Sprint(n, " ", n, " ")) {
			t.Fatalf("the store mixes versions: %d, brand %s is %q with %.40s (%v)", n, b.Slug, b.Name, text, err)
		}
	}
	return n
}

// child returns the command that runs a child, as the argument of wrapper.
func child(t *testing.T, path string, wrapper ...string) *exec.Cmd {
	args := append(slices.Clone(wrapper), os.Args[0], "-test.run=^TestTortureChild$")
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Env = append(os.Environ(), tortureChild+"="+path, "GOMAXPROCS=2")
	return cmd
}

// acknowledged returns the last version that a child has printed, or previous.
func acknowledged(out []byte, previous int) int {
	for line := range strings.Lines(string(out)) {
		if n, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(line, "wrote "))); err == nil {
			previous = n
		}
	}
	return previous
}

func TestKill(t *testing.T) {
	const rounds = 150
	began := time.Now()
	if err := child(t, filepath.Join(t.TempDir(), "whole.db")).Run(); err != nil {
		t.Fatal(err)
	}
	whole := time.Since(began) // kills fall into the time that a child takes on this machine
	path := filepath.Join(t.TempDir(), "manuals.db")
	random := newRandom(t)
	version, interrupted := 0, 0
	for round := range rounds {
		if round%25 == 0 { // start over, to interrupt the creation of the file too
			version = 0
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
		timer := time.AfterFunc(time.Duration(random.Int64N(int64(whole))), func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait() // it may have been killed
		timer.Stop()
		printed, found := acknowledged(out.Bytes(), version), inspect(t, path)
		if found != printed && found != printed+1 {
			t.Fatalf("round %d: version %d was acknowledged, the store has %d", round, printed, found)
		}
		if printed < version+tortureVersions {
			interrupted++
		}
		version = found
	}
	if interrupted == 0 {
		t.Error("no child was killed while it wrote")
	}
	count(t, rounds, interrupted)
}

// newRandom returns random numbers that the log lets one repeat.
func newRandom(t *testing.T) *rand.Rand {
	number := rand.Uint64()
	t.Logf("rand.NewPCG(1, %d)", number)
	return rand.New(rand.NewPCG(1, number))
}

// count says for scripts/guarantees how often something was tried, and how many faults there
// were meanwhile.
func count(t *testing.T, rounds, faults int) {
	t.Attr("rounds", strconv.Itoa(rounds))
	t.Attr("faults", strconv.Itoa(faults))
}

// In TestFaults the nth call of a system call fails, or all from the nth on.
func TestFaults(t *testing.T) {
	rounds, failed := 0, 0
	for _, fault := range []string{
		"fdatasync:error=EIO", "pwrite64:error=EIO", "pwrite64:error=ENOSPC", "fsync:error=EIO", "ftruncate:error=ENOSPC", "fdatasync:signal=KILL", "pwrite64:signal=KILL",
	} {
		for _, when := range []string{"1", "2", "3", "4", "5", "6", "7", "9", "12", "16", "23", "5+", "9+"} {
			t.Run(fault+":"+when, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "manuals.db")
				call, _, _ := strings.Cut(fault, ":")
				cmd := child(t, path, "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace="+call, "-e", "inject="+fault+":when="+when)
				out, _ := cmd.Output() // it may fail
				rounds++
				if acknowledged(out, 0) < tortureVersions || cmd.ProcessState.ExitCode() != 0 {
					failed++
				}
				if printed, found := acknowledged(out, 0), inspect(t, path); found != printed && found != printed+1 {
					t.Errorf("version %d was acknowledged, the store has %d", printed, found)
				}
			})
		}
	}
	count(t, rounds, failed)
}

// A call is a system call that affects the disk, or a write to standard output.
type call struct {
	name, path string
	offset     int64
	data       []byte
}

var traced = regexp.MustCompile(`^\d+ +(\w+)\((.*)\) += (-?\d+)`)

// trace runs a child and returns its calls on standard output and on files in
// the folder of its store, in order.
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
	unfinished := make(map[string]string) // by thread, the beginning of a call that strace prints in two parts
	for {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return calls
		}
		thread, _, _ := strings.Cut(line, " ")
		if begin, ok := strings.CutSuffix(line, " <unfinished ...>\n"); ok {
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
		if c := parseCall(t, found[1], found[2]); c.path == "standard output" || strings.HasPrefix(c.path, filepath.Dir(path)) {
			calls = append(calls, c)
		}
	}
}

// parseCall parses the arguments of a call as strace prints them: strings in
// hexadecimal escapes, descriptors with their paths.
func parseCall(t *testing.T, name, arguments string) call {
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
	if strings.HasPrefix(name, "rename") || strings.HasPrefix(name, "link") { // the last string is the new path
		paths := strings.Split(arguments, "\"")
		c.path = unescape(paths[len(paths)-2])
	}
	if name == "pwrite64" || name == "ftruncate" {
		var err error
		if c.offset, err = strconv.ParseInt(arguments[strings.LastIndexByte(arguments, ' ')+1:], 10, 64); err != nil {
			t.Fatalf("%s(%.40s ... %q): %v", name, arguments, arguments[max(0, len(arguments)-40):], err)
		}
	}
	return c
}

func unescape(text string) string {
	plain, err := strconv.Unquote(`"` + text + `"`)
	if err != nil {
		return text
	}
	return plain
}

// TestPower replays the writes of a child up to every call as a power failure
// leaves them: what was synced is there; of the rest some writes are, completely
// or in some sectors.
func TestPower(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	d := openAt(t, path)
	if err := errors.Join(writeVersion(t, d, 1), d.Close()); err != nil {
		t.Fatal(err)
	}
	start := must(os.ReadFile(path))
	calls := trace(t, path)
	random := newRandom(t)
	again := filepath.Join(t.TempDir(), "manuals.db")
	printed := 1
	var outcomes [2]int
	for cut, c := range calls {
		if c.path == "standard output" {
			printed = acknowledged(c.data, printed)
		}
		for range 4 {
			writeFile(t, again, afterFailure(start, calls[:cut+1], random))
			found := inspect(t, again)
			if found != printed && found != printed+1 {
				t.Fatalf("power failure after call %d, %s: version %d was acknowledged, the store has %d", cut, c.name, printed, found)
			}
			outcomes[found-printed]++
		}
	}
	t.Logf("%d calls, the state acknowledged %d times, the next one %d times", len(calls), outcomes[0], outcomes[1])
	if outcomes[0] == 0 || outcomes[1] == 0 {
		t.Error("all power failures are on one side of the commit")
	}
	count(t, 4*len(calls), 4*len(calls))
}

// afterFailure returns the content of a file after calls and a power failure.
func afterFailure(start []byte, calls []call, random *rand.Rand) []byte {
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

// TestSyncs checks the order in which a store is created: its content is synced,
// then it is linked or renamed, then the folder is synced.
func TestSyncs(t *testing.T) {
	source := filepath.Join(t.TempDir(), "source.db")
	writeFile(t, source, filledBackup(t))
	for name, from := range map[string]string{"create": "", "restore": source} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(tortureSource, from)
			path := filepath.Join(t.TempDir(), "manuals.db")
			dirty, named, folderSynced := map[string]bool{}, false, false
			for _, c := range trace(t, path) {
				switch {
				case c.name == "pwrite64" || c.name == "write" || c.name == "ftruncate":
					dirty[c.path] = true
				case c.path == filepath.Dir(path):
					folderSynced = named
				case c.name == "fsync" || c.name == "fdatasync":
					delete(dirty, c.path)
				case c.path == path: // link or rename
					delete(dirty, "standard output")
					if named = true; len(dirty) > 0 {
						t.Errorf("it is linked or renamed before %v is synced", dirty)
					}
				}
			}
			if !named || !folderSynced {
				t.Errorf("linked or renamed: %t; folder synced after that: %t", named, folderSynced)
			}
		})
	}
	count(t, 2, 0)
}

// TestRandomDamage damages a store at random, in one byte, in several or in a
// sector, and reads and updates it.
func TestRandomDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	d := openAt(t, path)
	fillLarge(t, d)
	want, _ := readAll(t, d)
	intact := closeStore(t, d)
	random := newRandom(t)
	tally := make(map[string]int)
	for range 1500 {
		damaged := bytes.Clone(intact)
		at := random.IntN(len(intact))
		var others []int
		switch random.IntN(4) {
		case 0:
			at = at&^(os.Getpagesize()-1) + random.IntN(96) // the beginning of a page
		case 1:
			clear(damaged[at&^511:][:512])
		case 2:
			for range 7 {
				other := random.IntN(len(damaged))
				damaged[other] ^= byte(1 + random.IntN(255))
				others = append(others, other)
			}
		}
		damaged[at] ^= 1 << random.IntN(8)
		writeFile(t, path, damaged)
		first := slices.Min(append(others, at)) // which of bbolt's first pages is damaged counts
		tally[checkDamaged(t, path, first, want)]++
	}
	t.Log(tally)
	count(t, 1500, 1500-tally["nothing"])
}
