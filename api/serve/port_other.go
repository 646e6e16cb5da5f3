//go:build !linux

package serve

import (
	"os/exec"
	"strconv"
	"strings"
)

// findListener returns the process that listens on a TCP port and its command, as lsof tells where
// there is one (lsof(8), option -F), else 0.
func findListener(port int) (id int, command string) {
	out, err := exec.Command("lsof", "-nP", "-sTCP:LISTEN", "-iTCP:"+strconv.Itoa(port), "-Fpc").Output()
	if err != nil {
		return 0, ""
	}
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if number, ok := strings.CutPrefix(line, "p"); ok && id == 0 {
			id, _ = strconv.Atoi(number)
		}
		if name, ok := strings.CutPrefix(line, "c"); ok && command == "" {
			command = name
		}
	}
	return id, command
}
