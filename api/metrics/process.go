package metrics

import (
	"bytes"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"time"
)

// addRuntime adds metrics of the Go runtime, as Prometheus's own library names them.
func (t *text) addRuntime() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.one(gauge, "go_info", "Always 1; the label is the version of Go.", 1, "version", runtime.Version())
	t.one(gauge, "go_goroutines", "Goroutines.", float64(runtime.NumGoroutine()))
	t.one(gauge, "go_memstats_alloc_bytes", "Bytes of objects on the heap.", float64(m.Alloc))
	t.one(counter, "go_memstats_alloc_bytes_total", "Bytes of all objects ever put on the heap.", float64(m.TotalAlloc))
	t.one(gauge, "go_memstats_sys_bytes", "Bytes obtained from the system.", float64(m.Sys))
	t.one(gauge, "go_memstats_heap_inuse_bytes", "Bytes of the heap in use.", float64(m.HeapInuse))
	t.one(gauge, "go_memstats_stack_inuse_bytes", "Bytes of stacks in use.", float64(m.StackInuse))
	t.one(
		gauge, "go_memstats_next_gc_bytes", "Size of the heap at which the next garbage collection begins.",
		float64(m.NextGC),
	)
}

// maxFiles matches the limit in /proc/self/limits, unless it is unlimited.
var maxFiles = regexp.MustCompile(`(?m)^Max open files +(\d+)`)

// addProcess adds the metrics of the process, which began at started, as Prometheus's own
// library names them. Only Linux has more than the start.
func (t *text) addProcess(started time.Time) {
	t.one(gauge, "process_start_time_seconds", "When the process began, in Unix time.", seconds(started))
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return
	}
	// The fields behind the name, which ends with the last parenthesis: proc_pid_stat(5).
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	field := func(number int) float64 { return parse(fields[number-3]) }
	const ticks = 100 // of a processor's second, on every Linux
	t.one(counter, "process_cpu_seconds_total", "Seconds of processor time used.", (field(14)+field(15))/ticks)
	t.one(gauge, "process_virtual_memory_bytes", "Bytes of virtual memory.", field(23))
	t.one(gauge, "process_resident_memory_bytes", "Bytes of memory in use.", field(24)*float64(os.Getpagesize()))
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		t.one(gauge, "process_open_fds", "Open files and connections.", float64(len(open)))
	}
	limits, _ := os.ReadFile("/proc/self/limits") // without it there is no limit to tell
	if most := maxFiles.FindSubmatch(limits); most != nil {
		t.one(gauge, "process_max_fds", "Most files and connections that may be open.", parse(most[1]))
	}
}

// parse parses a number that the system has written.
func parse(number []byte) float64 {
	value, _ := strconv.ParseFloat(string(number), 64)
	return value
}
