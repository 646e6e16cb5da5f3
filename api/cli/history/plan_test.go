package history

import (
	"os"

	"pgregory.net/rapid"
)

const (
	mostRounds  = 6
	mostChanges = 3 // at the same time
)

// plans draws plans. Numbers of backups, tokens and links that a plan has used already, or
// not made yet, are no fault: such a change is not made.
var plans = rapid.Custom(func(t *rapid.T) plan {
	return rapid.SliceOfN(rapid.Custom(drawRound), 1, mostRounds).Draw(t, "rounds")
})

func drawRound(t *rapid.T) round {
	return round{
		changes: rapid.SliceOfN(rapid.Custom(drawChange), 1, mostChanges).Draw(t, "changes"),
		ending:  rapid.SampledFrom([]string{"", "kill", "restore", "restart"}).Draw(t, "ending"),
		after:   rapid.IntRange(1, 60).Draw(t, "after"),
	}
}

func drawChange(t *rapid.T) change {
	c := change{kind: rapid.SampledFrom([]string{"import", "import", "import", "backup", "create", "revoke", "share"}).Draw(t, "kind")}
	switch c.kind {
	case "import":
		c.prune = rapid.Bool().Draw(t, "prune")
		if c.extra = rapid.Bool().Draw(t, "extra"); c.extra {
			c.slug = rapid.SampledFrom([]string{"extra", "more"}).Draw(t, "slug")
			c.ended = rapid.Bool().Draw(t, "ended")
		}
		if c.press = rapid.Bool().Draw(t, "press"); c.press {
			c.password = rapid.IntRange(1, 3).Draw(t, "password")
		}
	case "backup":
		c.number = rapid.IntRange(0, mostBackups-1).Draw(t, "number")
	case "create", "revoke":
		c.number = rapid.IntRange(0, mostTokens-1).Draw(t, "number")
	case "share":
		c.number = rapid.IntRange(0, mostLinks-1).Draw(t, "number")
	}
	return c
}

// doUpTo runs a plan until something is wrong, but no more often than told, since what happens
// at the same time does not repeat.
func (p plan) doUpTo(times int) (operations int, err error) {
	for range times {
		folder, err := os.MkdirTemp("", "history")
		if err != nil {
			return operations, err
		}
		r, err := p.do(folder)
		if removed := os.RemoveAll(folder); err == nil {
			err = removed
		}
		if err != nil {
			return operations, err
		}
		operations += len(r.history)
	}
	return operations, nil
}
