package admin

import (
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// allowedPeer asks the kernel whose connection it is (unix(7), SO_PEERCRED).
func allowedPeer(conn net.Conn) bool {
	c, ok := conn.(*net.UnixConn)
	if !ok {
		return false
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return false
	}
	var credentials *unix.Ucred
	var failed error
	if err := raw.Control(func(fd uintptr) {
		credentials, failed = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	}); err != nil || failed != nil {
		return false
	}
	return mayAdminister(credentials.Uid, os.Geteuid())
}

// mayAdminister tells whether a process of user peer may administer the store
// of a process of user self: the same one may, and root.
func mayAdminister(peer uint32, self int) bool { return peer == 0 || int(peer) == self }
