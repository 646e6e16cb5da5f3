package api

import (
	"errors"
	"net"
	"testing"
)

// A listener has as many connections open as it has places; the next one
// waits until one is closed, however often that is closed.
func TestListenerPlaces(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := newListener(inner, 1)
	dial := func() net.Conn {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	dial()
	dial()
	first, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	accepted := make(chan net.Conn)
	go func() {
		c, _ := l.Accept()
		accepted <- c
	}()
	select {
	case <-accepted:
		t.Fatal("accepted beyond its places")
	default:
	}
	first.Close()
	first.Close()
	second := <-accepted
	if second == nil {
		t.Fatal("a place that was given back is not there")
	}
	if n := len(l.places); n != 1 {
		t.Errorf("%d places taken, want 1", n)
	}
	waiting := make(chan error)
	go func() {
		_, err := l.Accept()
		waiting <- err
	}()
	l.Close()
	l.Close()
	if err := <-waiting; !errors.Is(err, net.ErrClosed) {
		t.Errorf("accepting from a closed listener: %v", err)
	}
	second.Close()
}
