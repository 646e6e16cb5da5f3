package admin

import (
	"context"
	"net"
	"sync"
)

// memory is a listener whose connections stay in the process.
type memory struct {
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

func newMemory() *memory {
	return &memory{conns: make(chan net.Conn), done: make(chan struct{})}
}

// dial returns the client's end of a new connection.
func (m *memory) dial(ctx context.Context) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case m.conns <- server:
		return client, nil
	case <-m.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (m *memory) Accept() (net.Conn, error) {
	select {
	case conn := <-m.conns:
		return conn, nil
	case <-m.done:
		return nil, net.ErrClosed
	}
}

func (m *memory) Close() error {
	m.once.Do(func() { close(m.done) })
	return nil
}

func (m *memory) Addr() net.Addr { return memoryAddr{} }

type memoryAddr struct{}

func (memoryAddr) Network() string { return "memory" }
func (memoryAddr) String() string  { return "in process" }
