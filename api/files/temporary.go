package files

import (
	"fmt"
	"os"
	"runtime"
)

// TemporaryFolders returns the folders for temporary files: the one that TMPDIR names, and
// the one that every Unix has (Filesystem Hierarchy Standard, section 3.18).
func TemporaryFolders() []string {
	folders := []string{os.TempDir()}
	if runtime.GOOS != "windows" {
		folders = append(folders, "/tmp")
	}
	return folders
}

// MakeTemporaryFolder makes an empty folder for temporary files and returns its path. The
// error says which variable names a usable place.
func MakeTemporaryFolder() (string, error) {
	var last error
	for _, parent := range TemporaryFolders() {
		folder, err := os.MkdirTemp(parent, "designmanual-")
		if err != nil {
			last = err
			continue
		}
		return folder, nil
	}
	return "", fmt.Errorf(
		"no folder for temporary files can be made: %w. Let TMPDIR name a folder that this user may write to", last,
	)
}
