package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"designmanual/scripts/proxy/trial"
)

// A node is a server with a database of its own.
type node struct {
	*trial.Trial
	name, db, address string
	seeds             []string // as flags of serve
	process           *trial.Process
}

func newNode(t *trial.Trial, name string) (*node, error) {
	address, err := t.Address()
	return &node{Trial: t, name: name, db: filepath.Join(t.Dir, name+".db"), address: address}, err
}

// start serves the database, and returns once the seed files are imported. It
// answers 503 before.
func (n *node) start(ctx context.Context) (err error) {
	n.process, err = n.Serve(ctx, n.name, n.address, slices.Concat(n.seeds, []string{"--db", n.db, "--rate", "off", "--token-rate", "off"})...)
	if err != nil {
		return fmt.Errorf("starting %s: %w", n.name, err)
	}
	return nil
}

// run runs a command of administration.
func (n *node) run(ctx context.Context, command string, args ...string) (string, error) {
	return n.Run(ctx, append([]string{command, "--db", n.db}, args...)...)
}

// An event happens to the nodes while they are under load.
type event struct {
	after time.Duration
	what  string
	do    func(ctx context.Context) error
}

// events: one node dies and comes back from a newer backup of the other; then
// each is upgraded in its turn.
func events(t *trial.Trial, a, b *node, binary string, o *build) []event {
	upgrade := func(n *node) func(context.Context) error {
		return func(ctx context.Context) error { n.process.Stop(); return n.start(ctx) }
	}
	return []event{
		{3 * time.Second, "b is killed (SIGKILL)", func(context.Context) error { b.process.Kill(); return nil }},
		{7 * time.Second, "b is started again, from a newer backup of a", func(ctx context.Context) error { return o.catchUp(ctx, a, b) }},
		{11 * time.Second, "the binary is replaced", func(context.Context) error { return t.Replace(binary) }},
		{11 * time.Second, "a is told to stop (SIGTERM), and started with it", upgrade(a)},
		{15 * time.Second, "b is told to stop (SIGTERM), and started with it", upgrade(b)},
	}
}
