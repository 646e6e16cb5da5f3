package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
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

// listen takes the service manager's socket of that name over, or listens on
// the address.
func listen(ctx context.Context, sockets service.Sockets, name, address string) (net.Listener, error) {
	if l := sockets.Take(name); l != nil {
		return l, nil
	}
	flag := "http-listen"
	if name == publicSocket {
		flag = "listen"
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	return l, listenError(flag, address, err)
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

// listenError says which flag has the address that cannot be listened on.
func listenError(flag, address string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s is in use by another program: stop that one, or choose another address with --%s (%w)", address, flag, syscall.EADDRINUSE)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("this user may not listen on %s: choose a port from 1024 on with --%s (%w)", address, flag, fs.ErrPermission)
	}
	return fmt.Errorf("--%s: %w", flag, err)
}

// allTaken is an error where the service manager holds sockets that nothing
// is served on: their clients would wait for ever.
func allTaken(sockets service.Sockets) error {
	if left := sockets.Left(); len(left) > 0 {
		return fmt.Errorf("%w: nothing is served on %s", service.ErrSockets, strings.Join(left, ", "))
	}
	return nil
}

// healthy asks the handler of the public interface how it is. It does not go
// over the listener: clients that take up all its connections are no reason
// to end the server.
func (s *servers) healthy(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "/healthz", nil)
	if err != nil {
		return err
	}
	answer := heard{header: make(http.Header)}
	s.handler.ServeHTTP(&answer, request)
	if answer.status != http.StatusOK {
		return fmt.Errorf("/healthz: %d", answer.status)
	}
	return nil
}

// heard is an answer of which only the status is of interest.
type heard struct {
	header http.Header
	status int
}

func (h *heard) Header() http.Header            { return h.header }
func (h *heard) Write(body []byte) (int, error) { return len(body), nil }
func (h *heard) WriteHeader(status int)         { h.status = status }
