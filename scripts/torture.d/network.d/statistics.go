//go:build linux

package main

import (
	"cmp"
	"slices"
)

// median returns the middle one of the values, which it sorts.
func median[T cmp.Ordered](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
