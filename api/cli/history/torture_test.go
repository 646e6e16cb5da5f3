//go:build torture

package history

import (
	"testing"

	"pgregory.net/rapid"
)

// shrinkingRuns is how often a plan is run that may be a smaller one with the same fault.
const shrinkingRuns = 10

// TestTortureHistory runs plans that rapid draws (100, or as -rapid.checks says). One that
// shows a fault is made smaller while it shows one in ten runs.
func TestTortureHistory(t *testing.T) {
	plansRun, operations, times := 0, 0, 1
	rapid.Check(t, func(rt *rapid.T) {
		p := plans.Draw(rt, "plan")
		n, err := p.doUpTo(times)
		if err != nil {
			times = shrinkingRuns
			rt.Fatal(err)
		}
		plansRun, operations = plansRun+1, operations+n
	})
	t.Logf("%d plans, %d operations", plansRun, operations)
}
