//go:build torture

package history

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// shrinkingRuns is how often a plan is run that may be a smaller one with the same fault.
const shrinkingRuns = 10

// TestTortureHistory runs plans that rapid draws (100, or as -rapid.checks says). One that
// shows a fault is made smaller while it shows one in ten runs.
func TestTortureHistory(t *testing.T) {
	operations, ended, times := 0, 0, 1
	rapid.Check(t, func(rt *rapid.T) {
		p := plans.Draw(rt, "plan")
		n, err := p.doUpTo(times)
		if err != nil {
			times = shrinkingRuns
			rt.Fatal(err)
		}
		operations += n
		for _, round := range p {
			if round.ending != "" {
				ended++
			}
		}
	})
	t.Attr("rounds", strconv.Itoa(operations))
	t.Attr("faults", strconv.Itoa(ended))
}
