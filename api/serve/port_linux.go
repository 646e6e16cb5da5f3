package serve

import (
	"bufio"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
)

// findPortHolder returns the process that holds a TCP port, if this user may look at it, else the
// user that it runs as, as far as proc(5) tells.
func findPortHolder(port int) portHolder {
	sockets := socketsAt(port)
	if len(sockets) == 0 {
		return portHolder{}
	}
	links, err := filepath.Glob("/proc/[0-9]*/fd/*")
	if err != nil {
		return portHolder{}
	}
	for _, link := range links {
		target, err := os.Readlink(link)
		if err != nil || sockets[target] == "" {
			continue
		}
		process := strings.Split(link, "/")[2]
		line, err := os.ReadFile(filepath.Join("/proc", process, "cmdline"))
		if err != nil {
			continue
		}
		id, _ := strconv.Atoi(process) // a folder of digits
		return portHolder{id: id, command: strings.ReplaceAll(strings.Trim(string(line), "\x00"), "\x00", " ")}
	}
	for _, id := range sockets {
		owner, err := user.LookupId(id)
		if err != nil {
			return portHolder{user: id}
		}
		return portHolder{user: owner.Username}
	}
	return portHolder{}
}

// socketsAt returns the ids of the users of the sockets that listen on a port or, if none does, of
// those that have connected from it, by the links to the sockets in /proc/…/fd.
func socketsAt(port int) map[string]string {
	const listening = "0A"
	listeners, others := make(map[string]string), make(map[string]string)
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		file, err := os.Open(table)
		if err != nil {
			continue
		}
		for lines := bufio.NewScanner(file); lines.Scan(); {
			// sl, local address, remote address, state, …, user, timeout, inode
			fields := strings.Fields(lines.Text())
			if len(fields) <= 9 || fields[9] == "0" || !strings.HasSuffix(fields[1], fmt.Sprintf(":%04X", port)) {
				continue
			}
			sockets := others
			if fields[3] == listening {
				sockets = listeners
			}
			sockets["socket:["+fields[9]+"]"] = fields[7]
		}
		file.Close()
	}
	if len(listeners) == 0 {
		return others
	}
	return listeners
}
