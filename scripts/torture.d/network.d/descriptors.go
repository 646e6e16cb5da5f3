//go:build linux

package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"designmanual/scripts/torture.d/lab"
)

const (
	mostRecovery  = 2 * time.Second // from the descriptors' return to the next answer
	shortage      = 3 * time.Second // how long there are none
	fewFiles      = 128             // that a server may open which has few
	manyClients   = 300             // who come nevertheless
	outOfFiles    = "too many open files"
	administrator = 10 * time.Second // how long a command of the administration may take
)

// descriptors takes a running server its descriptors away and gives them back,
// and lets more clients come than a server has descriptors for.
func (y *yard) descriptors(ctx context.Context) (string, error) {
	took, err := y.runOut(ctx)
	if err != nil {
		return "", err
	}
	if err := y.crowd(ctx); err != nil {
		return "", err
	}
	return fmt.Sprintf("without descriptors for %v, said in the log, answered %v after their return; %d clients of a server that may open %d files leave room for its administration",
		shortage, took.Round(time.Millisecond), manyClients, fewFiles), nil
}

// runOut sets the limit of a running server to what it has open.
func (y *yard) runOut(ctx context.Context) (took time.Duration, err error) {
	s, err := y.serve(ctx, "--rate", "off")
	if err != nil {
		return 0, err
	}
	defer s.Kill()
	kept, err := dial(ctx, s.Address)
	if err != nil {
		return 0, err
	}
	defer kept.c.Close()
	if err := kept.answers(); err != nil {
		return 0, err
	}
	open, err := s.descriptors()
	if err != nil {
		return 0, err
	}
	var before unix.Rlimit
	if err := unix.Prlimit(s.PID(), unix.RLIMIT_NOFILE, nil, &before); err != nil {
		return 0, err
	}
	if err := s.mayOpen(unix.Rlimit{Cur: uint64(open), Max: before.Max}); err != nil {
		return 0, err
	}
	defer hold(ctx, s.Address, 50)()
	if err := wait(ctx, shortage); err != nil {
		return 0, err
	}
	if s.Ends(0) {
		return 0, lab.Broken("the server has ended: %s", s.Log)
	}
	if err := kept.answers(); err != nil {
		return 0, lab.Broken("a connection from before the shortage is not served: %w", err)
	}
	if !strings.Contains(s.Log.String(), outOfFiles) {
		return 0, lab.Broken("the log does not say %q: %s", outOfFiles, s.Log)
	}
	if err := s.mayOpen(before); err != nil {
		return 0, err
	}
	if took, err = y.recovers(ctx, s); err != nil {
		return 0, err
	}
	if _, err := y.run(ctx, "import", "--db", s.store, filepath.Join(filepath.Dir(s.store), "seeds")); err != nil {
		return 0, lab.Broken("no import after the descriptors' return: %w", err)
	}
	return took, s.Stop()
}

// crowd has more clients come to a server than it may open files.
func (y *yard) crowd(ctx context.Context) error {
	s, err := y.serveWithin(ctx, fewFiles, "--rate", "off")
	if err != nil {
		return err
	}
	defer s.Kill()
	leave := hold(ctx, s.Address, manyClients)
	defer leave()
	if err := wait(ctx, time.Second); err != nil { // until all have knocked
		return err
	}
	limited, cancel := context.WithTimeout(ctx, administrator)
	defer cancel()
	seeds := filepath.Join(filepath.Dir(s.store), "seeds")
	if _, err := y.run(limited, "import", "--db", s.store, seeds); err != nil || s.Ends(0) {
		return lab.Broken("no import beside %d clients: %w: %s", manyClients, err, s.Log)
	}
	if strings.Contains(s.Log.String(), outOfFiles) {
		return lab.Broken("%d clients leave no descriptors: %s", manyClients, s.Log)
	}
	leave()
	if _, err := y.recovers(ctx, s); err != nil {
		return err
	}
	return s.Stop()
}

// recovers asks until there is an answer, which must be in time.
func (y *yard) recovers(ctx context.Context, s *server) (took time.Duration, err error) {
	began := time.Now()
	for {
		c, err := dial(ctx, s.Address)
		if err == nil {
			if err = c.c.SetDeadline(began.Add(mostRecovery + slack)); err != nil {
				return 0, err
			}
			err = c.answers()
			c.c.Close()
		}
		took = time.Since(began)
		switch {
		case took > mostRecovery:
			return 0, lab.Broken("no answer within %v of the descriptors' return, but after %v: %v", mostRecovery, took, err)
		case err == nil:
			return took, nil
		}
		if err := wait(ctx, 10*time.Millisecond); err != nil {
			return 0, err
		}
	}
}

// answers tells whether a manual is answered with 200 over the connection.
func (c *client) answers() error {
	a, err := c.ask(http.MethodGet, site, "/api/v1/manuals/birch.json", "")
	if err == nil && a.status != http.StatusOK {
		err = fmt.Errorf("status %d", a.status)
	}
	return err
}

// mayOpen limits how many files the server may have open.
func (s *server) mayOpen(limit unix.Rlimit) error {
	if err := unix.Prlimit(s.PID(), unix.RLIMIT_NOFILE, &limit, nil); err != nil {
		return fmt.Errorf("limiting the descriptors to %d: %w", limit.Cur, err)
	}
	return nil
}

// hold opens that many connections, and returns what closes them.
func hold(ctx context.Context, address string, number int) (leave func()) {
	var held []net.Conn
	for range number {
		if c, err := dial(ctx, address); err == nil { // else the system's queue is full, as it should be
			held = append(held, c.c)
		}
	}
	return func() {
		for _, c := range held {
			c.Close()
		}
	}
}
