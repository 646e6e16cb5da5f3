//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"time"

	"designmanual/scripts/torture.d/lab"
)

// patience is how long a server may take to begin or to end.
const patience = 20 * time.Second

// command is a command line of the program under torture. It is killed at the
// end of ctx.
func (y *yard) command(ctx context.Context, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, y.program, args...)
}

// acknowledged tells whether the output of an import says that it was carried
// out, whatever happened to the process then.
func acknowledged(stdout []byte) bool { return bytes.Contains(stdout, []byte("; imported\n")) }

// A server is the program, serving a store.
type server struct{ *lab.Process }

// serve starts a server and waits until it serves. The error wraps
// [lab.ErrRefused], and has the log, where it ends instead; one that does
// neither is broken.
func (y *yard) serve(ctx context.Context, store string) (*server, error) {
	process, err := lab.Start(y.command(ctx, "serve", "--db", store, "--listen", "127.0.0.1:0", "--rate", "off", "--token-rate", "off"), patience)
	if errors.Is(err, lab.ErrSilent) {
		return nil, lab.Broken("%w", err)
	}
	if err != nil {
		return nil, err
	}
	return &server{process}, nil
}

// ended tells whether the server has ended, or does so shortly: who gets no
// answer from it may see that before.
func (s *server) ended() bool { return s.Ends(100 * time.Millisecond) }
