package ratelimit

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the networks of trusted proxies, whose X-Forwarded-For is used.
// Make them with [NewProxies].
type Proxies []netip.Prefix

// NewProxies returns the networks, those of IPv4-mapped IPv6 addresses as IPv4.
func NewProxies(networks []netip.Prefix) Proxies {
	proxies := make(Proxies, len(networks))
	for i, p := range networks {
		proxies[i] = p
		if p.Addr().Is4In6() && p.Bits() >= 96 {
			proxies[i] = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
		}
	}
	return proxies
}

// Contains reports whether the address is that of a trusted proxy.
func (p Proxies) Contains(address netip.Addr) bool {
	return slices.ContainsFunc(p, func(network netip.Prefix) bool { return network.Contains(address) })
}

// Client returns the address of the client that sent the request. It is the peer
// or, if the peer is a trusted proxy, the rightmost hop of X-Forwarded-For that
// is not one: the hops left of it may be invented. If a hop is not an address,
// Client returns the hop to its right. For a peer without an address it returns
// the zero Addr.
func (p Proxies) Client(r *http.Request) netip.Addr {
	client, ok := ParseAddress(r.RemoteAddr)
	if !ok || !p.Contains(client) {
		return client
	}
	hops := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	for _, hop := range slices.Backward(hops) {
		hop = strings.Trim(hop, " \t")
		if hop == "" {
			continue // an empty list element (RFC 9110, section 5.6.1.2)
		}
		address, ok := ParseAddress(hop)
		if !ok {
			return client
		}
		client = address
		if !p.Contains(client) {
			return client
		}
	}
	return client
}

// ParseAddress parses an address as peers and proxies write it: with or without
// a port, with or without brackets. It returns an IPv4-mapped IPv6 address as
// IPv4, and no zone.
func ParseAddress(text string) (netip.Addr, bool) {
	if bracketed, ok := strings.CutPrefix(text, "["); ok {
		inside, after, closed := strings.Cut(bracketed, "]")
		if !closed || after != "" && after[0] != ':' {
			return netip.Addr{}, false
		}
		text = inside
	} else if strings.Count(text, ":") == 1 {
		text, _, _ = strings.Cut(text, ":")
	}
	address, err := netip.ParseAddr(text)
	return address.Unmap().WithZone(""), err == nil
}

// Key returns the key under which a client is counted: its IPv4 address, or the
// /64 network of its IPv6 address, since one client usually has all of that. The
// key of the zero Addr is empty.
func Key(address netip.Addr) string {
	if address.Is4() {
		bytes := address.As4()
		return string(bytes[:])
	}
	if address.Is6() {
		bytes := address.As16()
		return string(bytes[:8])
	}
	return ""
}
