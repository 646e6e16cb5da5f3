package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"slices"
	"strings"
	"syscall"

	"designmanual/api/ratelimit"
	"designmanual/api/service"
)

// The names of the sockets that a service manager may hold for the server.
const (
	publicSocket  = "public"
	httpSocket    = "http" // which leads to HTTPS
	metricsSocket = "metrics"
)

// checkListen holds the address of a flag to be one to listen on, host names
// and names of ports not looked up; an error is one of usage.
func checkListen(flag, address string) error {
	if _, port, err := net.SplitHostPort(address); err != nil || port == "" {
		return usageErrorf("--%s: expected an address as 127.0.0.1:8080, found %q", flag, address)
	}
	return nil
}

// listen opens the socket of that name on the address that a flag has, unless
// the service manager holds it already.
func listen(ctx context.Context, sockets service.Sockets, name, address string) error {
	if sockets[name] != nil {
		return nil
	}
	flag := map[string]string{publicSocket: "listen", httpSocket: "http-listen", metricsSocket: "metrics-listen"}[name]
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s is in use by another program: stop that one, or choose another address with --%s (%w)", address, flag, syscall.EADDRINUSE)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("this user may not listen on %s: choose a port from 1024 on with --%s (%w)", address, flag, fs.ErrPermission)
	case err != nil:
		return fmt.Errorf("--%s: %w", flag, err)
	}
	sockets[name] = l
	return nil
}

// checkAllTaken finds sockets that the service manager holds and nothing is
// served on: their clients would wait for ever.
func checkAllTaken(sockets service.Sockets) error {
	if left := slices.Sorted(maps.Keys(sockets)); len(left) > 0 {
		return fmt.Errorf("%w: nothing is served on %s", service.ErrSockets, strings.Join(left, ", "))
	}
	return nil
}

// portOf returns the port of a TCP listener, 0 where there is none.
func portOf(l net.Listener) int {
	if l == nil {
		return 0
	}
	return l.Addr().(*net.TCPAddr).Port
}

// clientOf tells whose connections are counted together: those of one client
// of the rate limit. Connections of trusted proxies are of many clients.
func clientOf(trusted ratelimit.Proxies) func(net.Addr) string {
	return func(peer net.Addr) string {
		address, ok := ratelimit.ParseAddress(peer.String())
		if !ok || trusted.Contains(address) {
			return ""
		}
		return ratelimit.Key(address)
	}
}
