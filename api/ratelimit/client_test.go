package ratelimit

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
)

var proxies = NewProxies([]netip.Prefix{
	netip.MustParsePrefix("10.0.0.0/8"),
	netip.MustParsePrefix("2001:db8:ffff::/48"),
	netip.MustParsePrefix("::ffff:192.0.2.0/120"),
})

func TestClient(t *testing.T) {
	for _, row := range []struct {
		name, peer string
		fields     []string
		want       string
	}{
		{"a peer without a proxy", "198.51.100.7:1234", nil, "198.51.100.7"},
		{"the field of an untrusted peer is not read", "198.51.100.7:1234", []string{"203.0.113.9"}, "198.51.100.7"},
		{"a proxy without the field", "10.0.0.1:1234", nil, "10.0.0.1"},
		{"one hop", "10.0.0.1:1234", []string{"203.0.113.9"}, "203.0.113.9"},
		{"the rightmost hop, not an invented one", "10.0.0.1:1234", []string{"1.1.1.1, 2.2.2.2, 203.0.113.9"}, "203.0.113.9"},
		{"trusted hops are skipped", "10.0.0.1:1234", []string{"1.1.1.1, 203.0.113.9, 10.9.9.9,10.8.8.8"}, "203.0.113.9"},
		{"several fields are one list", "10.0.0.1:1234", []string{"1.1.1.1", "203.0.113.9", "10.9.9.9"}, "203.0.113.9"},
		{"all hops trusted: the leftmost", "10.0.0.1:1234", []string{"10.7.7.7, 10.9.9.9"}, "10.7.7.7"},
		{"a hop that is not an address: the hop to its right", "10.0.0.1:1234", []string{"203.0.113.9, unknown, 10.9.9.9"}, "10.9.9.9"},
		{"the rightmost hop is not an address: the peer", "10.0.0.1:1234", []string{"203.0.113.9, _hidden"}, "10.0.0.1"},
		{"empty elements", "10.0.0.1:1234", []string{"", "1.1.1.1, 203.0.113.9, ,", ","}, "203.0.113.9"},
		{"with a port", "10.0.0.1:1234", []string{"203.0.113.9:4711"}, "203.0.113.9"},
		{"IPv6", "[2001:db8:ffff::1]:1234", []string{"2001:db8::9"}, "2001:db8::9"},
		{"IPv6 in brackets", "10.0.0.1:1234", []string{"[2001:db8::9]"}, "2001:db8::9"},
		{"IPv6 in brackets with a port", "10.0.0.1:1234", []string{"[2001:db8::9]:4711"}, "2001:db8::9"},
		{"brackets left open", "10.0.0.1:1234", []string{"[2001:db8::9"}, "10.0.0.1"},
		{"IPv4 in IPv6 is IPv4", "[::ffff:10.0.0.1]:1234", []string{"::ffff:203.0.113.9"}, "203.0.113.9"},
		{"a prefix of IPv4 in IPv6", "192.0.2.77:1234", []string{"203.0.113.9"}, "203.0.113.9"},
		{"a zone is dropped", "[fe80::1%eth0]:1234", nil, "fe80::1"},
		{"a peer without an address", "@", []string{"203.0.113.9"}, "invalid IP"},
	} {
		r := &http.Request{RemoteAddr: row.peer, Header: http.Header{"X-Forwarded-For": row.fields}}
		if got := proxies.Client(r).String(); got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
		if got, peer := Proxies(nil).Client(r), Proxies(nil).Client(&http.Request{RemoteAddr: row.peer}); got != peer {
			t.Errorf("%s: %s without trusted proxies, want the peer", row.name, got)
		}
	}
}

func TestKey(t *testing.T) {
	key := func(s string) string { return Key(netip.MustParseAddr(s)) }
	for _, row := range []struct {
		a, b string
		same bool
	}{
		{"192.0.2.1", "192.0.2.1", true},
		{"192.0.2.1", "192.0.2.2", false},
		{"2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff", true},
		{"2001:db8::1", "2001:db8:0:1::1", false},
		{"192.0.2.1", "c000:201::", false},
	} {
		if got := key(row.a) == key(row.b); got != row.same {
			t.Errorf("%s and %s counted together: %t, want %t", row.a, row.b, got, row.same)
		}
	}
	if Key(netip.Addr{}) != "" {
		t.Error("the zero address has a key")
	}
}

func FuzzClient(f *testing.F) {
	f.Add("10.0.0.1:1", "1.1.1.1, 10.9.9.9", "[2001:db8::1]:80")
	f.Add("10.0.0.1:1", "unknown", ",")
	f.Add("@", "::ffff:1.2.3.4%z", "[")
	f.Fuzz(func(t *testing.T, peer, first, second string) {
		r := &http.Request{RemoteAddr: peer, Header: http.Header{"X-Forwarded-For": {first, second}}}
		got := proxies.Client(r)
		direct, _ := ParseAddress(peer)
		if !proxies.Contains(direct) {
			if got != direct {
				t.Fatalf("%s for the untrusted peer %s", got, direct)
			}
			return
		}
		if got.Is4In6() || got.Zone() != "" {
			t.Fatalf("%s has two keys", got)
		}
		hops := strings.Split(first+","+second, ",")
		if last, ok := ParseAddress(strings.Trim(hops[len(hops)-1], " \t")); ok && !proxies.Contains(last) && got != last {
			t.Fatalf("%s, want the rightmost hop %s", got, last)
		}
	})
}
