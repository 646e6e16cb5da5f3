//go:build !unix

package http1

// maxDescriptors returns how many files the process may have open. These
// systems have no limit below the one on connections.
func maxDescriptors() uint64 { return 2 * maxPublicConns }
