// Package http1 is an HTTP server for any [http.Handler]. Nobody has to read it to
// understand the program: package serve calls it as it would call net/http, and no other
// package depends on how it works. It is here because with net/http in its place the same
// answers cost 1.4 to 1.8 times the processor, and because its memory stays bounded however
// many clients connect and however slowly they read.
//
// A [Server] answers simple requests itself. A request is simple when it has no body and
// leaves nothing to interpret (see parse). Nearly all requests that browsers and programs
// send to a site are simple. net/http answers everything else, and all HTTP/2. A request
// of HTTP/1 that it answers is the last one of its connection.
//
// Otherwise neither the handler nor the client can tell which of the two has answered: the
// tests send the same requests to both, and compare what the handlers see and what the
// clients receive. The exceptions: a body without a byte of content is none, also if its
// length was not stated. While we answer, nobody reads from the connection, so the context
// of the request is never done. A body whose length the handler does not state
// ends with the connection. The response has no trailers, no informational responses
// before it, and no type that its handler does not state. Its fields Connection, Date,
// Trailer and Transfer-Encoding are ours, except for Connection: close. And the handler
// cannot flush it, take over the connection or set its deadlines.
//
// Besides speed, a user gets limits that net/http does not have:
//
//   - A head of more than 20 KiB, with its request line, or of more than 256 header
//     fields is answered with 431 before it is parsed, since fields take several
//     times their size in memory once parsed.
//   - A response may take any time as long as the client takes 64 KiB of it
//     every thirty seconds, so a slow reader can finish and a stalled one
//     cannot hold the connection.
//   - When all clients together, or one of them, have as many connections as
//     they may, a new connection replaces the one that has been idle longest,
//     so idle clients keep nobody out.
//   - When too many HTTP/2 responses wait for their clients, the connection
//     with the most of them is closed.
package http1
