//go:build linux

// Command measure runs a command, whose output goes to standard error, and prints what it
// took: milliseconds elapsed, milliseconds of processor time, and the peak of its
// anonymous memory in KiB (RssAnon in proc(5)), looked at every few milliseconds.
//
//	measure COMMAND [ARGUMENT…]
package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"time"
)

func main() {
	command := exec.Command(os.Args[1], os.Args[2:]...)
	command.Stdout, command.Stderr = os.Stderr, os.Stderr
	began := time.Now()
	if err := command.Start(); err != nil {
		fail(err)
	}
	ended, peak := make(chan struct{}), make(chan int)
	go func() { peak <- watchMemory(command.Process.Pid, ended) }()
	err := command.Wait()
	elapsed := time.Since(began)
	close(ended)
	if err != nil {
		fail(err)
	}
	state := command.ProcessState
	fmt.Println(elapsed.Milliseconds(), (state.UserTime() + state.SystemTime()).Milliseconds(), <-peak)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "measure:", err)
	os.Exit(1)
}

var anonymous = regexp.MustCompile(`RssAnon:\s+(\d+) kB`)

// watchMemory looks at the memory of a process until it has ended, and returns the most
// that it has seen, in KiB.
func watchMemory(process int, ended <-chan struct{}) int {
	ticks := time.NewTicker(5 * time.Millisecond)
	defer ticks.Stop()
	var peak int
	for {
		select {
		case <-ticks.C:
		case <-ended:
			return peak
		}
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process))
		if err != nil {
			continue // it has just ended
		}
		if found := anonymous.FindSubmatch(status); found != nil {
			now, _ := strconv.Atoi(string(found[1]))
			peak = max(peak, now)
		}
	}
}
