// Command two-nodes.d runs two servers of the example manuals behind nginx and
// behind Varnish, with the files of scripts/proxy, and shows that no request
// fails while one of the servers dies and both are upgraded in turn: that they
// answer every document with the same bytes and the same entity tag, and that
// a backup of the one gives the other its access tokens and the key of its
// page sessions.
package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"designmanual/scripts/proxy/trial"
)

func main() { trial.Main(run) }

func run(ctx context.Context, t *trial.Trial) error {
	a, err := newNode(t, "a")
	if err != nil {
		return err
	}
	b, err := newNode(t, "b")
	if err != nil {
		return err
	}
	tokens, err := prepare(ctx, a, b)
	if err != nil {
		return err
	}
	all, err := documents(ctx, a, tokens)
	if err != nil {
		return err
	}
	found, err := compare(ctx, a, b, all)
	if err != nil {
		return err
	}
	fmt.Printf("a and b answer %d documents with the same bytes and entity tags\n", len(found))
	if err := shareSessions(ctx, a, b); err != nil {
		return err
	}
	nginx, err := t.Nginx(ctx, a.address, b.address)
	if err != nil {
		return err
	}
	varnish, err := t.Varnish(ctx, "varnish", a.address, b.address)
	if err != nil {
		return err
	}
	return underLoad(ctx, t, a, b, newLoad(nginx, found), newLoad(varnish, found))
}

// underLoad has the events happen while the loads go on.
func underLoad(ctx context.Context, t *trial.Trial, a, b *node, loads ...*load) error {
	binary := filepath.Join(t.Dir, "designmanual-next")
	if out, err := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("building another binary: %w\n%s", err, out)
	}
	loading, end := context.WithTimeout(ctx, lasts)
	defer end()
	var all sync.WaitGroup
	for _, l := range loads {
		all.Go(func() { l.run(loading) })
	}
	o := new(build)
	err := happen(loading, time.Now(), events(t, a, b, binary, o))
	if err != nil {
		end()
	}
	all.Wait()
	if err == nil {
		err = o.revoke(ctx, a, b)
	}
	for _, l := range loads {
		if failed := l.report(); err == nil {
			err = failed
		}
	}
	return err
}

func happen(ctx context.Context, began time.Time, events []event) error {
	for _, e := range events {
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", e.what, ctx.Err())
		case <-time.After(time.Until(began.Add(e.after))):
		}
		if err := e.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", e.what, err)
		}
		fmt.Printf("%5.1f s  %s\n", time.Since(began).Seconds(), e.what)
	}
	return nil
}
