package admin

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	// outcomeTrailer is the trailer field (RFC 9110, section 6.5) that ends a
	// backup: outcomeWhole, or what went wrong after the first byte.
	outcomeTrailer = "Outcome"
	outcomeWhole   = "whole"

	// stallTime is how long a client of a backup may take for one piece of
	// it. Updates wait for a backup, so one that is not read any more ends.
	stallTime = 30 * time.Second
)

// Backup writes a copy of the store as of one moment to w, a database file
// itself. It comes through the connection since the server may not be allowed
// to write where the client is. When Backup returns nil, w has all of it.
func (c *Client) Backup(ctx context.Context, w io.Writer) error {
	response, err := c.do(ctx, http.MethodGet, "/backup", "", nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(w, response.Body); err != nil {
		return fmt.Errorf("copying the database: %w", err)
	}
	if outcome := response.Trailer.Get(outcomeTrailer); outcome != outcomeWhole {
		return fmt.Errorf("copying the database: the server gave up: %s", outcome)
	}
	return nil
}

func (h *Handler) getBackup(w http.ResponseWriter, r *http.Request) error {
	// A second server on the copy is to know the sessions that begin here.
	if _, err := h.store.SessionKey(r.Context()); err != nil {
		h.log.Warn("a backup is made without a key of page sessions", "error", err)
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Trailer", outcomeTrailer)
	out := &paced{w: w, connection: http.NewResponseController(w)}
	err := h.store.Backup(r.Context(), out)
	if err != nil && !out.begun {
		w.Header().Del("Trailer")
		return err
	}
	outcome := outcomeWhole
	if err != nil {
		h.log.Error("backup failed", "error", err)
		outcome = err.Error()
	}
	w.Header().Set(outcomeTrailer, outcome)
	return out.connection.SetWriteDeadline(time.Time{})
}

// paced gives each piece that is written its own time.
type paced struct {
	w          io.Writer
	connection *http.ResponseController
	begun      bool
}

func (p *paced) Write(piece []byte) (int, error) {
	if err := p.connection.SetWriteDeadline(time.Now().Add(stallTime)); err != nil {
		return 0, fmt.Errorf("setting a deadline: %w", err)
	}
	p.begun = true
	return p.w.Write(piece)
}
