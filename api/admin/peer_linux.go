package admin

import (
	"net"

	"golang.org/x/sys/unix"
)

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
	var failed error
	if err := raw.Control(func(fd uintptr) {
		credentials, failed = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	}); err != nil || failed != nil {
		return 0, false
	}
	return int(credentials.Uid), true
}

// peersKnown says that the system tells whose a connection is: one of which
// it does not is refused.
const peersKnown = true
