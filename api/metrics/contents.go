package metrics

import (
	"os"

	"designmanual/db/manual"
)

// contents are how much the store holds.
type contents struct {
	brands, manuals int
	snapshots       map[manual.Visibility]int
	valid, invalid  int // access tokens
}

func (m *Metrics) contents() contents {
	c, ix, now := contents{snapshots: make(map[manual.Visibility]int)}, m.o.Store.Index(), m.o.Now()
	for b := range ix.Brands() {
		c.brands++
		for e := range b.Manuals() {
			c.manuals++
			if e.Published() {
				c.snapshots[e.Visibility()]++
			}
		}
	}
	for t := range ix.Tokens() {
		if t.Valid(now) {
			c.valid++
		} else {
			c.invalid++
		}
	}
	return c
}

func (m *Metrics) fileBytes() (int64, error) {
	info, err := os.Stat(m.o.Store.Path())
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
