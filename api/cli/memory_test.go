package cli

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestRoomFor(t *testing.T) {
	const mib = 1 << 20
	for alive, want := range map[uint64]int{
		0: 400, 1: 400, 2 * mib: 400, 11 * mib / 2: 200, 11 * mib: 100, 44 * mib: 25, 55 * mib: 20, 1 << 40: 20,
	} {
		if got := roomFor(alive); got != want {
			t.Errorf("%d bytes alive: %d %%, want %d %%", alive, got, want)
		}
	}
}

// TestMemoryAfterWrites has requests that write tell of it, once while nobody
// has looked, and never wait.
func TestMemoryAfterWrites(t *testing.T) {
	m := newMemory()
	h := m.afterWrites(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for _, request := range []struct {
		method string
		told   int
	}{{http.MethodGet, 0}, {http.MethodHead, 0}, {http.MethodPost, 1}, {http.MethodDelete, 1}} {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(request.method, "/", nil))
		if told := len(m.changed); told != request.told {
			t.Errorf("%s: told %d, want %d", request.method, told, request.told)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		m.run(ctx)
	}()
	m.changed <- struct{}{} // has room once the one before has been taken
	m.changed <- struct{}{}
	stop()
	<-ended
}
