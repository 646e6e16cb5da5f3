package admin

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
)

// Listen creates the administration socket of a database, with mode 0600, beside it or,
// where that is impossible, in another folder where commands look for it. The caller must
// hold the lock of the database, so an existing socket on which nobody listens was left
// behind by a killed server and is removed. On Linux, connections of users other than the
// one of this process and root are closed. The error says of each place why no socket can
// be made there.
func Listen(database string) (net.Listener, error) {
	return listenAtFirst(socketPaths(database))
}

// listenAtFirst listens on the first of the paths where a socket can be made.
func listenAtFirst(paths []string) (net.Listener, error) {
	var failed error
	for i, path := range paths {
		folder := "" // made for the socket
		if i > 0 {
			folder = filepath.Dir(path)
		}
		listener, err := listenOn(path, folder)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		return listener, nil
	}
	return nil, fmt.Errorf("no administration socket can be made: %w", failed)
}

// listenOn listens on a path, in a folder that it makes for the socket alone unless that is
// empty.
func listenOn(path, folder string) (net.Listener, error) {
	if len(path) > maxSocketPath {
		return nil, fmt.Errorf(
			"%s is too long for a Unix socket: at most %d bytes, found %d", path, maxSocketPath, len(path),
		)
	}
	if folder != "" {
		if err := makePrivate(folder); err != nil {
			return nil, err
		}
	}
	if err := removeLeft(path); err != nil {
		return nil, err
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if runtime.GOOS == "windows" { // the folder decides who may connect
		return folderListener{listener, folder}, nil
	}
	if err := os.Chmod(path, 0o600); err != nil {
		listener.Close()
		return nil, err
	}
	return peerListener{folderListener{listener, folder}}, nil
}

// makePrivate makes a folder that only its owner may enter, or accepts one that is there. In
// a folder for temporary files anyone could have made it.
func makePrivate(folder string) error {
	err := os.Mkdir(folder, 0o700)
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := os.Lstat(folder)
	if err != nil {
		return err
	}
	owner, known := fileOwner(folder)
	if !info.IsDir() || info.Mode().Perm()&0o077 != 0 || known && owner != os.Geteuid() {
		return fmt.Errorf("%s is there and is not a folder of this user alone", folder)
	}
	return nil
}

// removeLeft removes a socket on which nobody listens.
func removeLeft(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSocket == 0 {
		return fmt.Errorf("%s is there and is no socket", path)
	}
	if conn, err := net.Dial("unix", path); err == nil { // servers of a database that is only read share its lock
		conn.Close()
		return fmt.Errorf("another server listens on %s", path)
	}
	return os.Remove(path)
}

// A folderListener removes the folder of its socket when it is closed, unless that is empty.
type folderListener struct {
	net.Listener
	folder string
}

func (l folderListener) Close() error {
	err := l.Listener.Close()
	if l.folder != "" {
		_ = os.Remove(l.folder) // the next server takes one that is left
	}
	return err
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
