//go:build !linux

package serve

import (
	"os/exec"
	"strconv"
	"strings"
)

// findPortHolder returns the process that listens on a TCP port, as lsof tells where there is
// one (lsof(8), option -F).
func findPortHolder(port int) portHolder {
	out, err := exec.Command("lsof", "-nP", "-sTCP:LISTEN", "-iTCP:"+strconv.Itoa(port), "-Fpc").Output()
	if err != nil {
		return portHolder{}
	}
	var holder portHolder
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if number, ok := strings.CutPrefix(line, "p"); ok && holder.id == 0 {
			holder.id, _ = strconv.Atoi(number)
		}
		if name, ok := strings.CutPrefix(line, "c"); ok && holder.command == "" {
			holder.command = name
		}
	}
	return holder
}
