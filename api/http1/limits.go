package http1

import "time"

// How long clients may take.
const (
	// For a TLS handshake, then for the first byte of the first request, and from that of any request to the
	// end of its header.
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 10 * time.Second // to the end of the body
	writeTimeout      = 30 * time.Second // for the client to take each 64 KiB of a response
	idleTimeout       = 60 * time.Second // between two requests
	// The same for proxies, whose own limit is 60 s: who ends first must be they, or a request is lost.
	proxyIdleTimeout = 75 * time.Second
)

// These limits keep the memory that connections can take from a server below 700 MiB. With its
// header fields raw and parsed, its buffers and its stack, a plain connection takes at most
// 75 KiB, and 8 KiB while it is idle. A TLS connection takes at most 128 KiB, and each HTTP/2 request 75 KiB more. So
// 8192 plain connections take 600 MiB; 4096 TLS connections take 512 MiB, or 300 MiB and
// as much for 4096 requests. TestTortureCosts and TestTortureStreams measure it.
const (
	maxHeaderBytes  = 16 << 10               // of header fields
	maxHeadBytes    = maxHeaderBytes + 4<<10 // with the request line
	maxHeaderFields = 256
	maxPublicConns  = 8192
	maxTLSConns     = 4096
	maxStreams      = 4096 // HTTP/2 requests, of all connections
	maxConnStreams  = 32   // HTTP/2 requests of one connection

	// Bytes of responses that the system keeps for a connection.
	maxUnsent  = 16 << 10  // not sent yet, as the client does not read; and one segment of 64 KiB
	sendBuffer = 256 << 10 // sent, and not acknowledged; Linux doubles it for what else it keeps

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
