//go:build !linux

package http1

import "net"

// limitUnsent does nothing: these systems keep little of a response that its client
// does not read.
func limitUnsent(net.Conn) {}
