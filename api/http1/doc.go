// Package http1 serves an [http.Handler] as net/http does, faster over plain
// HTTP/1.1, and within bounds that one client, or many, cannot push memory
// beyond.
//
// A [Server] reads and answers by itself what most requests and answers are: a
// request without a body that comes whole, and an answer that says how long its
// body is and gives it in one write, or has none. Everything else goes to
// net/http, with the connection and all that has been read of it, and for good:
// a request that is not usual (see parse) before the handler is called, and an
// answer that is not (see response) once the handler does what is unusual. So
// does HTTP/2. The handler sees no difference, nor does the client: the tests
// put questions to both and compare what handlers see and what is answered.
//
// What a user gets for the package besides speed are the limits:
//
//   - A head of more than 16 KiB or 256 fields is answered with 431, before it
//     is parsed.
//   - An answer may take as long as it likes as long as the client takes 64 KiB
//     of it in thirty seconds.
//   - When there are as many connections as there may be, of all clients or of
//     one, the one that has waited longest for a request makes room.
//   - The answers of HTTP/2 that wait for their client are bounded too: the
//     connection that has most of them is closed for a new one.
package http1
