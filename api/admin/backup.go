package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// stallTimeout is how long a single write of a backup may take. Updates wait for a
// backup, so it must end when the client stops reading.
const stallTimeout = 30 * time.Second

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

func (h *Handler) sendBackup(w http.ResponseWriter, r *http.Request) error {
	out := &deadlineWriter{w: w, connection: http.NewResponseController(w)}
	err := h.backup(r.Context(), out)
	if err != nil && out.started {
		h.Log.Error("backup failed", "error", err)
		panic(http.ErrAbortHandler) // the client must notice that the copy is incomplete
	}
	return err
}

// A deadlineWriter gives each write a deadline of its own.
type deadlineWriter struct {
	w          io.Writer
	connection *http.ResponseController
	started    bool
}

func (d *deadlineWriter) Write(data []byte) (int, error) {
	if err := d.connection.SetWriteDeadline(time.Now().Add(stallTimeout)); err != nil {
		return 0, fmt.Errorf("setting a deadline: %w", err)
	}
	d.started = true
	return d.w.Write(data)
}
