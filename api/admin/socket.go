package admin

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
)

func socketPath(database string) string { return database + ".sock" }

// maxSocketPath is the size of sun_path without its NUL on macOS and the BSDs; Linux
// allows a few bytes more.
const maxSocketPath = 103

// Listen creates the administration socket beside a database, with mode 0600. The
// caller must hold the lock of the database, so an existing socket was left behind
// by a killed server and is removed. On Linux, connections of users other than the
// one of this process and root are closed.
func Listen(database string) (net.Listener, error) {
	path, err := filepath.Abs(socketPath(database))
	if err != nil {
		return nil, fmt.Errorf("administration socket: %w", err)
	}
	if len(path) > maxSocketPath {
		return nil, fmt.Errorf("administration socket: %s is too long for a Unix socket: at most %d bytes, found %d; keep the database under a shorter path", path, maxSocketPath, len(path))
	}
	if info, err := os.Lstat(path); err == nil {
		if info.Mode()&os.ModeSocket == 0 {
			return nil, fmt.Errorf("administration socket: %s is there and is no socket; move it away", path)
		}
		if err := os.Remove(path); err != nil {
			return nil, fmt.Errorf("removing a socket left behind: %w", err)
		}
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("administration socket: %w", err)
	}
	if runtime.GOOS == "windows" { // the folder decides who may connect
		return listener, nil
	}
	if err := os.Chmod(path, 0o600); err != nil {
		listener.Close()
		return nil, fmt.Errorf("administration socket: %w", err)
	}
	return peerListener{listener}, nil
}

// A peerListener only accepts connections of the same user and of root.
type peerListener struct{ net.Listener }

func (l peerListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if user, known := peerUser(conn); known && isAllowed(user) {
			return conn, nil
		}
		conn.Close()
	}
}

// isAllowed reports whether a user may administer the store of this process: the
// same user and root may.
func isAllowed(user int) bool { return user == 0 || user == os.Geteuid() }

// isTrusted reports whether a client may send data to a server of a user: the same
// user, root or the owner of the database. In a folder that is writable for others,
// anyone could create a socket beside the database.
func isTrusted(user int, database string) bool {
	owner, known := fileOwner(database)
	return isAllowed(user) || known && user == owner
}
