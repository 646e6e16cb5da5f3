package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
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

// sendBackup copies the store to a temporary file and sends that, so that no update
// waits for the client.
func (h *Handler) sendBackup(w http.ResponseWriter, r *http.Request) error {
	file, err := h.writeTemporary(func(file *os.File) error {
		_ = os.Remove(file.Name()) // where an open file can be removed, a killed server leaves none
		return h.backup(r.Context(), file)
	})
	if err != nil {
		return err
	}
	defer discard(file)
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, err := io.Copy(w, file); err != nil {
		h.Log.Error("backup failed", "error", err)
		panic(http.ErrAbortHandler) // the client must notice that the copy is incomplete
	}
	return nil
}
