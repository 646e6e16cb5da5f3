package certs

import (
	"slices"
	"testing"
)

func TestCovered(t *testing.T) {
	ix := openStore(t, "https://"+siteHost, seedFiles).Index()
	for _, host := range coveredHosts {
		if !Covered(ix, host) {
			t.Errorf("%s is not covered", host)
		}
	}
	for _, host := range append(otherHosts, "", ".", "."+siteHost, "*."+siteHost) {
		if Covered(ix, host) {
			t.Errorf("%q is covered", host)
		}
	}
	want := slices.Sorted(slices.Values(coveredHosts))
	got := append(Hosts(ix), "www."+siteHost)
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("hosts %q, want %q", got, want)
	}
}
