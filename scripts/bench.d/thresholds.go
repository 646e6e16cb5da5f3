package main

import (
	"strconv"
	"strings"
)

// A threshold is what a figure must reach and had better reach. Where several
// figures are meant, the worst of them is held against it.
type threshold struct {
	Name  string  `json:"name"`
	Unit  string  `json:"unit"`
	Must  float64 `json:"must"`
	Goal  float64 `json:"goal"`
	Found float64 `json:"found"`
	Least bool    `json:"least"` // less is better
}

func (t threshold) reached(value float64) bool {
	if t.Least {
		return t.Found <= value
	}
	return t.Found >= value
}

func (t threshold) show(value float64) string {
	text := strconv.FormatFloat(value, 'g', 3, 64)
	if value >= 1000 {
		text = strconv.FormatFloat(value, 'f', 0, 64)
	}
	return strings.TrimSpace(text + " " + t.Unit)
}

func (t threshold) verdict() string {
	switch {
	case t.reached(t.Goal):
		return "goal reached"
	case t.reached(t.Must):
		return "reached"
	}
	return "BELOW"
}

// worst returns the threshold with the worst of the values; ok is false
// without any, as where a side was left out.
func (t threshold) worst(values ...float64) (_ threshold, ok bool) {
	for _, v := range values {
		if !ok || t.Least && v > t.Found || !t.Least && v < t.Found {
			t.Found, ok = v, true
		}
	}
	return t, ok
}

// thresholds returns those that the report has figures for.
func thresholds(r *report) []threshold {
	var all []threshold
	add := func(t threshold, values ...float64) {
		if found, ok := t.worst(values...); ok {
			all = append(all, found)
		}
	}
	of := func(side string, chosen func(result) bool, value func(turn) float64) []float64 {
		var values []float64
		for _, c := range r.Comparisons {
			if c.side(side) != nil && chosen(c) {
				values = append(values, c.ratio(ours, side, value).Median)
			}
		}
		return values
	}
	sixty := func(answer string) func(result) bool {
		return func(c result) bool { return c.Body == "60 KB" && c.Answer == answer && c.Reader == plain }
	}
	const eightKB = 7_500 // or a little more: the bodies have about their size
	large := func(c result) bool { return c.Answer != notModified && c.Bytes >= eightKB }
	empty := func(c result) bool { return c.Answer == notModified }
	for _, by := range []struct {
		name  string
		value func(turn) float64
	}{{"requests a second", turn.rate}, {"processor time", turn.perProcessor}} {
		add(threshold{Name: "200 of 8 KB and more, to bare, by " + by.name, Must: 0.85, Goal: 0.95}, of(floor, large, by.value)...)
		add(threshold{Name: "304, to bare, by " + by.name, Must: 0.75, Goal: 0.90}, of(floor, empty, by.value)...)
		add(threshold{Name: "60 KB gzip, to nginx, by " + by.name, Must: 0.50, Goal: 0.60}, of("nginx", sixty(compressed), by.value)...)
		add(threshold{Name: "60 KB, to PocketBase, by " + by.name, Must: 40, Goal: 45},
			append(of("PocketBase", sixty(identity), by.value), of("PocketBase", sixty(compressed), by.value)...)...)
	}
	for _, p := range r.Parts {
		switch {
		case strings.HasPrefix(p.Name, "LimiterGetManyClients"):
			add(threshold{Name: p.Name, Unit: "ns", Must: 250, Goal: 100, Least: true}, p.value("ns/op"))
			add(threshold{Name: p.Name, Unit: "allocations", Must: 2, Goal: 0, Least: true}, p.value("allocs/op"))
		case strings.HasPrefix(p.Name, "Handler/") && !strings.HasPrefix(p.Name, "Handler/404"):
			add(threshold{Name: p.Name, Unit: "allocations of our own", Must: 2, Goal: 0, Least: true}, p.value("own-allocs/op"))
		}
	}
	return append(all, scaleThresholds(r)...)
}
