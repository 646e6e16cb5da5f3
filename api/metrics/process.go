package metrics

import (
	"bytes"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"time"
)

// addRuntime adds the metrics of the Go runtime, as Prometheus's own library names them.
func (t *text) addRuntime() {
	gc := debug.GCStats{PauseQuantiles: make([]time.Duration, 5)}
	debug.ReadGCStats(&gc)
	t.begin(summary, "go_gc_duration_seconds", "Pauses of the program for garbage collection.")
	for i, pause := range gc.PauseQuantiles {
		t.sample("", pause.Seconds(), "quantile", number(float64(i)/4))
	}
	t.sample("_sum", gc.PauseTotal.Seconds())
	t.sample("_count", float64(gc.NumGC))

	settings := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(settings)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	threads, _ := runtime.ThreadCreateProfile(nil)
	t.one(gauge, "go_info", "Always 1; the label is the version of Go.", 1, "version", runtime.Version())
	for _, row := range []struct {
		kind, name, help string
		value            float64
	}{
		{gauge, "go_goroutines", "Goroutines.", float64(runtime.NumGoroutine())},
		{gauge, "go_threads", "Threads created.", float64(threads)},
		{gauge, "go_sched_gomaxprocs_threads", "Threads that can run Go code at a time.", float64(runtime.GOMAXPROCS(0))},
		{gauge, "go_gc_gogc_percent", "How much the heap may grow before the next garbage collection.", float64(settings[0].Value.Uint64())},
		{gauge, "go_gc_gomemlimit_bytes", "Memory beyond which garbage is collected more often.", float64(settings[1].Value.Uint64())},
		{gauge, "go_memstats_alloc_bytes", "Bytes of objects on the heap.", float64(m.Alloc)},
		{counter, "go_memstats_alloc_bytes_total", "Bytes of all objects ever put on the heap.", float64(m.TotalAlloc)},
		{gauge, "go_memstats_sys_bytes", "Bytes obtained from the system.", float64(m.Sys)},
		{counter, "go_memstats_mallocs_total", "Objects ever put on the heap.", float64(m.Mallocs)},
		{counter, "go_memstats_frees_total", "Objects ever freed.", float64(m.Frees)},
		{gauge, "go_memstats_heap_alloc_bytes", "Bytes of objects on the heap.", float64(m.HeapAlloc)},
		{gauge, "go_memstats_heap_sys_bytes", "Bytes of the heap obtained from the system.", float64(m.HeapSys)},
		{gauge, "go_memstats_heap_idle_bytes", "Bytes of the heap that wait to be used.", float64(m.HeapIdle)},
		{gauge, "go_memstats_heap_inuse_bytes", "Bytes of the heap in use.", float64(m.HeapInuse)},
		{gauge, "go_memstats_heap_released_bytes", "Bytes of the heap given back to the system.", float64(m.HeapReleased)},
		{gauge, "go_memstats_heap_objects", "Objects on the heap.", float64(m.HeapObjects)},
		{gauge, "go_memstats_stack_inuse_bytes", "Bytes of stacks in use.", float64(m.StackInuse)},
		{gauge, "go_memstats_stack_sys_bytes", "Bytes of stacks obtained from the system.", float64(m.StackSys)},
		{gauge, "go_memstats_next_gc_bytes", "Size of the heap at which the next garbage collection begins.", float64(m.NextGC)},
		{gauge, "go_memstats_last_gc_time_seconds", "When the last garbage collection ended, in Unix time.", float64(m.LastGC) / 1e9},
	} {
		t.one(row.kind, row.name, row.help, row.value)
	}
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
