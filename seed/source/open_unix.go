//go:build unix

package source

import "syscall"

// nonBlocking is the flag that opens a pipe without waiting for a writer.
const nonBlocking = syscall.O_NONBLOCK
