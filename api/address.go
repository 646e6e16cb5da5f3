package api

import (
	"net/http"
	"net/netip"
	"strings"
)

// clientAddress returns the address that a request is counted for: that of
// its peer or, when the peer is a trusted proxy, the rightmost hop of
// X-Forwarded-For that is not one. Hops further left are the client's own
// words. A hop that is no address ends the walk at the last good one. IPv4 in
// IPv6 is IPv4. The zero Addr stands for a peer without an address.
func clientAddress(r *http.Request, trusted []netip.Prefix) netip.Addr {
	client, ok := parseHop(r.RemoteAddr)
	if !ok || !within(trusted, client) {
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
			address, ok := parseHop(hop)
			if !ok {
				return client
			}
			if client = address; !within(trusted, client) {
				return client
			}
		}
	}
	return client
}

// parseHop reads an address as peers and proxies write it: bare, with a port,
// in brackets, or both. The zone of a link-local address is dropped.
func parseHop(text string) (netip.Addr, bool) {
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

func within(prefixes []netip.Prefix, address netip.Addr) bool {
	for _, p := range prefixes {
		if p.Contains(address) {
			return true
		}
	}
	return false
}

// unmapped returns the prefixes as they are compared with addresses: IPv4 in
// IPv6 as IPv4.
func unmapped(prefixes []netip.Prefix) []netip.Prefix {
	plain := make([]netip.Prefix, len(prefixes))
	for i, p := range prefixes {
		plain[i] = p
		if p.Addr().Is4In6() && p.Bits() >= 96 {
			plain[i] = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
		}
	}
	return plain
}

// addressKey returns the key under which a client's requests are counted: an
// IPv4 address, or the /64 of an IPv6 one, all of which is usually one
// client's to choose from.
func addressKey(address netip.Addr) string {
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
