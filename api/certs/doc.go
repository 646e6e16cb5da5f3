// Package certs is what a server that speaks TLS by itself needs: the
// certificates of its hosts, the way from plain HTTP to HTTPS, and the field
// that keeps browsers on it.
//
// A [Manager] gets certificates from an authority that speaks ACME (RFC 8555),
// Let's Encrypt as a rule, one for each host that [Covered] names, keeps them in a
// folder and has them renewed. A [Pair] is a certificate of one's own, read
// again when it changes. [Plain] answers on the listener of plain HTTP,
// [StrictTransport] wraps what answers on the other, [ErrorLog] is for the
// server of both.
//
// Certificates are public: every authority writes the names in them into logs
// that anyone may read. So the package never asks for one that names a manual
// which not everybody may read, and it tells such a host from one that nobody
// has neither in a handshake nor in plain HTTP. It never writes a key
// anywhere but into its folder, and it never makes an address of a host that
// is not the store's.
package certs
