// Package api serves the public interface over HTTP (specification, sections 4 to
// 9). A request is checked, and gets the bytes of a document: the two documents of
// the interface as the store has them, all others as package render draws them when
// they are first read, and keeps them.
// [New] returns the handler of a store; [Handler.SetReady] makes it serve
// manuals.
//
// Each request goes through [Handler.ServeHTTP]: who sends it and to which host
// (newRequest), what it asks for (routeOf), the checks below and the answer
// (checkAndAnswer), which a method of the handler for each endpoint makes, and what is
// sent of it (write). In the code, rq is a request, rs a response, ix an index and m
// a manual.
//
// Besides the documents of the interface, a site gets from it, without another
// server: pages with passwords, exports, files of any size with ranges and all of
// them in one archive, robots.txt and llms.txt, and previews.
//
// A request under /api/ passes these checks in order, whatever it asks for. The
// first check that fails decides the response:
//
//	rate limit       429, except for a preflight
//	header fields    431 over 16 KiB
//	method           405
//	request body     413, without reading it
//	preflight        204, for any path
//	readiness        503 until the store is filled
//	access token     401
//	host and slug    404
//	access           404, the same as for an unknown slug
//	end date         410
//	query            400
//	preconditions    412, 304 (RFC 9110, section 13.2.2)
//	the document     200
//
// All other paths except /healthz and /readyz are pages for people. Their errors
// are pages too. These count towards the rate limit but have no X-RateLimit and
// CORS fields. The checks have the same order, with these differences:
//
//   - A page that a visitor can open with a password is the password form, 200,
//     and takes POST. In place of access, the form's origin (403), content (415,
//     413), the number of wrong passwords (429) and the password (403) are
//     checked. The right password begins a session (303).
//   - After the end date, a path in another spelling than the canonical one is
//     redirected (308).
//   - A manual's exports and files allow preflights. A file request counts
//     towards the rate limit only if it fails. Its range is checked last (416,
//     206; RFC 9110, section 14).
//
// Before the access check, a request for a private manual and one for an unknown
// slug take the same steps and allocate the same memory, so that their timing
// reveals nothing. The package writes to the store only when an access token was
// last used and, once, the key for sessions. It never builds an address from a
// request, never shows the cause of a 500, an access token or a password to a
// client or in a log, and never begins a response before it is complete.
package api
