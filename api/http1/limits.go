package http1

import "time"

// How long clients may take.
const (
	readHeaderTimeout = 5 * time.Second  // from the first byte of a connection or request to the end of the header
	readTimeout       = 10 * time.Second // to the end of the body
	writeTimeout      = 30 * time.Second // for the client to take each 64 KiB of a response
	idleTimeout       = 60 * time.Second // between two requests
)

// The limits on connections and streams keep a server's memory below 1 GiB,
// apart from the bodies, which are the handler's.
//
// Plain HTTP: a connection takes at most some 100 KiB: 20 KiB of raw header
// fields and as much again as a string, 256 fields at 130 bytes in a map, 10 KiB
// of buffers, and a stack of 16 KiB. 8192 connections take 800 MiB. An idle
// connection takes about 8 KiB.
//
// TLS: a connection takes 40 KiB more for records, and up to 64 KiB for the
// messages of a handshake. With HTTP/2 it has 20 KiB of frames and tables in
// place of the header fields. 4096 connections take 512 MiB. An HTTP/2 request
// takes at most 100 KiB: 16 KiB of header fields, at most 500 of them since each
// counts for 32 bytes more than its text (RFC 9113, section 6.5.2), in a map,
// and a stack. 4096 requests, over any number of connections, take 400 MiB.
//
// TestTortureCosts and TestTortureStreams measure 30 to 75 KiB for each.
const (
	maxHeaderBytes  = 16 << 10 // of header fields; with the request line 4 KiB more
	maxHeaderFields = 256
	maxPublicConns  = 8192
	maxTLSConns     = 4096
	maxStreams      = 4096 // HTTP/2 requests, of all connections
	maxConnStreams  = 32   // HTTP/2 requests of one connection

	minConnsPerClient = 16 // as many as two browsers open

	reservedDescriptors = 64  // for files, the log, and other sockets
	maxOtherConns       = 256 // of a listener that is not the public one
)

// MaxConns returns how many connections the public server may have open, and
// how many each of at most two other servers. A full server leaves the others
// their connections, and all of them leave descriptors for files.
func MaxConns() (public, other int) { return shareDescriptors(maxDescriptors()) }

// shareDescriptors computes [MaxConns] for a process that may have that many
// files open.
func shareDescriptors(descriptors uint64) (public, other int) {
	other = int(max(min(descriptors/16, maxOtherConns), 1))
	if descriptors < 2*reservedDescriptors {
		return int(max(descriptors/2, 1)), other
	}
	return min(int(min(descriptors, 1<<20))-reservedDescriptors-2*other, maxPublicConns), other
}
