//go:build !unix

package http1

// maxDescriptors returns how many files the process may have open: these
// systems set no limit that would come before the cap on connections.
func maxDescriptors() uint64 { return 2 * maxPublicConns }
