package admin

import (
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// peerUser returns the user id of the process at the other end of a Unix socket
// (unix(7), SO_PEERCRED).
func peerUser(conn net.Conn) (user int, known bool) {
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

func fileOwner(path string) (user int, known bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	return int(info.Sys().(*syscall.Stat_t).Uid), true
}
