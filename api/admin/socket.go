package admin

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
)

// socketPath returns where the administration socket of a database is.
func socketPath(database string) string { return database + ".sock" }

// maxSocketPath is the room of sun_path less its NUL on the system that has
// the least of it.
const maxSocketPath = 103

// Listen opens the administration socket beside a database, readable and
// writable by its owner alone. The caller holds the lock of the database, so
// a socket that is there has been left by a server that was killed; it is
// removed. Connections of other users than this process's and root are
// closed at once, where the system tells whose they are.
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
	if runtime.GOOS == "windows" { // who may connect follows from the folder
		return listener, nil
	}
	if err := os.Chmod(path, 0o600); err != nil {
		listener.Close()
		return nil, fmt.Errorf("administration socket: %w", err)
	}
	return peerListener{listener}, nil
}

// peerListener accepts connections of the same user and of root only.
type peerListener struct{ net.Listener }

func (l peerListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if user, known := peer(conn); known && allowed(user) {
			return conn, nil
		}
		conn.Close()
	}
}

// allowed tells whether a process of that user may administer the store of
// this one: the same user may, and root.
func allowed(user int) bool { return user == 0 || user == os.Geteuid() }

// trusted tells whether a command may send seed files and questions to the
// server of that user: oneself, root or the owner of the database. In a folder
// that others may write, anyone can put a socket beside a database.
func trusted(user int, database string) bool {
	owner, known := fileOwner(database)
	return allowed(user) || known && user == owner
}
