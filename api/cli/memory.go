package cli

import (
	"context"
	"net/http"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// garbageRoom is how many bytes of garbage a server lets gather before it
	// collects. Every collection has its price, so that little room costs
	// time, and much room costs memory: with a few manuals the runtime's own
	// choice would collect four times as often, with a hundred thousand it
	// would take as much memory for garbage as for the manuals.
	garbageRoom = 11 << 20

	// The bounds of the room, in percent of what is alive.
	leastRoom, mostRoom = 20, 400

	// lookTime is after what time the room is looked at: thousands of
	// connections come and go without a change of the store.
	lookTime = time.Second
)

// A memory keeps a server from holding on to what an import has used. An
// import takes a hundred times the memory of what it leaves, and the runtime
// would give it back by and by over minutes.
type memory struct {
	changed chan struct{}
}

func newMemory() *memory { return &memory{changed: make(chan struct{}, 1)} }

// after tells that the store may have changed. It does not wait.
func (m *memory) after() {
	select {
	case m.changed <- struct{}{}:
	default: // it has been told, and has not looked yet
	}
}

// afterWrites returns a handler that tells so after every request that may
// write.
func (m *memory) afterWrites(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r)
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			m.after()
		}
	})
}

// run gives memory back after every change, and sets the room for garbage by
// what is alive, until ctx is done.
func (m *memory) run(ctx context.Context) {
	look := time.NewTicker(lookTime)
	defer look.Stop()
	for room := 0; ; room = makeRoom(room) {
		select {
		case <-m.changed:
			debug.FreeOSMemory()
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}

// makeRoom sets the room for garbage by what was alive at the last collection,
// unless the environment says how the runtime is to collect, and returns it.
// One that is nearly what it was stays, since all goroutines stop for a change.
func makeRoom(was int) int {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return was
	}
	alive := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(alive)
	if alive[0].Value.Kind() != metrics.KindUint64 {
		return was
	}
	room := roomFor(alive[0].Value.Uint64())
	if nearly := was / 8; was-nearly <= room && room <= was+nearly {
		return was
	}
	debug.SetGCPercent(room)
	return room
}

// roomFor returns the room for garbage beside so many bytes that are alive,
// in percent of them.
func roomFor(alive uint64) int {
	return int(max(leastRoom, min(mostRoom, 100*garbageRoom/max(alive, 1))))
}
