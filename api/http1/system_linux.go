package http1

import (
	"net"

	"golang.org/x/sys/unix"
)

// limitUnsent limits what the system keeps of a response that its client does not read:
// 2,000 clients could fill all memory that Linux has for TCP. What is on its way to a
// client that reads is limited much less, so that a distant one is not slowed down.
func limitUnsent(c net.Conn) {
	tcp, ok := c.(*net.TCPConn)
	if !ok {
		return
	}
	if raw, err := tcp.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { // a connection without these limits works too
			_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_NOTSENT_LOWAT, maxUnsent)
			_ = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_SNDBUF, sendBuffer)
		})
	}
}

// maxDescriptors returns how many files the process may have open, or 256 if the system
// does not say.
func maxDescriptors() uint64 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return 256
	}
	return limit.Cur
}
