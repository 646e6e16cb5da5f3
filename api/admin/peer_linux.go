package admin

import (
	"net"

	"golang.org/x/sys/unix"
)

// peersKnown says that the system tells whose a connection is.
const peersKnown = true

// peer returns the user at the other end of a connection, as the kernel knows
// it (unix(7), SO_PEERCRED).
func peer(conn net.Conn) (user int, known bool) {
	c, ok := conn.(*net.UnixConn)
	if !ok {
		return 0, false
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, false
	}
	var credentials *unix.Ucred
	if failed := raw.Control(func(fd uintptr) {
		credentials, err = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	}); failed != nil || err != nil {
		return 0, false
	}
	return int(credentials.Uid), true
}
