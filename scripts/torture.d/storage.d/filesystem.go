//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
	"unsafe"
)

// mount mounts the part's own file system.
func (y *yard) mount() error {
	if err := syscall.Mount(y.device, y.mounted, y.system, 0, ""); err != nil {
		return fmt.Errorf("mounting %s: %w", y.device, err)
	}
	return nil
}

// unmount waits until nobody has a file open there any more.
func (y *yard) unmount(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		err := syscall.Unmount(y.mounted, 0)
		if !errors.Is(err, syscall.EBUSY) || ctx.Err() != nil {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// cut takes the power away from the part's own file system: nothing more
// reaches the device, neither what is in the cache nor what is in the journal.
func (y *yard) cut() error {
	const (
		shutdown   = 0x8004587d // _IOR('X', 125, __u32): EXT4_IOC_SHUTDOWN, XFS_IOC_GOINGDOWN
		noLogFlush = 2
	)
	top, err := os.Open(y.mounted)
	if err != nil {
		return err
	}
	defer top.Close()
	flags := uint32(noLogFlush)
	if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, top.Fd(), shutdown, uintptr(unsafe.Pointer(&flags))); failed != 0 {
		return fmt.Errorf("shutting %s down: %w", y.mounted, failed)
	}
	return nil
}
