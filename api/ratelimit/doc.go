// Package ratelimit finds out which client has sent a request and counts its
// requests. [ParseRate] reads a rate, [Proxies.Client] returns the address of
// the client, [Key] the key under which it is counted, and a [Store] keeps the
// counts for a [limiter.Limiter].
//
// The limiter's own store grows with the number of clients, and its middleware
// trusts the leftmost hop of X-Forwarded-For, which any client can invent, and
// counts each address of an IPv6 network separately.
package ratelimit
