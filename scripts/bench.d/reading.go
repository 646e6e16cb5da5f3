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

// A reading is what reading by Zipf's law has found of one side with the
// manuals of a store, against the same side with those of the smallest.
type reading struct {
	Side    string        `json:"side"`
	Manuals int           `json:"manuals"`
	Answer  string        `json:"answer"`
	Rate    float64       `json:"rate"`  // requests a second, the median
	Ratio   spread        `json:"ratio"` // to that of the smallest store in the same round
	CPU     time.Duration `json:"cpu"`   // of the server for a request, the median
	ByCPU   spread        `json:"byCPU"` // requests for a second of a processor, to those of the smallest store
	Busy    float64       `json:"busy"`
}

// A source is a server of the manuals of a store.
type source struct {
	name    string // of the side
	stock   *stock
	address string
	process *process
}

// source returns our server of the store.
func (s *stock) source() source {
	return source{name: ours, stock: s, address: s.server.address, process: s.server.process}
}

// loadTime is how long a bare server may take to get its answers.
const loadTime = 10 * time.Minute

// bareSource starts a bare server that has all answers of a store, in one
// coding, in its memory.
func (w *workshop) bareSource(ctx context.Context, s *stock, args []string) (source, error) {
	of := source{name: floor, stock: s}
	var err error
	if of.address, err = freeAddress(); err != nil {
		return of, err
	}
	command := append([]string{w.path("bare"), "-listen", of.address, "-from", s.server.address, "-paths", s.paths}, args...)
	if of.process, err = w.launch(ctx, serverCore, []string{"GOGC=" + gogc()}, command...); err != nil {
		return of, err
	}
	return of, of.process.await(ctx, of.address, loadTime)
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

// zipf lets the reader read from a server.
func (w *workshop) zipf(ctx context.Context, s source, args ...string) (zipfTurn, error) {
	var t zipfTurn
	before, err := s.process.cpu()
	if err != nil {
		return t, err
	}
	command := w.on(clientCore, append([]string{
		w.path("zipf"), "-address", s.address, "-paths", s.stock.paths,
		"-connections", strconv.Itoa(connections), "-seconds", strconv.Itoa(w.seconds),
	}, args...)...)
	out, err := output(ctx, nil, command...)
	if err != nil {
		return t, err
	}
	after, err := s.process.cpu()
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

// reading measures all stores in turn, and beside the smallest and the largest
// a bare server that has the same answers in memory: what that loses with
// many manuals is the machine's, which has to fetch them from further away.
func (w *workshop) reading(ctx context.Context, stocks []*stock) ([]reading, error) {
	var found []reading
	for _, answer := range []string{identity, compressed} {
		of, err := w.readingOf(ctx, stocks, answer)
		if err != nil {
			return nil, err
		}
		found = append(found, of...)
	}
	fmt.Println("\nreading by Zipf's law, every manual having been read before")
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "manuals\tside\tanswer\trequests/s\tof the smallest\tCPU a request\tof it by CPU\tbusy\t")
	for _, r := range found {
		fmt.Fprintf(table, "%d\t%s\t%s\t%.0f\t%s\t%.1f µs\t%s\t%.0f %%\t\n",
			r.Manuals, r.Side, r.Answer, r.Rate, r.Ratio, float64(r.CPU)/1e3, r.ByCPU, 100*r.Busy)
	}
	return found, table.Flush()
}

// readingOf measures all stores in turn, of one coding.
func (w *workshop) readingOf(ctx context.Context, stocks []*stock, answer string) ([]reading, error) {
	var args []string
	if answer == compressed {
		args = []string{"-encoding", "gzip"}
	}
	var sources []source
	for _, s := range stocks {
		sources = append(sources, s.source())
	}
	for _, s := range []*stock{stocks[0], stocks[len(stocks)-1]} {
		bare, err := w.bareSource(ctx, s, args)
		if err != nil {
			return nil, err
		}
		defer bare.process.stop()
		sources = append(sources, bare)
	}
	turns := make([][]zipfTurn, len(sources))
	for round := range w.rounds + 1 { // the first one warms up
		for i, s := range sources {
			t, err := w.zipf(ctx, s, args...)
			if err != nil {
				return nil, err
			}
			if round > 0 {
				turns[i] = append(turns[i], t)
			}
		}
	}
	var found []reading
	smallest := 0
	for i, s := range sources {
		if s.name != sources[smallest].name {
			smallest = i
		}
		found = append(found, readingFrom(s, answer, turns[i], turns[smallest]))
	}
	return found, nil
}

func readingFrom(s source, answer string, turns, smallest []zipfTurn) reading {
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
		Side: s.name, Manuals: s.stock.Manuals, Answer: answer, Rate: spreadOf(rates).Median, Ratio: spreadOf(ratios),
		CPU: time.Duration(spreadOf(costs).Median), ByCPU: spreadOf(byCPU), Busy: spreadOf(busy).Median,
	}
}
