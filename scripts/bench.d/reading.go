package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"text/tabwriter"
	"time"
)

// A reading is what reading by Zipf's law has found of one store, against
// the smallest.
type reading struct {
	Manuals int           `json:"manuals"`
	Answer  string        `json:"answer"`
	Rate    float64       `json:"rate"`  // requests a second, the median
	Ratio   spread        `json:"ratio"` // to that of the smallest store in the same round
	CPU     time.Duration `json:"cpu"`   // of the server for a request, the median
	ByCPU   spread        `json:"byCPU"` // requests for a second of a processor, to those of the smallest store
	Busy    float64       `json:"busy"`
}

// A zipfTurn is what the reader has done, and what that cost the server.
type zipfTurn struct {
	Requests, Failed int64
	Seconds          float64
	CPU              time.Duration
}

// cost returns the server's time on a processor for a request, in
// nanoseconds.
func (t zipfTurn) cost() float64 { return float64(max(t.CPU, tick)) / float64(t.Requests) }

// zipf lets the reader read from the server of a store.
func (w *workshop) zipf(ctx context.Context, s *stock, args ...string) (zipfTurn, error) {
	var t zipfTurn
	before, err := s.server.process.cpu()
	if err != nil {
		return t, err
	}
	command := w.on(clientCore, append([]string{
		w.path("zipf"), "-address", s.server.address, "-paths", s.paths,
		"-connections", strconv.Itoa(connections), "-seconds", strconv.Itoa(w.seconds),
	}, args...)...)
	out, err := output(ctx, nil, command...)
	if err != nil {
		return t, err
	}
	after, err := s.server.process.cpu()
	if err != nil {
		return t, err
	}
	if err := json.Unmarshal([]byte(out), &t); err != nil {
		return t, fmt.Errorf("reading what zipf says: %w", err)
	}
	if t.CPU = after - before; t.Failed > 0 || t.Requests == 0 {
		return t, fmt.Errorf("%d requests of %d failed", t.Failed, t.Requests)
	}
	return t, nil
}

// reading measures all stores in turn.
func (w *workshop) reading(ctx context.Context, stocks []*stock) ([]reading, error) {
	var found []reading
	for _, answer := range []string{identity, compressed} {
		var args []string
		if answer == compressed {
			args = []string{"-encoding", "gzip"}
		}
		turns := make([][]zipfTurn, len(stocks))
		for round := range w.rounds + 1 { // the first one warms up
			for i, s := range stocks {
				t, err := w.zipf(ctx, s, args...)
				if err != nil {
					return nil, err
				}
				if round > 0 {
					turns[i] = append(turns[i], t)
				}
			}
		}
		for i, s := range stocks {
			found = append(found, readingOf(s, answer, turns[i], turns[0]))
		}
	}
	fmt.Println("\nreading by Zipf's law, every manual having been read before")
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "manuals\tanswer\trequests/s\tof the smallest\tCPU a request\tof it by CPU\tbusy\t")
	for _, r := range found {
		fmt.Fprintf(table, "%d\t%s\t%.0f\t%s\t%.1f µs\t%s\t%.0f %%\t\n",
			r.Manuals, r.Answer, r.Rate, r.Ratio, float64(r.CPU)/1e3, r.ByCPU, 100*r.Busy)
	}
	return found, table.Flush()
}

func readingOf(s *stock, answer string, turns, smallest []zipfTurn) reading {
	var rates, ratios, costs, byCPU, busy []float64
	for i, t := range turns {
		rate := float64(t.Requests) / t.Seconds
		rates = append(rates, rate)
		ratios = append(ratios, rate/(float64(smallest[i].Requests)/smallest[i].Seconds))
		costs = append(costs, t.cost())
		byCPU = append(byCPU, smallest[i].cost()/t.cost())
		busy = append(busy, t.CPU.Seconds()/t.Seconds)
	}
	return reading{
		Manuals: s.Manuals, Answer: answer, Rate: spreadOf(rates).Median, Ratio: spreadOf(ratios),
		CPU: time.Duration(spreadOf(costs).Median), ByCPU: spreadOf(byCPU), Busy: spreadOf(busy).Median,
	}
}

// anonymousEach returns the anonymous bytes a manual, over a server without
// any.
func (s *stock) anonymousEach(bytes, empty int) float64 {
	return float64(bytes-empty) / float64(s.Manuals)
}

// print prints what was measured of the store.
func (s *stock) print(empty int) {
	fmt.Printf("\n%d manuals of %d bytes\n", s.Manuals, s.ManualBytes)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "  import\t%.0f manuals/s; unchanged, %.0f/s; at most %d MiB held\n", s.ImportRate, s.AgainRate, s.ImportMemory>>20)
	cold := "not measured: only root may empty the page cache"
	if len(s.StartCold) > 0 {
		cold = fmt.Sprintf("%s s cold", spreadOf(s.StartCold))
	}
	fmt.Fprintf(table, "  exec to the first 200\t%s, %s s warm\n", cold, spreadOf(s.StartWarm))
	fmt.Fprintf(table, "  anonymous memory\t%d KiB after the start, %d KiB after reading (%d KiB without manuals)\n",
		s.AnonymousStart>>10, s.AnonymousRead>>10, empty>>10)
	fmt.Fprintf(table, "  a manual\t%.0f bytes after the start, %.0f after reading\n",
		s.anonymousEach(s.AnonymousStart, empty), s.anonymousEach(s.AnonymousRead, empty))
	fmt.Fprintf(table, "  database\t%d MiB, %d bytes a manual\n", s.FileBytes>>20, s.FileBytes/int64(s.Manuals))
	fmt.Fprintf(table, "  every manual read once\t%.2f s\n", s.ReadEveryManual)
	table.Flush()
}

// scaleThresholds returns those of the largest store.
func scaleThresholds(r *report) []threshold {
	if len(r.Scale) == 0 {
		return nil
	}
	var all []threshold
	add := func(t threshold, values ...float64) {
		if found, ok := t.worst(values...); ok {
			all = append(all, found)
		}
	}
	largest := r.Scale[len(r.Scale)-1]
	var ratios, byCPU []float64
	for _, read := range r.Reading {
		if read.Manuals == largest.Manuals {
			ratios, byCPU = append(ratios, read.Ratio.Median), append(byCPU, read.ByCPU.Median)
		}
	}
	add(threshold{Name: "reading by Zipf's law, to the smallest store, by requests a second", Must: 0.85, Goal: 0.95}, ratios...)
	add(threshold{Name: "reading by Zipf's law, to the smallest store, by processor time", Must: 0.85, Goal: 0.95}, byCPU...)
	if len(largest.StartCold) > 0 {
		add(threshold{Name: "exec to the first 200, cold", Unit: "s", Must: 1, Goal: 0.3, Least: true}, spreadOf(largest.StartCold).Median)
	}
	add(threshold{Name: "exec to the first 200, warm", Unit: "s", Must: 1, Goal: 0.3, Least: true}, spreadOf(largest.StartWarm).Median)
	add(threshold{Name: "anonymous memory a manual", Unit: "B", Must: 800, Goal: 600, Least: true},
		largest.anonymousEach(largest.AnonymousStart, r.EmptyAnonymous), largest.anonymousEach(largest.AnonymousRead, r.EmptyAnonymous))
	add(threshold{Name: "import", Unit: "manuals/s", Must: 800, Goal: 1500}, largest.ImportRate)
	return all
}
