package db_test

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"designmanual/db"
)

// The syncs that TestSyncOrder observes are system calls: fsync(2) fails with EINVAL
// for a pipe, and for a folder of proc(5).
func TestSyncCalls(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if err := db.SyncFile(w); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("syncing a pipe: %v", err)
	}
	if err := db.SyncFolder("/proc"); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("syncing /proc: %v", err)
	}
	if err := db.SyncFolder(t.TempDir()); err != nil {
		t.Error(err)
	}
}
