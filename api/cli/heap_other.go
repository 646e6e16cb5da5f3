//go:build !linux

package cli

// wantHugePages does nothing: there is no such wish here.
func wantHugePages([]byte) {}
