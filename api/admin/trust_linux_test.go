package admin

import (
	"bufio"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The user of the process and root may connect to a server. A command also trusts a
// server of the owner of the database.
func TestTrust(t *testing.T) {
	self, stranger := os.Geteuid(), 54321
	database := filepath.Join(t.TempDir(), "a.db")
	open(t, database)
	if !isAllowed(self) || !isAllowed(0) || isAllowed(stranger) {
		t.Errorf("allowed: this user %t, root %t, a stranger %t", isAllowed(self), isAllowed(0), isAllowed(stranger))
	}
	if !isTrusted(self, database) || !isTrusted(0, database) || isTrusted(stranger, database) {
		t.Errorf("trusted: this user %t, root %t, a stranger %t", isTrusted(self, database), isTrusted(0, database), isTrusted(stranger, database))
	}
	if self == 0 {
		if err := os.Chown(database, stranger, -1); err != nil {
			t.Fatal(err)
		}
		if !isTrusted(stranger, database) {
			t.Error("the owner of the database is not trusted")
		}
	}
}

// The kernel knows the user of a connected Unix socket, and of nothing else.
func TestPeer(t *testing.T) {
	listener, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	client, err := net.Dial("unix", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	server, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if user, known := peerUser(server); !known || user != os.Geteuid() {
		t.Errorf("a connection of this process is user %d's, %t", user, known)
	}
	server.Close()
	if _, known := peerUser(server); known {
		t.Error("a closed connection has a user")
	}
	one, other := net.Pipe()
	defer one.Close()
	defer other.Close()
	if _, known := peerUser(one); known {
		t.Error("a pipe has a user")
	}
}

// A command sends nothing to a socket of another user. Only root can start a process
// as another user; otherwise the test uses a socket of its own user.
func TestSocketOfAnotherUser(t *testing.T) {
	folder := t.TempDir()
	database, program := filepath.Join(folder, "a.db"), filepath.Join(folder, "program")
	data, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(program, data, 0o755), os.Chmod(folder, 0o777), os.Chmod(filepath.Dir(folder), 0o777)); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program)
	command.Env = append(os.Environ(), listenAt+"="+SocketBeside(database))
	if os.Geteuid() == 0 {
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 54321, Gid: 54321}}
	}
	stop, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		stop.Close()
		_ = command.Wait()
	}()
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("no socket: %q, %v", line, err)
	}
	want := "belongs to another user"
	if os.Geteuid() != 0 {
		want = "does not answer on"
	}
	if _, _, err := dialServer(database, statusTimeout/50); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// A server closes the connections of another user, whatever the mode of its socket is.
// Only root can start a process as another user; otherwise that of the test is answered.
func TestClientOfAnotherUser(t *testing.T) {
	folder := t.TempDir()
	database, program := filepath.Join(folder, "a.db"), filepath.Join(folder, "program")
	serve(t, open(t, database), time.Now)
	data, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(program, data, 0o755), os.Chmod(folder, 0o777), os.Chmod(filepath.Dir(folder), 0o777), os.Chmod(SocketBeside(database), 0o777)); err != nil {
		t.Fatal(err)
	}
	for _, user := range []int{os.Geteuid(), 54321} {
		command := exec.Command(program)
		command.Env = append(os.Environ(), askAt+"="+SocketBeside(database))
		if os.Geteuid() == 0 {
			command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(user), Gid: uint32(user)}}
		}
		answer, err := command.Output()
		if served := strings.Contains(string(answer), "a server"); served != (user == os.Geteuid() || os.Geteuid() != 0) {
			t.Errorf("user %d: %q, %v", user, answer, err)
		}
	}
}

// The environment variables with the path of a socket on which this test program listens,
// without ever answering, or which it asks who it is.
const (
	listenAt = "ADMIN_TEST_LISTEN"
	askAt    = "ADMIN_TEST_ASK"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(listenAt); path != "" {
		if _, err := net.Listen("unix", path); err != nil {
			os.Exit(1)
		}
		os.Stdout.WriteString("listening\n")
		_, _ = io.Copy(io.Discard, os.Stdin) // until the test closes it
		os.Exit(0)
	}
	if path := os.Getenv(askAt); path != "" {
		conn, err := net.Dial("unix", path)
		if err != nil {
			os.Exit(1)
		}
		_, _ = io.WriteString(conn, "POST /status HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}") // the answer is what counts
		_, _ = io.Copy(os.Stdout, conn)
		os.Exit(0)
	}
	m.Run()
}
