package main

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A part is what a benchmark of the tests says of a part of the server.
type part struct {
	Name   string             `json:"name"`
	Values map[string]float64 `json:"values"` // by unit: ns/op, allocs/op, manuals/s
}

// value returns the value in that unit, beyond all that may be where there is
// none.
func (p part) value(unit string) float64 {
	if value, ok := p.Values[unit]; ok {
		return value
	}
	return math.MaxFloat64
}

// parts runs the benchmarks of the limiter, the handler and the importer.
func (w *workshop) parts(ctx context.Context) ([]part, error) {
	fmt.Println("\nparts, by go test -bench")
	var found []part
	for _, b := range []struct{ folder, pattern, times, quick string }{
		{"./api", "^BenchmarkLimiter", "1s", "100x"},
		{"./api", "^BenchmarkHandler", "1s", "100x"},
		{"./seed", "^BenchmarkImport", "3x", "1x"},
	} {
		times := b.times
		if w.quick {
			times = b.quick
		}
		out, err := output(ctx, nil, "go", "test", "-run", "^$", "-bench", b.pattern, "-benchmem", "-benchtime", times, b.folder)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(out) {
			if p, ok := parsePart(line); ok {
				found = append(found, p)
				fmt.Print(line)
			}
		}
	}
	return found, nil
}

// parsePart reads a line of a benchmark: its name, how often it was run, and
// pairs of value and unit.
func parsePart(line string) (part, bool) {
	fields := strings.Fields(line)
	if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
		return part{}, false
	}
	p := part{Name: strings.TrimPrefix(fields[0], "Benchmark"), Values: make(map[string]float64)}
	for i := 2; i+1 < len(fields); i += 2 {
		value, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return part{}, false
		}
		p.Values[fields[i+1]] = value
	}
	return p, true
}
