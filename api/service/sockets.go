package service

import (
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"

	"github.com/coreos/go-systemd/v22/activation"
)

// ErrSockets is wrapped by the errors of [Inherited].
var ErrSockets = errors.New("sockets of the service manager")

// Sockets are listening sockets by name. A socket that the service manager keeps
// open lets clients wait while the program restarts.
type Sockets map[string]net.Listener

// Inherited takes over the sockets that the service manager has passed (LISTEN_PID,
// LISTEN_FDS, LISTEN_FDNAMES). Each must be a listening TCP socket with one of the
// names, and there must be at most one of each name. A single socket may have any
// name and then gets the first of the names.
func Inherited(names ...string) (Sockets, error) {
	files := activation.Files(true)
	sockets := make(Sockets)
	var err error
	for _, file := range files {
		name := file.Name()
		if len(files) == 1 && !slices.Contains(names, name) {
			name = names[0]
		}
		if err == nil {
			err = sockets.add(name, names, file)
		}
		file.Close() // the listener has a descriptor of its own
	}
	if err != nil {
		sockets.Close()
		return nil, fmt.Errorf("%w: %w", ErrSockets, err)
	}
	return sockets, nil
}

func (s Sockets) add(name string, names []string, file *os.File) error {
	switch {
	case !slices.Contains(names, name):
		return fmt.Errorf("expected one of the names %s, found %q", strings.Join(names, ", "), name)
	case s[name] != nil:
		return fmt.Errorf("expected one socket named %q, found two", name)
	}
	l, err := net.FileListener(file)
	if err != nil {
		return fmt.Errorf("taking over the socket %q: %w", name, err)
	}
	if _, ok := l.(*net.TCPListener); !ok {
		l.Close()
		return fmt.Errorf("expected a TCP socket named %q, found one of %s", name, l.Addr().Network())
	}
	s[name] = l
	return nil
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
