//go:build race

package api

// poolLosses is 0.75 with the race detector, with which pools drop a quarter of
// what they are given, each time a copy and its memory.
const poolLosses = 0.75
