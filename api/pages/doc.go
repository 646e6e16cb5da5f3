// Package pages holds what people open besides the documents of the
// interface: where a page, its exports and its files lie on a host
// ([Find]), sessions and passwords ([Session], [Checker]), the index of the
// site, robots.txt, llms.txt, and how files are sent ([MediaType],
// [Disposition], [Zip]).
//
// It answers no request: package api asks it what lies where, judges who may
// read it, and sends it. It must never say what may be read, never write to
// the store, and never make an address from a request.
package pages
