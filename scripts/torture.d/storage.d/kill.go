//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"designmanual/scripts/torture.d/lab"
)

// fresh is after how many rounds a store begins anew, so that the making of
// a file is harmed as well.
const fresh = 41

// kill kills the program at random moments of imports: one half of the rounds
// the importing process itself, the other half the server that imports. Two
// stores are worked on at once.
func (y *yard) kill(ctx context.Context) (string, error) {
	const workers = 2
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	all := make([]killer, workers)
	var running sync.WaitGroup
	for i := range all {
		k := &all[i]
		*k = killer{yard: y, random: rand.New(rand.NewPCG(y.random.Uint64(), 0)), store: filepath.Join(y.folder, fmt.Sprintf("kill-%d.db", i)), held: absent}
		k.moments = map[bool]*moment{true: {span: 40 * time.Millisecond}, false: {span: 40 * time.Millisecond}}
		running.Go(func() {
			for n := range (y.rounds + i) / workers {
				if err := k.round(ctx, n); err != nil {
					cancel(fmt.Errorf("round %d: %w", n, err))
					return
				}
			}
		})
	}
	running.Wait()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	var sum tally
	for _, k := range all {
		sum.acknowledged += k.acknowledged
		sum.after += k.after
		sum.before += k.before
	}
	said := fmt.Sprintf("%d kills, 0 lost, 0 mixed: %d imports were acknowledged, %d done and not said, %d not done", y.rounds, sum.acknowledged, sum.after, sum.before)
	if sum.acknowledged == 0 || sum.before == 0 {
		return "", fmt.Errorf("kills on one side of the commit only: %s", said)
	}
	return said, nil
}

// A tally counts how imports that were harmed came out.
type tally struct{ acknowledged, after, before int }

// A killer works on one store.
type killer struct {
	*yard
	tally
	random  *rand.Rand
	store   string
	held    int              // the version in the store
	moments map[bool]*moment // to kill at, of a server or not
}

func (k *killer) round(ctx context.Context, n int) error {
	if n%fresh == 0 {
		if err := os.RemoveAll(k.store); err != nil {
			return err
		}
		k.held = absent
	}
	next := (k.held + 1) % manyVersions
	through := n%2 == 1
	strike, done := k.moments[through].pick(k.random)
	var out []byte
	var err error
	if through {
		out, err = k.strikeServer(ctx, next, strike)
	} else {
		out, err = k.strikeImport(ctx, next, strike)
	}
	if err != nil {
		return err
	}
	found, err := k.inspect(ctx, k.store)
	if err != nil {
		return err
	}
	switch {
	case acknowledged(out):
		k.acknowledged++
		err = oneOf(found, next)
	case found == next:
		k.after++
	default:
		k.before++
		err = oneOf(found, k.held)
	}
	done(found == next)
	k.held = found
	return err
}

// strikeImport kills an import that has no server, some time after its begin,
// and returns what it had said.
func (k *killer) strikeImport(ctx context.Context, next int, after time.Duration) ([]byte, error) {
	var out bytes.Buffer
	process := k.command(ctx, "import", "--db", k.store, k.versions[next].seeds)
	process.Stdout = &out
	if err := process.Start(); err != nil {
		return nil, err
	}
	timer := time.AfterFunc(after, func() { _ = process.Process.Kill() })
	defer timer.Stop()
	_ = process.Wait() // killed or not, what it said counts
	return out.Bytes(), ctx.Err()
}

// strikeServer kills a server some time after the begin of an import through
// its socket, and returns what the importing command had said. Before, the
// server must serve what the store holds.
func (k *killer) strikeServer(ctx context.Context, next int, after time.Duration) ([]byte, error) {
	s, err := k.serve(ctx, k.store)
	if err != nil {
		return nil, lab.Broken("%v", err)
	}
	defer s.Kill()
	if served, err := k.holds(ctx, s); err != nil {
		return nil, err
	} else if err := oneOf(served, k.held); err != nil {
		return nil, err
	}
	timer := time.AfterFunc(after, s.Kill)
	defer timer.Stop()
	out, _ := k.command(ctx, "import", "--db", k.store, k.versions[next].seeds).Output() // it fails where the server is killed
	return out, ctx.Err()
}

// A moment is when to strike: half the time anywhere in the span of an
// import, half the time about where the commit is, which is found by and by.
type moment struct{ span, commit time.Duration }

// pick returns a moment, and what to tell then: whether the import was done.
func (m *moment) pick(random *rand.Rand) (time.Duration, func(done bool)) {
	const step = 500 * time.Microsecond
	m.commit = max(m.commit, step)
	if random.IntN(2) == 0 {
		return time.Duration(random.Int64N(int64(m.span))), func(bool) {}
	}
	at := m.commit + time.Duration(random.Int64N(int64(4*step))) - 2*step
	return max(at, 0), func(done bool) {
		if done {
			m.commit -= step
		} else {
			m.commit += step
		}
		m.span = max(m.span, 2*m.commit)
	}
}
