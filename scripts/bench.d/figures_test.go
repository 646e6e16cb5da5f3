package main

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

func TestSpread(t *testing.T) {
	for _, row := range []struct {
		values []float64
		want   spread
	}{
		{[]float64{2}, spread{2, 2, 2}},
		{[]float64{3, 1, 2}, spread{2, 1, 3}},
		{[]float64{4, 1, 2, 3}, spread{2.5, 1, 4}},
	} {
		if got := spreadOf(row.values); got != row.want {
			t.Errorf("%v: %+v, want %+v", row.values, got, row.want)
		}
	}
}

func TestRatioIsOfTheSameRound(t *testing.T) {
	turns := func(requests ...int64) (turns []turn) {
		for _, n := range requests {
			turns = append(turns, turn{Requests: n, Microseconds: 1e6})
		}
		return turns
	}
	r := result{Sides: []sideResult{
		{Name: floor, Turns: turns(100, 10, 50)},
		{Name: ours, Turns: turns(90, 9, 40)},
	}}
	if got, want := r.ratio(ours, floor, turn.rate), (spread{0.9, 0.8, 0.9}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestParseStat(t *testing.T) {
	const line = "4711 (a (b) c) S 42 4711 4711 0 -1 4194304 1 2 3 4 150 50 7 8 20 0 5 0 1 2 3"
	id, parent, used, err := parseStat(line)
	if id != 4711 || parent != 42 || used != 2*time.Second || err != nil {
		t.Errorf("%d, %d, %v, %v", id, parent, used, err)
	}
	if _, _, _, err := parseStat("4711 (short) S 42"); err == nil {
		t.Error("a line cut short was taken")
	}
}

func TestParsePart(t *testing.T) {
	got, ok := parsePart("BenchmarkHandler/304/8KB-2 \t 20 \t 1372.5 ns/op \t 1228 B/op \t 10 allocs/op\n")
	want := part{Name: "Handler/304/8KB-2", Values: map[string]float64{"ns/op": 1372.5, "B/op": 1228, "allocs/op": 10}}
	if !ok || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, ok)
	}
	if _, ok := parsePart("ok  \tdesignmanual/api\t2.1s"); ok {
		t.Error("a line that is no benchmark was taken")
	}
}

func TestWorstIsHeldAgainstAThreshold(t *testing.T) {
	for _, row := range []struct {
		threshold threshold
		values    []float64
		found     float64
		verdict   string
	}{
		{threshold{Must: 0.85, Goal: 0.95}, []float64{0.9, 0.99}, 0.9, "reached"},
		{threshold{Must: 0.85, Goal: 0.95}, []float64{0.9, 0.8}, 0.8, "BELOW"},
		{threshold{Must: 250, Goal: 100, Least: true}, []float64{90, 95}, 95, "goal reached"},
		{threshold{Must: 250, Goal: 100, Least: true}, []float64{300, 95}, 300, "BELOW"},
	} {
		got, ok := row.threshold.worst(row.values...)
		if !ok || got.Found != row.found || got.verdict() != row.verdict {
			t.Errorf("%v: %v, %s", row.values, got.Found, got.verdict())
		}
	}
	if _, ok := (threshold{}).worst(); ok {
		t.Error("no figure was held against a threshold")
	}
}

func TestManualsAreSeedFilesOfTheirSize(t *testing.T) {
	for _, m := range sizes {
		text := brandOf("bench", []string{manualOf(7, m.size, m.slug, true)})
		if !json.Valid([]byte(text)) {
			t.Errorf("%s is not JSON", m.slug)
		}
		if text != brandOf("bench", []string{manualOf(7, m.size, m.slug, true)}) {
			t.Errorf("%s differs when it is made again", m.slug)
		}
		if len(text) < m.size/2 || len(text) > m.size {
			t.Errorf("%s has %d bytes as a seed file: served, it has a little more", m.slug, len(text))
		}
	}
}
