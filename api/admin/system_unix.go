//go:build unix

package admin

import (
	"net"
	"os"
	"syscall"
)

// listenPrivate opens a socket that only its owner may connect to. It is bound
// under a mask, so that there is no moment in which others could.
func listenPrivate(path string) (net.Listener, error) {
	mask := syscall.Umask(0o177)
	defer syscall.Umask(mask)
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		listener.Close()
		return nil, err
	}
	return listener, nil
}

// fileOwner returns the user that a file belongs to.
func fileOwner(path string) (user int, known bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	status, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(status.Uid), true
}
