// Package service tells the service manager that started the program what the server
// does, with the protocol of systemd (sd_notify(3)). Without a service manager it does
// nothing.
//
// The server never depends on its manager: failed notifications are only logged.
package service

import (
	"context"
	"log/slog"

	"github.com/coreos/go-systemd/v22/daemon"
)

// A Manager sends notifications to the service manager named in the environment
// (NOTIFY_SOCKET), if any. Errors are logged as warnings.
type Manager struct{ Log *slog.Logger }

// Starting sends a status, one line of text, while the server starts.
func (m Manager) Starting(status string) { m.notify("STATUS=" + status) }

// Ready says that the server is ready, with a status.
func (m Manager) Ready(status string) {
	m.notify(daemon.SdNotifyReady + "\nSTATUS=" + status)
}

// Reload says that the server is reloading, calls reload, and says that the server
// is ready again, unless ctx is done because the server is stopping.
func (m Manager) Reload(ctx context.Context, reload func()) {
	m.notify(daemon.SdNotifyReloading + "\n" + daemon.SdNotifyMonotonicUsec())
	reload()
	if ctx.Err() == nil {
		m.notify(daemon.SdNotifyReady)
	}
}

// Stopping says that the server accepts no more requests.
func (m Manager) Stopping() {
	m.notify(daemon.SdNotifyStopping + "\nSTATUS=Letting the answers in flight finish")
}

func (m Manager) notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		m.Log.Warn("the service manager was not told", "error", err)
	}
}
