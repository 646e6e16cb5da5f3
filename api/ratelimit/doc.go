// Package ratelimit decides whose request counts against which limit, and
// counts it: [ParseRate] reads a rate, [Proxies.Client] finds the address of
// a client, [Key] the name under which it is counted, and a [Store] holds the
// counts for a [limiter.Limiter] in memory of a fixed size.
//
// The library's own store grows with the number of clients, its middleware
// believes the leftmost hop of X-Forwarded-For, which a client writes itself,
// and it counts each address of an IPv6 network by itself.
package ratelimit
