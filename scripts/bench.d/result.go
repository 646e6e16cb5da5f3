package main

import (
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"
)

// A result is what a comparison has found.
type result struct {
	Body   string       `json:"body"`
	Bytes  int          `json:"bytes"`
	Gzip   int          `json:"gzip"`
	Answer string       `json:"answer"`
	Reader string       `json:"reader"`
	Sides  []sideResult `json:"sides"`
}

// A sideResult is what it has found of one side.
type sideResult struct {
	Name  string `json:"name"`
	GOGC  string `json:"gogc"`
	Turns []turn `json:"turns"`

	Rate       float64       `json:"rate"`       // requests a second, the median
	OfFloor    spread        `json:"ofFloor"`    // rate, to that of the floor in the same round
	CPU        time.Duration `json:"cpu"`        // of the server for a request, the median
	CPUOfFloor spread        `json:"cpuOfFloor"` // requests for a second of a processor, to those of the floor
	Busy       float64       `json:"busy"`       // how much of a processor it had
}

// A spread is a median and what it lies between.
type spread struct {
	Median float64 `json:"median"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
}

// spreadOf returns the spread of one value or more.
func spreadOf(values []float64) spread {
	sorted := slices.Sorted(slices.Values(values))
	return spread{Median: median(sorted), Least: sorted[0], Most: sorted[len(sorted)-1]}
}

// median returns the middle of sorted values, of which there is one or more.
func median(sorted []float64) float64 {
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

func (s spread) String() string {
	if s.Least == s.Most {
		return fmt.Sprintf("%.3g", s.Median)
	}
	return fmt.Sprintf("%.3g (%.3g to %.3g)", s.Median, s.Least, s.Most)
}

// each returns a value of every turn.
func (s *sideResult) each(value func(turn) float64) []float64 {
	values := make([]float64, len(s.Turns))
	for i, t := range s.Turns {
		values[i] = value(t)
	}
	return values
}

// sum works out what the turns of all sides say.
func (r *result) sum() {
	for i := range r.Sides {
		s := &r.Sides[i]
		s.Rate = spreadOf(s.each(turn.rate)).Median
		s.CPU = time.Duration(spreadOf(s.each(func(t turn) float64 { return float64(t.cost()) })).Median)
		s.Busy = spreadOf(s.each(turn.busy)).Median
		s.OfFloor = r.ratio(s.Name, floor, turn.rate)
		s.CPUOfFloor = r.ratio(s.Name, floor, turn.perProcessor)
	}
}

// side returns what was found of the side of that name; nil where it was not
// asked.
func (r *result) side(name string) *sideResult {
	for i := range r.Sides {
		if r.Sides[i].Name == name {
			return &r.Sides[i]
		}
	}
	return nil
}

// ratio returns a value of one side to that of another in the same round.
// Both must have been asked.
func (r *result) ratio(of, to string, value func(turn) float64) spread {
	above, below := r.side(of).each(value), r.side(to).each(value)
	ratios := make([]float64, len(above))
	for i := range above {
		ratios[i] = above[i] / below[i]
	}
	return spreadOf(ratios)
}

// print prints the comparison as a table.
func (r *result) print() {
	size := fmt.Sprintf("%d bytes", r.Bytes)
	if r.Answer == compressed {
		size = fmt.Sprintf("%d bytes of %d", r.Gzip, r.Bytes)
	}
	fmt.Printf("\n%s, %s (%s), %s\n", r.Answer, r.Body, size, r.Reader)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\trequests/s\tof bare\tCPU a request\tof bare by CPU\tbusy\tp50\tp99\tGOGC\t")
	for _, s := range r.Sides {
		p50 := spreadOf(s.each(func(t turn) float64 { return float64(t.P50) })).Median
		p99 := spreadOf(s.each(func(t turn) float64 { return float64(t.P99) })).Median
		fmt.Fprintf(table, "%s\t%.0f\t%s\t%.1f µs\t%s\t%.0f %%\t%.2f ms\t%.2f ms\t%s\t\n", s.Name, s.Rate, s.OfFloor,
			float64(s.CPU)/1e3, s.CPUOfFloor, 100*s.Busy, p50/1e3, p99/1e3, s.GOGC)
	}
	table.Flush()
}
