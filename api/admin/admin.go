// Package admin is the administration of a store: one set of handlers
// ([Handler]) and the [Client] that speaks to them, over a Unix socket beside
// the database while a server has the file, or inside the process on the
// file itself. Either way the same request meets the same handler.
//
// Use [Dial] in a command, and [Listen] in a server. It is never mounted on
// the public listener: who reaches it may do everything.
//
// # The protocol
//
// HTTP with JSON bodies, for this program alone and of this version alone.
// An error is an object with a message. An import is a form
// (multipart/form-data) with the seed files. A backup is the bytes of a database file, with its outcome in a trailer.
package admin

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"designmanual/db"
	"designmanual/seed"
)

// Status is what a running server says of itself.
type Status struct {
	PID     int    `json:"pid"`
	Listen  string `json:"listen"`
	BaseURL string `json:"baseUrl"`
}

// A Handler administers one store.
type Handler struct {
	store  *db.DB
	now    func() time.Time
	log    *slog.Logger
	status func() Status
	tried  func(*seed.Report, error)
	mux    *http.ServeMux
}

// NewHandler returns the handlers over a store. status tells who serves it,
// and tried, where it is not nil, is told what came of each import that was no dry run.
func NewHandler(store *db.DB, now func() time.Time, log *slog.Logger, status func() Status, tried func(*seed.Report, error)) *Handler {
	h := &Handler{store: store, now: now, log: log, status: status, tried: tried, mux: http.NewServeMux()}
	for pattern, handle := range h.routes() {
		h.mux.Handle(pattern, h.adapt(handle))
	}
	return h
}

// routes are all that the [Client] can ask.
func (h *Handler) routes() map[string]func(http.ResponseWriter, *http.Request) error {
	return map[string]func(http.ResponseWriter, *http.Request) error{
		"GET /status":                     h.getStatus,
		"POST /import":                    h.postImport,
		"GET /manuals":                    h.getManuals,
		"DELETE /manuals/{slug}":          h.deleteManual,
		"GET /manuals/{slug}/{kind}":      h.getDocument,
		"GET /manuals/{slug}/explanation": h.getExplanation,
		"DELETE /brands/{slug}":           h.deleteBrand,
		"GET /tokens":                     h.getTokens,
		"POST /tokens":                    h.postToken,
		"POST /tokens/{id}/revoke":        h.revokeToken,
		"POST /tokens/{id}/rotate":        h.rotateToken,
		"GET /backup":                     h.getBackup,
		"GET /verification":               h.getVerification,
	}
}

// ServeHTTP answers a request of the [Client].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.mux.ServeHTTP(w, r) }

// failure is the body of an answer that is an error.
type failure struct {
	Message string `json:"message"`
}

// errBadRequest is returned for what the [Client] never sends.
var errBadRequest = errors.New("not a request of this program's client")

// An unknownError says that there is no such thing.
type unknownError string

func (e unknownError) Error() string { return string(e) }

func unknown(format string, args ...any) error { return unknownError(fmt.Sprintf(format, args...)) }

// adapt writes the error that a handler returns; a handler that has begun its
// answer returns nil.
func (h *Handler) adapt(handle func(http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := handle(w, r)
		if err == nil {
			return
		}
		status := http.StatusInternalServerError
		switch {
		case errors.Is(err, errBadRequest):
			status = http.StatusBadRequest
		case errors.As(err, new(unknownError)):
			status = http.StatusNotFound
		case errors.Is(err, errPrimary), errors.Is(err, errNotValid), errors.Is(err, errDeclared):
			status = http.StatusConflict
		default:
			h.log.Error("administration failed", "request", r.Method+" "+r.URL.Path, "error", err)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		// The client is gone if this fails; there is nobody to tell.
		_ = json.NewEncoder(w).Encode(failure{err.Error()})
	})
}

// answer writes a JSON value.
func answer(w http.ResponseWriter, value any) error {
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(value)
}

func (h *Handler) getStatus(w http.ResponseWriter, r *http.Request) error {
	return answer(w, h.status())
}
