//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// hangups returns where SIGHUPs arrive from now on, one for all that come
// before it is looked at, and what ends that. Until it is called such a signal
// ends the process.
func hangups() (signals <-chan os.Signal, ignore func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGHUP)
	return c, func() { signal.Stop(c) }
}
