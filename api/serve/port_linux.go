package serve

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// listeningProcess returns the id and the command line of the process that listens on a TCP
// port, of those that this user may look at (proc(5)), or false.
func listeningProcess(port int) (id int, command string, found bool) {
	sockets := listeningSockets(port)
	if len(sockets) == 0 {
		return 0, "", false
	}
	links, err := filepath.Glob("/proc/[0-9]*/fd/*")
	if err != nil {
		return 0, "", false
	}
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
		return id, strings.Join(strings.Split(strings.Trim(string(line), "\x00"), "\x00"), " "), true
	}
	return 0, "", false
}

// listeningSockets returns the sockets that listen on a port, as links of /proc/…/fd name
// them.
func listeningSockets(port int) map[string]bool {
	const listening = "0A"
	sockets := make(map[string]bool)
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		file, err := os.Open(table)
		if err != nil {
			continue
		}
		for lines := bufio.NewScanner(file); lines.Scan(); {
			fields := strings.Fields(lines.Text()) // sl, local address, remote address, state, …, inode
			if len(fields) > 9 && fields[3] == listening && strings.HasSuffix(fields[1], fmt.Sprintf(":%04X", port)) {
				sockets["socket:["+fields[9]+"]"] = true
			}
		}
		file.Close()
	}
	return sockets
}
