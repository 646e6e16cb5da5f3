package cli

import (
	"os"
	"runtime"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"designmanual/seed/source"
)

// serverMemory is how much memory, in bytes, a server may use before garbage is collected
// more often. Clients can take more than half of it (see package http1), which would double
// otherwise.
const serverMemory = 700 << 20

// containerShare is how much of a container's memory, in percent, Go may use. The rest is for
// the program itself and for pages of the database.
const containerShare = 65

// serverGarbage is how much garbage a server lets gather, in percent of the memory that it uses.
// With Go's own 100 a tenth of the time of small responses goes into collecting some 5 MB.
const serverGarbage = 200

// importGarbage is the same for an import, which ends before most of it is worth collecting.
const importGarbage = 400

// spareProcessors are those of Go that an import leaves to the server: Go looks at once for
// what clients send only while one is idle, else every 10 ms (runtime.sysmon).
const spareProcessors = 1

// addProcessors gives Go more processors than there are, unless the user has set how many.
// Imports and drawing use as many as there are.
func addProcessors() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(source.Processors + spareProcessors)
	}
}

// limitMemoryForImport tells Go to collect garbage seldom until the import uses 120 MB (enough for 1,000 manuals of
// 16 KB) or five times the size of its seed files, whichever is more. An import needs three times.
func limitMemoryForImport(sources []source.Source) {
	size := int64(0)
	for _, s := range sources {
		size += int64(len(s.Data))
	}
	allowGarbage(importGarbage)
	limitMemory(max(120<<20, 5*size))
}

// allowGarbage sets how much garbage may gather, in percent of the memory in use, unless the user
// has set that.
func allowGarbage(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// limitMemory sets how many bytes of memory the process may use before garbage is collected
// more often, unless the user has set that: in a container not more than it can have.
func limitMemory(bytes int64) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	container, _ := memlimit.FromCgroup()   // 0 outside of a container
	if container > 0 && container < 1<<40 { // without a limit some systems tell the largest number
		bytes = min(bytes, int64(container)/100*containerShare)
	}
	debug.SetMemoryLimit(bytes)
}
