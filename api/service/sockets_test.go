//go:build unix

package service

import (
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// asChild is set in the environment of the processes that TestInherited starts: a
// process inherits sockets only at its start.
const asChild = "DESIGNMANUAL_INHERITS"

func TestMain(m *testing.M) {
	if os.Getenv(asChild) == "" {
		os.Exit(m.Run())
	}
	sockets, err := Inherited("public", "http")
	if err != nil {
		fmt.Print(err)
		os.Exit(1)
	}
	for _, name := range slices.Sorted(maps.Keys(sockets)) {
		l := sockets.Take(name)
		fmt.Printf("%s %s\n", name, l.Addr())
		l.Close()
	}
	fmt.Printf("%d left, %q %v", len(sockets), os.Getenv("LISTEN_FDS"), sockets.Take("public"))
}

func TestInherited(t *testing.T) {
	one, other := socketFile(t, "tcp", "127.0.0.1:0"), socketFile(t, "tcp", "127.0.0.1:0")
	local := socketFile(t, "unix", filepath.Join(t.TempDir(), "s"))
	folder, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	const none = "0 left, \"\" <nil>"
	for _, c := range []struct {
		name  string
		files []*os.File
		names string
		want  string // with $0 and $1 for the addresses of one and other
	}{
		{"none", nil, "", none},
		{"by name", []*os.File{one, other}, "http:public", "http $0\npublic $1\n" + none},
		{"alone under its unit's name", []*os.File{one}, "designmanual.socket", "public $0\n" + none},
		{"alone without a name", []*os.File{one}, "", "public $0\n" + none},
		{"unknown", []*os.File{one, other}, "public:ftp", `sockets of the service manager: expected one of the names public, http, found "ftp"`},
		{"two of a name", []*os.File{one, other}, "public:public", `sockets of the service manager: expected one socket named "public", found two`},
		{"a Unix socket", []*os.File{local}, "public", `sockets of the service manager: expected a TCP socket named "public", found one of unix`},
		{"no socket", []*os.File{folder}, "public", none},
	} {
		t.Run(c.name, func(t *testing.T) {
			// LISTEN_PID must be the child's own process id, which the shell knows.
			child := exec.Command("sh", "-c", `LISTEN_PID=$$ exec "$0"`, os.Args[0])
			child.ExtraFiles = c.files
			child.Env = append(os.Environ(), asChild+"=1", "GORACE=atexit_sleep_ms=0", "LISTEN_FDS="+strconv.Itoa(len(c.files)), "LISTEN_FDNAMES="+c.names)
			out, _ := child.Output() // a failure shows in the output
			want := strings.NewReplacer("$0", address(t, one), "$1", address(t, other)).Replace(c.want)
			if got := string(out); got != want && (!strings.HasSuffix(want, ": ") || !strings.HasPrefix(got, want)) {
				t.Errorf("the program finds %q, want %q", got, want)
			}
		})
	}
}

// socketFile returns the file of a listening socket.
func socketFile(t *testing.T, network, address string) *os.File {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	file, err := l.(interface{ File() (*os.File, error) }).File()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

func address(t *testing.T, file *os.File) string {
	t.Helper()
	l, err := net.FileListener(file)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
