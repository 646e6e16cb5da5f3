package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"runtime"
	"syscall"

	"designmanual/api/ratelimit"
)

// The names of the sockets that a service manager may pass to the server.
const (
	publicSocket  = "public"
	httpSocket    = "http" // redirects to HTTPS
	metricsSocket = "metrics"
)

// listenOn opens the named socket on an address, unless that is empty or the service
// manager has passed it.
func (s *server) listenOn(ctx context.Context, name, address string) error {
	if address == "" || s.sockets[name] != nil {
		return nil
	}
	flag := map[string]string{publicSocket: "listen", httpSocket: "http-listen", metricsSocket: "metrics-listen"}[name]
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s is in use by another program: stop that one, or choose another address with --%s (%w)", address, flag, syscall.EADDRINUSE)
	case errors.Is(err, fs.ErrPermission):
		remedy := ""
		if program, err := os.Executable(); err == nil && runtime.GOOS == "linux" {
			remedy = fmt.Sprintf(", or let root run `setcap cap_net_bind_service=+ep %s` once", program)
		}
		return fmt.Errorf("this user may not listen on %s: choose a port from 1024 on with --%s%s (%w)", address, flag, remedy, fs.ErrPermission)
	case err != nil:
		return fmt.Errorf("--%s: %w", flag, err)
	}
	s.sockets[name] = l
	return nil
}

// portOf returns the port of a TCP listener, or 0 for nil.
func portOf(l net.Listener) int {
	if l == nil {
		return 0
	}
	return l.Addr().(*net.TCPAddr).Port
}

// connectionKey returns the function that names the client of a connection, so that
// the server can limit the connections of each: the same key as for the rate limit,
// or nothing for trusted proxies, which connect for many clients.
func connectionKey(trusted ratelimit.Proxies) func(net.Addr) string {
	return func(peer net.Addr) string {
		address, ok := ratelimit.ParseAddress(peer.String())
		if !ok || trusted.Contains(address) {
			return ""
		}
		return ratelimit.Key(address)
	}
}
