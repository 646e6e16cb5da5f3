package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// stallTime is how long a client of a backup may take for one piece of it.
// Updates wait for a backup, so one that is not read any more ends.
const stallTime = 30 * time.Second

// Backup writes a copy of the store as of one moment to w, a database file
// itself. It comes through the connection since the server may not be allowed
// to write where the client is. When Backup returns nil, w has all of it.
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
	// A second server on the copy is to know the sessions that begin here.
	if _, err := h.Store.SessionKey(ctx); err != nil {
		h.Log.Warn("a backup is made without a key of page sessions", "error", err)
	}
	return h.Store.Backup(ctx, w)
}

func (h *Handler) sendBackup(w http.ResponseWriter, r *http.Request) error {
	out := &deadlineWriter{w: w, connection: http.NewResponseController(w)}
	err := h.backup(r.Context(), out)
	if err != nil && out.begun {
		h.Log.Error("backup failed", "error", err)
		panic(http.ErrAbortHandler) // so that the client knows that it does not have all
	}
	return err
}

// A deadlineWriter gives each piece that is written its own time.
type deadlineWriter struct {
	w          io.Writer
	connection *http.ResponseController
	begun      bool
}

func (d *deadlineWriter) Write(piece []byte) (int, error) {
	if err := d.connection.SetWriteDeadline(time.Now().Add(stallTime)); err != nil {
		return 0, fmt.Errorf("setting a deadline: %w", err)
	}
	d.begun = true
	return d.w.Write(piece)
}
