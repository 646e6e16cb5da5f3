package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// A machine is what figures are of.
type machine struct {
	Processor string `json:"processor"`
	Cores     int    `json:"cores"`
	Memory    string `json:"memory"`
	Kernel    string `json:"kernel"`
	Go        string `json:"go"`
	Commit    string `json:"commit"`
	Load      string `json:"load"` // of the last minute, before anything was started
}

// machineOf returns this machine. What it does not tell is "unknown".
func machineOf(ctx context.Context) machine {
	m := machine{
		Processor: valueIn("/proc/cpuinfo", "model name"), Cores: runtime.NumCPU(),
		Memory: valueIn("/proc/meminfo", "MemTotal"), Go: runtime.Version(), Kernel: "unknown", Commit: "unknown", Load: "unknown",
	}
	if kernel, err := output(ctx, nil, "uname", "-sr"); err == nil {
		m.Kernel = kernel
	}
	if commit, err := output(ctx, nil, "git", "describe", "--always", "--dirty", "--exclude=*"); err == nil {
		m.Commit = commit
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		m.Load, _, _ = strings.Cut(string(text), " ")
	}
	return m
}

// valueIn returns the value of the first line of that name in a file of /proc.
func valueIn(path, name string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(text)) {
		if key, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// print prints what figures are of. Beside other work, the processor time of
// a request still tells something; how many there were in a second does not.
func (m machine) print() {
	fmt.Printf("%s, %d cores, %s, %s, %s, commit %s, load before %s\n", m.Processor, m.Cores, m.Memory, m.Kernel, m.Go, m.Commit, m.Load)
	if load, err := strconv.ParseFloat(m.Load, 64); err == nil && load >= 0.5 {
		fmt.Println("The machine has other work too: requests a second say little, processor time more.")
	}
}
