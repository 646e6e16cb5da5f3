//go:build linux

package main

import (
	"cmp"
	"math"
	"slices"
)

// median returns the middle one of the values, which it sorts.
func median[T cmp.Ordered](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}

// welch returns Welch's t of two samples: by how many of its standard errors
// the difference of their means is away from none.
func welch(a, b []float64) float64 {
	meanA, squareA := spread(a)
	meanB, squareB := spread(b)
	return (meanA - meanB) / math.Sqrt(squareA+squareB)
}

// spread returns the mean of a sample and the square of its standard error.
func spread(values []float64) (mean, square float64) {
	for _, v := range values {
		mean += v
	}
	mean /= float64(len(values))
	for _, v := range values {
		square += (v - mean) * (v - mean)
	}
	n := float64(len(values))
	return mean, square / (n - 1) / n
}

// below returns the values up to a limit: times far beyond the others are of
// what else the machine does, and would drown a difference.
func below(values []float64, limit float64) []float64 {
	var kept []float64
	for _, v := range values {
		if v <= limit {
			kept = append(kept, v)
		}
	}
	return kept
}
