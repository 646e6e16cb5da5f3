//go:build unix

package admin

import (
	"os"
	"syscall"
)

// fileOwner returns the user that a file belongs to.
func fileOwner(path string) (user int, known bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	status, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(status.Uid), true
}
