package service

import (
	"context"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// Watch feeds the manager's watchdog until ctx is done, twice in the time that
// the manager allows, and only while healthy returns nil: a server that does
// not answer, or never returns from the question, is started anew by its
// manager. Without a watchdog it returns at once.
func (m Manager) Watch(ctx context.Context, healthy func(context.Context) error) {
	if m.log == nil {
		return
	}
	allowed, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		m.log.Warn("the watchdog is not fed", "error", err)
	}
	if allowed <= 0 {
		return
	}
	ticks := time.NewTicker(max(allowed/2, time.Millisecond))
	defer ticks.Stop()
	for {
		if err := healthy(ctx); err != nil {
			m.log.Error("the watchdog is not fed: the server is not well", "error", err)
		} else {
			m.notify(daemon.SdNotifyWatchdog)
		}
		select {
		case <-ticks.C:
		case <-ctx.Done():
			return
		}
	}
}
