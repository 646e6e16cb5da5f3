//go:build !linux

package http1

import "net"

// limitUnsent does nothing: these systems keep little of a response that its client
// does not read.
func limitUnsent(net.Conn) {}

// maxDescriptors returns how many files the process may have open: these systems have no
// limit below the one on connections.
func maxDescriptors() uint64 { return 2 * maxPublicConns }
