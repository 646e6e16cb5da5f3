//go:build linux

// Package lab is what the programs of scripts/torture have in common: the
// server that they torture, the record of what it logs, and how they say that
// it has broken a promise.
package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// ErrBroken is what the error for a promise that was not kept wraps.
var ErrBroken = errors.New("BROKEN")

// Broken returns the error for a promise that was not kept.
func Broken(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrBroken, fmt.Errorf(format, args...))
}

// Run runs a part, whose ctx ends when the program is interrupted, prints what
// it says or its error, and returns the status for the program to end with: 0
// where every promise was kept, 1 where one was broken, 2 where that could not
// be found out. All is in one line, since the last line is what is passed on.
func Run(part func(ctx context.Context) (said string, err error)) (status int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	said, err := part(ctx)
	if err != nil {
		said, status = err.Error(), 2
		if errors.Is(err, ErrBroken) {
			status = 1
		}
	}
	fmt.Println(strings.ReplaceAll(strings.TrimSpace(said), "\n", "; "))
	return status
}
