// Package api serves the public side over HTTP: the JSON API, which is described in
// api/openapi.json, and the pages for people. A request is checked, and gets the bytes of a
// document. The two stored documents, manual.json and tokens.json, come from the store, which has
// them compressed, as an import made them: who takes gzip gets those bytes, everybody else the
// unpacked ones. Package render keeps what was last read of them, and draws all other documents
// when they are first read. [New] returns the handler of a store; [Handler.SetReady] makes it serve manuals.
//
// "specification, section N" in a comment is a section of the specification that the JSON API
// follows. The table in api/README.md says what each of them asks.
//
// Each request goes through [Handler.ServeHTTP]: who sends it and to which host
// (newRequest), what it asks for (routeOf), the checks below and the answer (checkAndAnswer),
// and what is sent of it (write). The responder of each route makes the answer. In
// the code, rq is a request, rs a response, ix an index and m the head of a manual.
//
// Besides the documents of the JSON API, one server answers with all that a site needs: pages, with
// passwords where a manual has one, share links to what is private or a draft, exports, files of
// any size with ranges and all of them in one archive, robots.txt and llms.txt.
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
//	kind             404, if the manual has no document of that kind
//	preconditions    412, 304 (RFC 9110, section 13.2.2)
//	the document     200
//
// From the host on they are performed by the responder. Package http1, in front of the handler, answers
// 431 itself to a head of more than 20 KiB or 256 fields.
//
// An update may replace the index meanwhile. Then the request is answered from the new one, and
// only the checks from the access token on are repeated.
//
// /healthz, /readyz and what pages load from the program itself (style sheets, scripts, icons) pass
// only the checks before readiness, and count towards no rate limit. Messages of agents
// (/-/mcp) are sent by POST and have the errors and fields of the JSON API. All other paths are for
// people, also those of robots.txt, files and exports. Their errors are pages, and they count
// towards the rate limit but have no X-RateLimit fields. The checks have the same order, with these
// differences:
//
//   - A page that a visitor can open with a password is the password form, 200,
//     and takes POST. In place of access, the form's origin (403), content (415,
//     413), the number of wrong passwords (429) and the password (403) are
//     checked. The right password begins a session (303).
//   - After the end date, a path in another spelling than the canonical one is
//     redirected (308).
//   - Pages of other origins may load the exports and files of a manual that anyone may read, and
//     preflights are answered (CORS).
//   - A file request counts towards the rate limit only if it fails. Its range is checked last
//     (416, 206; RFC 9110, section 14).
//
// Before the access check, a request for a private manual and one for an unknown
// slug take the same steps and allocate the same memory, so that their timing
// reveals nothing. The package writes two things to the store: when an access token was last
// used and, when the first session begins, the key that signs sessions. No address has the
// host that a request names: a redirect leads to a path, or to an address below the base URL or of a
// manual, with the path and the query of the request at most. A client or a log never sees an access
// token or a password, and a client never the cause of a 500. Files and archives are sent piece by
// piece; every other response begins once it is complete.
package api
