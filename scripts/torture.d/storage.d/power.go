//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"designmanual/scripts/torture.d/lab"
)

// power cuts the power of the file system that the store is on while one
// import follows the other, half the time through a server's socket.
func (y *yard) power(ctx context.Context) (string, error) {
	if err := y.mount(); err != nil {
		return "", err
	}
	var sum tally
	held, store := absent, ""
	for n := range y.rounds {
		if n%fresh == 0 { // another name: what was removed could come back
			held, store = absent, filepath.Join(y.mounted, fmt.Sprintf("power-%d.db", n))
		}
		said, inFlight, err := y.cutImports(ctx, store, held, n%2 == 1)
		if err != nil {
			return "", fmt.Errorf("round %d: %w", n, err)
		}
		if err := y.unmount(ctx); err != nil {
			return "", err
		}
		if err := y.mount(); err != nil {
			return "", lab.Broken("round %d: %v", n, err)
		}
		found, err := y.inspect(ctx, store)
		if err == nil {
			err = oneOf(found, said, inFlight)
		}
		if err != nil {
			return "", fmt.Errorf("round %d: %w", n, err)
		}
		switch found {
		case held:
			sum.before++
		case said:
			sum.acknowledged++
		default:
			sum.after++
		}
		held = found
	}
	said := fmt.Sprintf("%d power cuts on %s, 0 lost, 0 mixed: %d with imports acknowledged before, %d with one done and not said", y.rounds, y.system, sum.acknowledged, sum.after)
	if sum.acknowledged == 0 {
		return "", fmt.Errorf("no import came before a cut: %s", said)
	}
	return said, y.unmount(ctx)
}

// cutImports imports version after version until the power is cut, and
// returns the last one acknowledged and the one on its way then.
func (y *yard) cutImports(ctx context.Context, store string, held int, through bool) (said, inFlight int, err error) {
	var s *server
	if through {
		if s, err = y.serve(ctx, store); err != nil {
			return 0, 0, lab.Broken("%v", err)
		}
		defer s.Kill()
	}
	const longest = 400 * time.Millisecond
	cut := make(chan error, 1)
	time.AfterFunc(time.Duration(y.random.Int64N(int64(longest))), func() { cut <- y.cut() })
	said = held
	for {
		inFlight = (said + 1) % manyVersions
		var failed error
		if s != nil && said != absent {
			_, failed = y.holds(ctx, s) // so that all of it is verified
		}
		read := failed == nil
		if read {
			// It ends by itself, with an error once the power is cut.
			var out []byte
			if out, failed = y.command(ctx, "import", "--db", store, y.versions[inFlight].seeds).Output(); acknowledged(out) {
				said = inFlight
				continue
			}
		}
		select {
		case err = <-cut:
		case <-time.After(longest):
			err = lab.Broken("with the power on: %v", failed)
		}
		if err == nil && s != nil && said != absent && read {
			err = y.servesOn(ctx, s, store, said)
		}
		return said, inFlight, err
	}
}

// servesOn holds a server whose fsync has failed against its word: readers
// are answered from what it verified last, and writes are refused. Where the
// power went between a commit and its reading back, which the log then tells,
// documents of that commit may be refused.
func (y *yard) servesOn(ctx context.Context, s *server, store string, verified int) error {
	served, err := y.holds(ctx, s)
	if err == nil {
		err = oneOf(served, verified)
	}
	if errors.Is(err, errUnanswered) && s.Log.Tells("reading back what was written") {
		served, err = verified, nil
	}
	if err != nil {
		return lab.Broken("with the power cut: %v", err)
	}
	out, err := y.command(ctx, "import", "--db", store, y.versions[(served+1)%manyVersions].seeds).CombinedOutput()
	if err == nil {
		return lab.Broken("with the power cut an import is reported as done: %s", out)
	}
	return nil
}
