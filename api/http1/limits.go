package http1

import "time"

// How long clients may take.
const (
	readHeaderTimeout = 5 * time.Second  // from the first byte of a request, or of a connection, to the end of its header fields
	readTimeout       = 10 * time.Second // to the end of its body
	writeTimeout      = 30 * time.Second // to take each 64 KiB of an answer
	idleTimeout       = 60 * time.Second // between two requests
)

// What the connections of a server may come to, and why it stays below 1 GiB.
//
// Plain HTTP: a connection costs at most some 100 KiB: 20 KiB of raw header
// fields and as much again once they are a string, 256 fields at 130 bytes in a
// map, 10 KiB of buffers, 16 KiB of stack. 8192 of them are 800 MiB. One that
// waits for a request is 8 KiB or so.
//
// TLS: 40 KiB more for records, and up to 64 KiB for the messages of a
// handshake; HTTP/2 has 20 KiB for frames and tables in place of the header
// fields. 4096 connections are 512 MiB. A request over HTTP/2 costs at most
// 100 KiB: 16 KiB of header fields, which are 500 fields at most since each counts
// for 32 bytes more than it has (RFC 9113, section 6.5.2), in a map, and a stack.
// 4096 of them, however many connections they come over, are 400 MiB.
//
// TestTortureCosts and TestTortureStreams measure 30 to 75 KiB of each of these.
// Bodies come on top; they are the handler's.
const (
	maxHeaderBytes  = 16 << 10 // of header fields; 4 KiB more with the request line
	maxHeaderFields = 256
	maxPublicConns  = 8192
	maxTLSConns     = 4096 // of a server with a TLSConfig
	maxStreams      = 4096
	maxConnStreams  = 32 // of one connection of HTTP/2

	minConnsPerClient = 16 // as many as two browsers open

	reservedDescriptors = 64  // for files, the log, sockets that are no connection
	maxBesideConns      = 256 // of one listener beside the public one
)

// MaxConns returns how many connections the public server may have open at a
// time, and each of at most two beside it. Those that fill one leave the others
// alone, and all of them leave descriptors for files.
func MaxConns() (public, beside int) { return share(maxDescriptors()) }

// share divides up the number of files that the process may have open.
func share(descriptors uint64) (public, beside int) {
	beside = int(max(min(descriptors/16, maxBesideConns), 1))
	if descriptors < 2*reservedDescriptors {
		return int(max(descriptors/2, 1)), beside
	}
	return min(int(min(descriptors, 1<<20))-reservedDescriptors-2*beside, maxPublicConns), beside
}
