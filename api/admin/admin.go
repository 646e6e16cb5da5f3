// Package admin is the administration of a store: one set of handlers, and the
// [Client] that calls them, over a Unix socket beside the database while a
// server has the file, or in the same process on the file itself.
//
// Use [Dial] in a command, and [Listen] in a server. It is never mounted on
// the public listener: who reaches it may do everything.
//
// # The protocol
//
// HTTP for this program alone and of this version alone: a POST to the name of
// a function, its argument and its result in JSON. An error is an object with
// a message. An import is a form (multipart/form-data) with the seed files. A
// backup is the bytes of a database file, with its outcome in a trailer.
package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"designmanual/db"
	"designmanual/seed"
)

// A Status says who serves a store.
type Status struct {
	PID     int    `json:"pid"`
	Listen  string `json:"listen"`
	BaseURL string `json:"baseUrl"`
}

// A Handler administers one store.
type Handler struct {
	Store    *db.DB
	Now      func() time.Time
	Log      *slog.Logger
	Status   func() Status
	Imported func(*seed.Report, error) // told of each import but a dry run; may be nil
}

// none is the argument of a function that takes none.
type none struct{}

// routes are the functions that a [Client] can call, by their names.
func (h *Handler) routes() map[string]func(http.ResponseWriter, *http.Request) error {
	return map[string]func(http.ResponseWriter, *http.Request) error{
		"status":       route(h, (*Handler).status),
		"import":       h.receiveImport,
		"manuals":      route(h, (*Handler).manuals),
		"document":     route(h, (*Handler).document),
		"explain":      route(h, (*Handler).explain),
		"removeManual": route(h, (*Handler).removeManual),
		"removeBrand":  route(h, (*Handler).removeBrand),
		"tokens":       route(h, (*Handler).tokens),
		"createToken":  route(h, (*Handler).createToken),
		"revokeToken":  route(h, (*Handler).revokeToken),
		"rotateToken":  route(h, (*Handler).rotateToken),
		"backup":       h.sendBackup,
		"verify":       route(h, (*Handler).verify),
	}
}

// NewServer returns the server for the listener of [Listen].
func NewServer(h *Handler) *http.Server {
	mux := http.NewServeMux()
	for name, handle := range h.routes() {
		mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) {
			if err := handle(w, r); err != nil {
				h.fail(w, name, err)
			}
		})
	}
	return &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute}
}

// route returns what calls a function over HTTP.
func route[A, T any](h *Handler, function func(*Handler, context.Context, A) (T, error)) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		var argument A
		if err := json.NewDecoder(r.Body).Decode(&argument); err != nil {
			return notOurs(err)
		}
		result, err := function(h, r.Context(), argument)
		if err != nil {
			return err
		}
		writeJSON(w, http.StatusOK, result)
		return nil
	}
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // else the client is gone, and there is nobody to tell
}

// failure is the body of an answer that is an error.
type failure struct {
	Message string `json:"message"`
}

// fail answers with an error that a function returned before it began its
// answer.
func (h *Handler) fail(w http.ResponseWriter, name string, err error) {
	status := http.StatusBadRequest
	if !errors.As(err, new(requestError)) {
		status = http.StatusInternalServerError
		h.Log.Error("administration failed", "request", name, "error", err)
	}
	writeJSON(w, status, failure{err.Error()})
}

// A requestError is the error of a request that cannot be carried out, through
// no fault of the store: the server does not log it.
type requestError string

func (e requestError) Error() string { return string(e) }

func requestErrorf(format string, args ...any) error {
	return requestError(fmt.Sprintf(format, args...))
}

// notOurs is the error of what a [Client] never sends.
func notOurs(err error) error {
	return requestErrorf("not a request of this program's client: %v", err)
}

// status tells who serves the store.
func (h *Handler) status(context.Context, none) (Status, error) { return h.Status(), nil }
