// Package api is the public interface over HTTP: it reads snapshots out of
// the store and writes them to clients (specification, sections 4 to 9).
// Everything it serves was rendered at import; a request is judged, a body is
// copied out.
//
// Use [New] to make the handler of a store, [Handler.SetReady] when its
// manuals may be answered for, [Listen] and [NewServer] to serve it.
//
// A request under /api/ is judged in one order, whatever it names, and the
// first judgement that fails is the answer:
//
//	rate limit       429, but not for a preflight
//	header fields    431 over 16 KiB
//	method           405
//	request body     413, without reading it
//	preflight        204, whatever the path
//	readiness        503 until the store is filled
//	access token     401
//	host and slug    404
//	access           404, the same as for a slug that names nothing
//	end date         410
//	query            400
//	preconditions    412, 304 (RFC 9110, section 13.2.2)
//	the document     200
//
// The health of the process is at /healthz and /readyz, on any host and not
// limited. All other paths are 404.
//
// The package never writes to the store (but that an access token was used),
// never makes an address from a request, never tells a private manual from
// none, never puts a cause of a 500 or an access token where a client or a
// log shows it, and never begins an answer before its body is known.
package api
