package db

import (
	"os"
	"testing"
	"time"
)

// ObserveSyncs has report get the path of every file and folder before it is
// synced. If report returns an error, the sync fails with it.
func ObserveSyncs(tb testing.TB, report func(path string) error) {
	file, folder := syncFile, syncFolder
	syncFile = func(f *os.File) error {
		if err := report(f.Name()); err != nil {
			return err
		}
		return file(f)
	}
	syncFolder = func(path string) error {
		if err := report(path); err != nil {
			return err
		}
		return folder(path)
	}
	tb.Cleanup(func() { syncFile, syncFolder = file, folder })
}

// SyncFile and SyncFolder are the calls that ObserveSyncs observes.
func SyncFile(file *os.File) error { return syncFile(file) }
func SyncFolder(path string) error { return syncFolder(path) }

// WithoutLinks makes hard links fail with err.
func WithoutLinks(tb testing.TB, err error) {
	link := linkFile
	linkFile = func(from, to string) error { return &os.LinkError{Op: "link", Old: from, New: to, Err: err} }
	tb.Cleanup(func() { linkFile = link })
}

// SyncsCommits reports whether bbolt syncs each commit and growth of the file.
func SyncsCommits(d *DB) bool { return !d.bolt.NoSync && !d.bolt.NoGrowSync }

// SetClock sets the clock of a store.
func SetClock(d *DB, now func() time.Time) { d.now = now }
