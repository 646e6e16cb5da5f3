//go:build unix

package admin

import (
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// listenPrivate opens a socket that only its owner may connect to. It is bound
// under a mask, so that there is no moment in which others could.
func listenPrivate(path string) (net.Listener, error) {
	mask := unix.Umask(0o177)
	listener, err := net.Listen("unix", path)
	unix.Umask(mask)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		listener.Close()
		return nil, err
	}
	return listener, nil
}
