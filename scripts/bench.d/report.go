package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"
)

// A report is all that a run has found.
type report struct {
	Machine     machine           `json:"machine"`
	Quick       bool              `json:"quick"`
	Sides       []*side           `json:"sides,omitempty"`
	LeftOut     map[string]string `json:"leftOut,omitempty"` // and why
	Comparisons []result          `json:"comparisons,omitempty"`
	Parts       []part            `json:"parts,omitempty"`
	Scale       []*stock          `json:"scale,omitempty"`
	Reading     []reading         `json:"reading,omitempty"`

	EmptyAnonymous int         `json:"emptyAnonymous,omitempty"` // bytes of a server without manuals
	Thresholds     []threshold `json:"thresholds"`
}

// leaveOut notes a side that is not compared.
func (r *report) leaveOut(name string, why error) {
	if r.LeftOut == nil {
		r.LeftOut = make(map[string]string)
	}
	r.LeftOut[name] = why.Error()
}

// printSides prints what is compared, and how.
func (r *report) printSides(w *workshop) {
	how := "the server has one processor and wrk the other"
	if w.cores < 2 {
		how = "server and wrk share one processor"
	}
	fmt.Printf("%d rounds of %d s, in turn; wrk -t1 -c%d; %s\n", w.rounds, w.seconds, connections, how)
	for _, s := range r.Sides {
		fmt.Printf("  %s %s\n", s.Name, s.Version)
	}
	for name, why := range r.LeftOut {
		fmt.Printf("  left out: %s: %s\n", name, why)
	}
}

// write writes the report to a file, if one is named.
func (r *report) write(path string) error {
	r.Thresholds = thresholds(r)
	if path == "" {
		return nil
	}
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return fmt.Errorf("writing the figures: %w", err)
	}
	if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("writing the figures: %w", err)
	}
	return nil
}

// judge prints what must be reached and what is; the error says that
// something is not, and is nil unless that is asked for.
func (r *report) judge(must bool) error {
	fmt.Println()
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, "WHAT\tMUST\tGOAL\tFOUND\t")
	below := 0
	for _, t := range r.Thresholds {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", t.Name, t.show(t.Must), t.show(t.Goal), t.show(t.Found), t.verdict())
		if !t.reached(t.Must) {
			below++
		}
	}
	table.Flush()
	if r.Quick {
		fmt.Println("a quick run: its figures say nothing")
	}
	if must && below > 0 {
		return errors.New("not all is reached that must be")
	}
	return nil
}
