package cli

import (
	"runtime"
	"testing"

	"designmanual/seed"
)

// The room that an import is given is addresses: no memory stays taken.
func TestHeapFor(t *testing.T) {
	for _, mib := range []int{0, 1, 8, 64} {
		var before, after runtime.MemStats
		sources := []seed.Source{{Data: make([]byte, mib<<19)}, {Data: make([]byte, mib<<19)}}
		runtime.GC()
		runtime.ReadMemStats(&before)
		heapFor(sources)
		runtime.ReadMemStats(&after)
		got := after.TotalAlloc - before.TotalAlloc
		want := uint64(mib) << 20 * heapForSeed
		if want < leastHeap {
			want = 0
		}
		if got < want || got > want+1<<20 || after.HeapAlloc > before.HeapAlloc+1<<20 {
			t.Errorf("%d MiB: allocated %d, want %d; kept %d", mib, got, want, int64(after.HeapAlloc-before.HeapAlloc))
		}
		runtime.KeepAlive(sources)
	}
}
