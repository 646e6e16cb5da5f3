//go:build unix

package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// onHangup calls again for every SIGHUP until ctx is done.
func onHangup(ctx context.Context, again func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	defer signal.Stop(signals)
	for {
		select {
		case <-signals:
			again()
		case <-ctx.Done():
			return
		}
	}
}
