package admin

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"designmanual/api/files"
)

// maxSocketPath is the size of sun_path without its NUL on macOS and the BSDs; Linux
// allows a few bytes more.
const maxSocketPath = 103

// RealPath returns the absolute path of a file without symbolic links, so that all who name
// the file by one path or another mean the same. The file need not exist; where the links
// cannot be followed, the absolute path is returned.
func RealPath(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if real, err := filepath.EvalSymlinks(absolute); err == nil {
		return real
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(absolute))
	if err != nil {
		return absolute
	}
	return filepath.Join(folder, filepath.Base(absolute))
}

// SocketBeside returns the path of the socket beside a database, where a server listens if
// it can.
func SocketBeside(database string) string { return RealPath(database) + ".sock" }

// socketPaths returns the paths of the sockets on which the server of a database may listen,
// in the order of its choice. Where none can be made beside the database (exFAT, SMB, a
// folder that may not be written, a path that is too long), it is made in a folder for
// sockets, under a name that follows from the database's real path.
func socketPaths(database string) []string {
	sum := sha256.Sum256([]byte(RealPath(database)))
	name := "designmanual-" + hex.EncodeToString(sum[:8])
	paths := []string{SocketBeside(database)}
	for _, folder := range socketFolders(database) {
		paths = append(paths, filepath.Join(folder, name, "socket"))
	}
	return paths
}

// socketFolders returns the folders in which sockets are made: that of the user's processes
// (XDG Base Directory Specification), which is known to root by the owner of the database
// too, and those for temporary files.
func socketFolders(database string) []string {
	var folders []string
	add := func(folder string) {
		if filepath.IsAbs(folder) && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	add(os.Getenv("XDG_RUNTIME_DIR"))
	if owner, known := fileOwner(database); known {
		add(fmt.Sprintf("/run/user/%d", owner)) // where systemd has it
	}
	for _, folder := range files.TemporaryFolders() {
		add(folder)
	}
	return folders
}

// writeTemporary makes a file beside the store and writes it. Where none can be made there, or the disk of
// that folder is full, it does so in a folder for temporary files: with a full disk a backup to another one
// matters most. The caller discards the file.
func (h *Handler) writeTemporary(write func(*os.File) error) (*os.File, error) {
	var failed error
	for _, folder := range append([]string{filepath.Dir(RealPath(h.Store.Path()))}, files.TemporaryFolders()...) {
		file, err := os.CreateTemp(folder, ".designmanual-*")
		if err != nil {
			failed = fmt.Errorf("making a temporary file: %w", err)
			continue
		}
		failed = write(file)
		if failed == nil {
			return file, nil
		}
		discard(file)
		if !errors.Is(failed, syscall.ENOSPC) {
			return nil, failed
		}
	}
	return nil, failed
}

// discard closes and removes a temporary file.
func discard(file *os.File) {
	file.Close()
	_ = os.Remove(file.Name())
}
