package cli

import "syscall"

// wantHugePages tells the system that the memory is better made of huge pages.
func wantHugePages(memory []byte) {
	_ = syscall.Madvise(memory, syscall.MADV_HUGEPAGE) // a wish
}
