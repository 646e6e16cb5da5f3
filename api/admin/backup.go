package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
)

// Backup writes a consistent copy of the store, a database file, to w. The server
// sends it over the connection, since it may not be allowed to write to the
// client's folder.
func (c *Client) Backup(ctx context.Context, w io.Writer) error {
	if c.local != nil {
		return c.local.backup(ctx, w)
	}
	response, err := c.post(ctx, "backup", "application/json", nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(w, response.Body); errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("copying the database: the server gave up, its log says why: %w", err)
	} else if err != nil {
		return fmt.Errorf("copying the database: %w", err)
	}
	return nil
}

func (h *Handler) backup(ctx context.Context, w io.Writer) error {
	// Create the session key if there is none, so that a server on the copy accepts
	// the sessions of this one.
	if _, err := h.Store.SessionKey(ctx); err != nil {
		h.Log.Warn("a backup is made without a key of page sessions", "error", err)
	}
	return h.Store.Backup(ctx, w)
}

// sendBackup copies the store to a temporary file beside it and sends that, so that
// no update waits for the client.
func (h *Handler) sendBackup(w http.ResponseWriter, r *http.Request) error {
	file, err := os.CreateTemp(filepath.Dir(h.Store.Path()), ".designmanual-backup-*")
	if err != nil {
		return fmt.Errorf("copying the database for a backup: %w", err)
	}
	_ = os.Remove(file.Name()) // where an open file can be removed, a killed server leaves none
	defer func() {
		file.Close() // after the last read
		if err := os.Remove(file.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			h.Log.Error("a temporary copy for a backup could not be removed", "file", file.Name(), "error", err)
		}
	}()
	if err := h.backup(r.Context(), file); err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, err := io.Copy(w, file); err != nil {
		h.Log.Error("backup failed", "error", err)
		panic(http.ErrAbortHandler) // the client must notice that the copy is incomplete
	}
	return nil
}
