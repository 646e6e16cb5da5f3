package api

import (
	"context"
	"fmt"
	"net"

	"golang.org/x/net/netutil"
)

const (
	maxConnections      = 16384 // some 30 KiB each, when all are at work
	reservedDescriptors = 64    // for the store, the log, the socket of administration
)

// Listen announces on a TCP address, "host:port", with as many connections
// at a time as [LimitListener] lets through.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	return LimitListener(l), nil
}

// LimitListener caps the connections that are open at a time below the number
// of files that the process may open, and at 16384. Further ones wait in the
// system's queue: accepting them would leave no descriptor for the store.
func LimitListener(l net.Listener) net.Listener {
	return netutil.LimitListener(l, connectionCap(maxDescriptors()))
}

// connectionCap returns the number of connections for that many descriptors.
func connectionCap(descriptors uint64) int {
	if descriptors < 2*reservedDescriptors {
		return int(max(descriptors/2, 1))
	}
	return int(min(descriptors-reservedDescriptors, maxConnections))
}
