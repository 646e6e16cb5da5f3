// Package service is what the program and the manager that started it say to
// one another, by the protocols of systemd: readiness, reloads, the end and
// the watchdog (sd_notify(3)), and listening sockets handed down
// (sd_listen_fds(3)). Where no such manager is, or the system has none, all
// of it does nothing.
//
// It must never make the server depend on its manager: what cannot be said is
// logged, and the server goes on.
package service

import (
	"context"
	"log/slog"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// A Manager is told how the server does: the one that the environment names
// (NOTIFY_SOCKET, WATCHDOG_USEC), or nobody. What it could not be told is
// logged as a warning.
type Manager struct{ Log *slog.Logger }

// Starting tells what the server does before it is ready, in one line.
func (m Manager) Starting(what string) { m.notify("STATUS=" + what) }

// Ready tells that manuals are answered for, and where, in one line.
func (m Manager) Ready(what string) {
	m.notify(daemon.SdNotifyReady + "\nSTATUS=" + what)
}

// Reload tells that the server reloads before it calls reload, and that it is
// ready again after it; not so once ctx is done, when it is about to end.
func (m Manager) Reload(ctx context.Context, reload func()) {
	m.notify(daemon.SdNotifyReloading + "\n" + daemon.SdNotifyMonotonicUsec())
	reload()
	if ctx.Err() == nil {
		m.notify(daemon.SdNotifyReady)
	}
}

// Stopping tells that the server takes no further requests.
func (m Manager) Stopping() {
	m.notify(daemon.SdNotifyStopping + "\nSTATUS=Letting the answers in flight finish")
}

// Watch feeds the manager's watchdog until ctx is done, twice in the time that
// the manager allows, and only while healthy returns nil: a server that does
// not answer, or never returns from the question, is started anew by its
// manager. Without a watchdog it returns at once.
func (m Manager) Watch(ctx context.Context, healthy func(context.Context) error) {
	allowed, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		m.Log.Warn("the watchdog is not fed", "error", err)
	}
	if allowed <= 0 {
		return
	}
	ticks := time.NewTicker(max(allowed/2, time.Millisecond))
	defer ticks.Stop()
	for ctx.Err() == nil {
		if err := healthy(ctx); err != nil {
			m.Log.Error("the watchdog is not fed: the server is not well", "error", err)
		} else {
			m.notify(daemon.SdNotifyWatchdog)
		}
		select {
		case <-ticks.C:
		case <-ctx.Done():
		}
	}
}

func (m Manager) notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		m.Log.Warn("the service manager was not told", "error", err)
	}
}
