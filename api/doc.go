// Package api is the public interface over HTTP (specification, sections 4 to
// 9): it reads snapshots out of the store and writes them to clients.
// Everything it serves was rendered at import; a request is judged, and bytes
// go out. Use [New] to make the handler of a store, and [Handler.SetReady] when
// its manuals may be answered for.
//
// Besides the documents of the interface a site gets from it, without another
// server beside it, pages behind passwords, exports, files of any size by
// ranges and all in one archive, lists for search engines, and previews.
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
// All other paths but /healthz and /readyz are for people. What refuses them
// is a page too, without the fields of the rate limit, which they count for,
// and without those for other origins. They are judged in that order, but that
//
//   - a page whose password opens it is the form, 200, and takes POST: its
//     origin (403), form (415, 413), the number of wrong passwords (429) and the
//     password (403) are judged in place of access, and a session begins (303);
//   - after the end date, another spelling of a path is 308 to its one path;
//   - a manual's exports and files, below the address of its page, have
//     preflights; a file counts for the rate limit only where it is refused,
//     and a range comes last: 416, 206 (RFC 9110, section 14).
//
// Until access is judged, what is private and what there is not take the same
// steps and the same memory. The package never writes to the store (but that
// an access token was used, and once the key that signs sessions), never makes
// an address from a request, never puts a cause of a 500, an access token or a
// password where a client or a log shows it, and never begins an answer before
// it is known.
package api
