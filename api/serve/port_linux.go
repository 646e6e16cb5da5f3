package serve

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// findListener returns the process that listens on a TCP port and its command, or 0 if this user may
// not look at it, as far as proc(5) tells.
func findListener(port int) (id int, command string) {
	sockets := socketsAt(port)
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*") // the pattern is valid
	for _, link := range links {
		target, err := os.Readlink(link)
		if err != nil || !sockets[target] {
			continue
		}
		process := strings.Split(link, "/")[2]
		line, err := os.ReadFile(filepath.Join("/proc", process, "cmdline"))
		if err != nil {
			continue
		}
		id, _ = strconv.Atoi(process) // a folder of digits
		return id, strings.ReplaceAll(strings.Trim(string(line), "\x00"), "\x00", " ")
	}
	return 0, ""
}

// socketsAt returns the sockets that listen on a port, as the links in /proc/…/fd name them.
func socketsAt(port int) map[string]bool {
	sockets := make(map[string]bool)
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		text, _ := os.ReadFile(table) // a system without IPv6 lacks one
		for line := range strings.Lines(string(text)) {
			// sl, local address, remote address, state (0A is listening), …, user, timeout, inode
			fields := strings.Fields(line)
			if len(fields) > 9 && fields[3] == "0A" && strings.HasSuffix(fields[1], fmt.Sprintf(":%04X", port)) {
				sockets["socket:["+fields[9]+"]"] = true
			}
		}
	}
	return sockets
}
