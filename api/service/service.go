// Package service talks to the service manager that started the program, with the
// protocols of systemd: it sends notifications and feeds the watchdog
// (sd_notify(3)), and takes over listening sockets (sd_listen_fds(3)). Without a
// service manager it does nothing.
//
// The server never depends on its manager: failed notifications are only logged.
package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
)

// A Manager sends notifications to the service manager named in the environment
// (NOTIFY_SOCKET, WATCHDOG_USEC), if any. Errors are logged as warnings.
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

// Watch feeds the watchdog until ctx is done, twice within the interval of the
// manager, which restarts a process that hangs. Without a watchdog it returns at
// once.
func (m Manager) Watch(ctx context.Context) {
	interval, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		m.Log.Warn("the watchdog is not fed", "error", err)
	}
	if interval <= 0 {
		return
	}
	ticks := time.NewTicker(max(interval/2, time.Millisecond))
	defer ticks.Stop()
	for ctx.Err() == nil {
		m.notify(daemon.SdNotifyWatchdog)
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

// ErrSockets is wrapped by the errors of [Inherited].
var ErrSockets = errors.New("sockets of the service manager")

// Sockets are listening sockets by name. A socket that the service manager keeps
// open lets clients wait while the program restarts.
type Sockets map[string]net.Listener

// Inherited takes over the sockets that the service manager has passed (LISTEN_PID,
// LISTEN_FDS, LISTEN_FDNAMES). Each must be a listening TCP socket with one of the
// names, and there must be at most one of each name. A single socket may have any
// name and then gets the first of the names. What is no socket is passed over.
func Inherited(names ...string) (Sockets, error) {
	passed, err := activation.ListenersWithNames()
	sockets := make(Sockets)
	for name, listeners := range passed {
		for _, l := range listeners {
			if len(passed) == 1 && len(listeners) == 1 && !slices.Contains(names, name) {
				name = names[0]
			}
			switch _, tcp := l.(*net.TCPListener); {
			case !slices.Contains(names, name):
				err = fmt.Errorf("expected one of the names %s, found %q", strings.Join(names, ", "), name)
			case sockets[name] != nil:
				err = fmt.Errorf("expected one socket named %q, found two", name)
			case !tcp:
				err = fmt.Errorf("expected a TCP socket named %q, found one of %s", name, l.Addr().Network())
			default:
				sockets[name] = l
				continue
			}
			l.Close()
		}
	}
	if err != nil {
		sockets.Close()
		return nil, fmt.Errorf("%w: %w", ErrSockets, err)
	}
	return sockets, nil
}

// Take removes and returns the socket of a name, or nil if there is none. The
// caller must close it.
func (s Sockets) Take(name string) net.Listener {
	l := s[name]
	delete(s, name)
	return l
}

// Close closes the sockets that have not been taken.
func (s Sockets) Close() {
	for _, l := range s {
		l.Close()
	}
}
