package cli

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"

	"designmanual/api"
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
	share := api.Beside
	if name == publicSocket {
		share = api.Public
	}
	if l := sockets.Take(name); l != nil {
		return api.LimitListener(l, share), nil
	}
	return api.Listen(ctx, address, share)
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
