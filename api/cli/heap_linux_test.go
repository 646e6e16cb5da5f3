package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"designmanual/seed"
)

// resident returns how many bytes of memory the process has in use.
func resident(t *testing.T) int {
	t.Helper()
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(statm))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// Also where the heap has free memory that was in use before, the memory that
// is prepared does not come to be.
func TestHeapForBesideUsedMemory(t *testing.T) {
	sources := []seed.Source{{Data: make([]byte, 96<<20)}}
	for _, used := range []int{1 << 20, 33 << 20, 100 << 20} {
		debug.FreeOSMemory() // what the row before has prepared; a process prepares once
		memory := make([]byte, used)
		for i := range memory {
			memory[i] = 1
		}
		runtime.KeepAlive(memory)
		memory = nil
		runtime.GC()
		before := resident(t)
		heapFor(sources)
		if more := resident(t) - before; more > used+64<<20 {
			t.Errorf("beside %d bytes used before: %d bytes more in use", used, more)
		}
	}
}
