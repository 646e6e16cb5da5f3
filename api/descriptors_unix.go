//go:build unix

package api

import "golang.org/x/sys/unix"

// maxDescriptors returns how many files the process may have open. Where the
// system does not say, it is what POSIX promises at least.
func maxDescriptors() uint64 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return 256
	}
	return uint64(limit.Cur)
}
