//go:build !linux

package serve

import (
	"os/exec"
	"strconv"
	"strings"
)

// listeningProcess returns the id and the name of the process that listens on a TCP port, as
// lsof tells where there is one (lsof(8), option -F), or false.
func listeningProcess(port int) (id int, command string, found bool) {
	out, err := exec.Command("lsof", "-nP", "-sTCP:LISTEN", "-iTCP:"+strconv.Itoa(port), "-Fpc").Output()
	if err != nil {
		return 0, "", false
	}
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if number, ok := strings.CutPrefix(line, "p"); ok && id == 0 {
			id, err = strconv.Atoi(number)
		}
		if name, ok := strings.CutPrefix(line, "c"); ok && command == "" {
			command = name
		}
	}
	return id, command, err == nil && id != 0
}
