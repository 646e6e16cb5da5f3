package ratelimit

import (
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are the networks whose X-Forwarded-For is believed. Make them with
// [NewProxies].
type Proxies []netip.Prefix

// NewProxies returns the networks as they are compared with addresses: IPv4
// in IPv6 as IPv4.
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

// Contains tells whether the address is one of a trusted proxy.
func (p Proxies) Contains(address netip.Addr) bool {
	for _, network := range p {
		if network.Contains(address) {
			return true
		}
	}
	return false
}

// Client returns the address that a request is counted for: that of its peer
// or, when the peer is a trusted proxy, the rightmost hop of X-Forwarded-For
// that is not one. Hops further left are the client's own words. A hop that
// is no address ends the search at the last good one. The zero Addr stands
// for a peer without an address.
func (p Proxies) Client(r *http.Request) netip.Addr {
	client, ok := ParseAddress(r.RemoteAddr)
	if !ok || !p.Contains(client) {
		return client
	}
	fields := r.Header["X-Forwarded-For"]
	for i := len(fields) - 1; i >= 0; i-- {
		for rest := fields[i]; rest != ""; {
			comma := strings.LastIndexByte(rest, ',')
			hop := strings.Trim(rest[comma+1:], " \t")
			rest = rest[:max(comma, 0)]
			if hop == "" {
				continue // an empty list element (RFC 9110, section 5.6.1.2)
			}
			address, ok := ParseAddress(hop)
			if !ok {
				return client
			}
			if client = address; !p.Contains(client) {
				return client
			}
		}
	}
	return client
}

// ParseAddress reads an address as peers and proxies write it: bare, with a
// port, in brackets, or both. IPv4 in IPv6 is IPv4, and the zone of a
// link-local address is dropped.
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

// Key returns the name under which a client is counted: an IPv4 address, or
// the /64 of an IPv6 one, all of which is usually one client's to choose
// from. That of the zero Addr is empty.
func Key(address netip.Addr) string {
	switch {
	case address.Is4():
		bytes := address.As4()
		return string(bytes[:])
	case address.Is6():
		bytes := address.As16()
		return string(bytes[:8])
	}
	return ""
}
