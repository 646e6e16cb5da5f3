package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strconv"
	"time"
)

const (
	connections = 16 // how many requests are under way at a time
	patience    = 16 // seconds until a side must have answered at all
)

// A turn is what one side did in a run of wrk.
type turn struct {
	Microseconds int64 `json:"microseconds"`
	Requests     int64 `json:"requests"`
	Bytes        int64 `json:"bytes"`
	Failed       int64 `json:"failed"`
	P50          int64 `json:"p50"` // microseconds
	P99          int64 `json:"p99"`

	CPU time.Duration `json:"cpu"` // what the server had of the processors
}

// rate returns requests a second.
func (t turn) rate() float64 { return float64(t.Requests) / float64(t.Microseconds) * 1e6 }

// cost returns the server's time on a processor for a request.
func (t turn) cost() time.Duration { return t.CPU / time.Duration(max(t.Requests, 1)) }

// perProcessor returns requests for a second that the server had of a
// processor: what it would do if it had one to itself and nothing kept it
// waiting, and so what stays the same on a machine that is not quiet.
func (t turn) perProcessor() float64 { return float64(t.Requests) / max(t.CPU, tick).Seconds() }

// busy returns how much of a processor the server had, 1 being all of one.
func (t turn) busy() float64 { return t.CPU.Seconds() / (float64(t.Microseconds) / 1e6) }

// wrk lets wrk ask a side for some seconds, and longer where not one answer
// has come by then. An answer that is not 2xx or 3xx is an error.
func (w *workshop) wrk(ctx context.Context, s *side, q question, seconds int) (turn, error) {
	for {
		t, err := w.wrkOnce(ctx, s, q, seconds)
		if err == nil && t.Requests == 0 && seconds < patience {
			seconds *= 2
			continue
		}
		if err == nil && (t.Failed > 0 || t.Requests == 0) {
			err = fmt.Errorf("%s: %d requests of %d failed", s.Name, t.Failed, t.Requests)
		}
		return t, err
	}
}

func (w *workshop) wrkOnce(ctx context.Context, s *side, q question, seconds int) (turn, error) {
	var r turn
	args := w.on(clientCore, "wrk", "-t1", "-c", strconv.Itoa(connections), "-d", strconv.Itoa(seconds)+"s", "--timeout", strconv.Itoa(patience)+"s",
		"-s", "scripts/bench.d/wrk.lua")
	for _, field := range q.fields {
		args = append(args, "-H", field)
	}
	args = append(args, "http://"+s.address+q.path)
	before, err := s.process.cpu()
	if err != nil {
		return r, err
	}
	command := exec.CommandContext(ctx, args[0], args[1:]...)
	out, err := command.Output()
	if err != nil {
		return r, fmt.Errorf("running wrk: %w: %s", err, out)
	}
	after, err := s.process.cpu()
	if err != nil {
		return r, err
	}
	last := bytes.LastIndexByte(out, '{')
	if last < 0 {
		return r, fmt.Errorf("reading what wrk says: %s", out)
	}
	if err := json.Unmarshal(out[last:], &r); err != nil {
		return r, fmt.Errorf("reading what wrk says: %w", err)
	}
	r.CPU = after - before
	return r, nil
}
