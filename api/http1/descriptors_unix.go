//go:build unix

package http1

import "syscall"

// maxDescriptors returns how many files the process may have open, or 256 if
// the system does not say.
func maxDescriptors() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 256
	}
	return uint64(limit.Cur)
}
