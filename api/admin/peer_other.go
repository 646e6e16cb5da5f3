//go:build !linux

package admin

import "net"

// allowedPeer relies on the mode of the socket where the system does not tell
// whose connection it is.
func allowedPeer(net.Conn) bool { return true }
