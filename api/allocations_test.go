package api

import (
	"log/slog"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// ownAllocations returns how many allocations of this module's a call makes
// while it serves: those whose innermost caller outside of the standard
// library is ours, and not a library's.
func ownAllocations(do func()) float64 {
	const calls = 200
	do() // what is made once is made
	defer func(rate int) { runtime.MemProfileRate = rate }(runtime.MemProfileRate)
	runtime.MemProfileRate = 1
	before := servingAllocations()
	for range calls {
		do()
	}
	return float64(servingAllocations()-before) / calls
}

// servingAllocations returns how many there have been since the process
// began, as far as they were recorded.
func servingAllocations() (n int64) {
	for range 2 { // what is recorded shows after the second collection
		runtime.GC()
	}
	records := make([]runtime.MemProfileRecord, 1<<14)
	count, ok := runtime.MemProfile(records, true)
	for !ok {
		records = make([]runtime.MemProfileRecord, 2*count)
		count, ok = runtime.MemProfile(records, true)
	}
	for _, r := range records[:count] {
		if isOwn(r.Stack()) {
			n += r.AllocObjects
		}
	}
	return n
}

// isOwn tells whether an allocation at that place is one of ours, made while
// a request was being served.
func isOwn(stack []uintptr) bool {
	var callers []string
	frames := runtime.CallersFrames(stack)
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		callers = append(callers, frame.Function)
	}
	of := func(prefixes ...string) func(string) bool {
		return func(function string) bool {
			return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(function, p) })
		}
	}
	first := slices.IndexFunc(callers, of("designmanual/", "go.etcd.io/", "github.com/"))
	return first >= 0 && of("designmanual/")(callers[first]) && slices.Contains(callers, "designmanual/api.(*lane).run")
}

// ownAllocationsOf returns how many allocations of this module's a request of
// that text takes, from when it is read until its answer is written.
func ownAllocationsOf(h http.Handler, request string) float64 {
	const requests = 1000
	server := NewServer(h, slog.New(slog.DiscardHandler))
	return ownAllocations(func() {
		wire := &sink{script{pieces: slices.Repeat([]string{request}, requests)}}
		laneOver(wire).run(server)
	}) / requests
}

// A request takes no memory of ours that the collector has to find again, but
// for its own text, a body out of the store and that of a problem.
func TestAllocationsOfOurOwn(t *testing.T) {
	s := snapshotOf("acme", "guide", manual.Public)
	s.Documents[manual.ManualDocument] = documentOf(`{"x":"` + incompressible(8<<10) + `"}`)
	h := benchmarked(t, s, nil)
	for _, row := range []struct {
		name, path, field string
		status            int
		most              float64
	}{
		{"200", "/api/v1/manuals/acme.json", "", 200, 2},
		{"200 with a token", "/api/v1/manuals/acme.json", "Authorization: Bearer " + secretOf("acme"), 200, 2},
		{"304", "/api/v1/manuals/acme.json", "If-None-Match: *", 304, 1},
		{"404", "/api/v1/manuals/nobody.json", "", 404, 2},
	} {
		request := requestFor(siteHost, row.path, row.field)
		own, status := ownAllocationsOf(h, request), overLane(h, request)()
		if own >= row.most+poolLosses || status != row.status {
			t.Errorf("%s: %d, %v allocations, want %d with at most %v", row.name, status, own, row.status, row.most)
		}
	}
}
