// Package http1 serves an [http.Handler] as net/http does, faster over plain
// HTTP/1.1, and within bounds that one client, or many, cannot push memory
// beyond.
//
// What net/http does for a request that might have a body, trailers or a
// connection made into another is several times the work of answering one
// that has not. So a [Server] reads and answers the usual requests by itself
// (see parse for what is usual): the head in one read, head and body in one
// write, no goroutine beside the one of the connection. The first request of a
// connection that is not usual takes it to an [http.Server], with all that has
// been read of it and for good; so does HTTP/2. The handler sees no
// difference, nor does the client: the tests put questions to both and compare
// what handlers see and what is answered.
//
// Against clients that mean harm:
//
//   - The head of a request is kept as raw bytes until its last line has come,
//     and is parsed then. Beyond [Server.MaxHeaderBytes] or
//     [Server.MaxHeaderFields] it is answered with 431.
//   - An answer may take as long as it likes as long as the client takes 64 KiB
//     of it in each [Server.WriteTimeout].
//   - When there are as many connections as there may be, of all clients or of
//     one, the one that has waited longest for a request makes room.
//   - The answers of HTTP/2 that wait for their client are bounded too: the
//     connection of the one that has waited longest is closed for a new one.
//
// Half of the package is what makes the short way no different from the long
// one for a handler: trailers, early hints, flushing, taking a connection over,
// contexts that end with the client. The other half is the limits. Each is
// shown by a test beside it; the floods are in torture_test.go.
package http1
