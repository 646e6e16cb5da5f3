package metrics

import (
	"errors"
	"time"

	"designmanual/seed"
)

// An Importer is who has seed files imported.
type Importer string

// The importers.
const (
	Seeds   Importer = "seeds"   // the server: at its start, by a signal, or because they have changed
	Command Importer = "command" // a command, through the socket
)

// A Result is what came of an import.
type Result string

// The results of imports.
const (
	Done    Result = "done"
	Refused Result = "refused" // the files have faults
	Failed  Result = "failed"  // anything else
)

var (
	importers = [...]Importer{Seeds, Command}
	results   = [...]Result{Done, Refused, Failed}
	changes   = [...]seed.Status{seed.New, seed.Changed, seed.Unchanged, seed.Removed}
)

// An attempt is an import by one of the importers with one of the results.
type attempt struct {
	by     Importer
	result Result
}

// imports are those since the start of the server.
type imports struct {
	count   map[attempt]int
	last    map[attempt]time.Time
	manuals map[seed.Status]int // that they did this to
	latest  *latest             // nil before the first
}

// latest is the import that came last.
type latest struct {
	Time   time.Time `json:"time"`
	By     Importer  `json:"by"`
	Result Result    `json:"result"`
}

func newImports() imports {
	return imports{count: make(map[attempt]int), last: make(map[attempt]time.Time), manuals: make(map[seed.Status]int)}
}

// Imported counts an import, no dry run, by what [seed.Import] returned.
func (m *Metrics) Imported(by Importer, report *seed.Report, err error) {
	now, what := m.o.Now(), attempt{by, resultOf(err)}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.imports.count[what]++
	m.imports.last[what] = now
	m.imports.latest = &latest{now.UTC(), by, what.result}
	if err == nil {
		for _, status := range changes {
			m.imports.manuals[status] += report.Count(status)
		}
	}
}

func resultOf(err error) Result {
	var problems seed.Problems
	switch {
	case err == nil:
		return Done
	case errors.As(err, &problems):
		return Refused
	}
	return Failed
}
