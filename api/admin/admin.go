// Package admin is the administration of a store: one set of handlers, and the
// [Client] that calls them, over a Unix socket beside the database while a
// server has the file, or in the same process on the file itself.
//
// Use [Dial] in a command, and [Listen] in a server. It is never mounted on
// the public listener: who reaches it may do everything.
//
// Besides the calls, a user gets this: other users of the machine are kept from
// the store, files and backups of any size go between a user who may read them
// and a server that may not, and what a client does not read any more ends.
//
// # The protocol
//
// HTTP for this program alone and of this version alone: a POST to the name of
// a call, its argument and its result in JSON. An error is an object with
// a message. An import has the bytes of files after its JSON, a backup is the
// bytes of a database file.
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

// A Handler administers one store.
type Handler struct {
	Store    *db.DB
	Now      func() time.Time
	Log      *slog.Logger
	Status   func() string             // what the server is, for messages
	Imported func(*seed.Report, error) // told of each import but a dry run; may be nil
}

// None is the argument of a call that takes none.
type None struct{}

// A Call is one that a [Client] can make.
type Call[A, T any] struct {
	name string
	do   func(*Handler, context.Context, A) (T, error)
}

// The calls, besides [Client.Import] and [Client.Backup]. A slug of a manual
// has one of the three forms that the site takes.
var (
	// Manuals lists the brands and their manuals.
	Manuals = Call[None, []BrandInfo]{"manuals", (*Handler).manuals}
	// Document returns a document of a manual, byte for byte as it is served,
	// whatever its visibility and its end date.
	Document = Call[DocumentOf, []byte]{"document", (*Handler).document}
	// Explain says where the tokens of the manual with a slug come from, and
	// what of it is not served.
	Explain = Call[string, Explanation]{"explain", (*Handler).explain}
	// RemoveManual removes the manual with a slug and all that is kept of it.
	// A primary one is only removed when it is the last of its brand, which
	// then stays without one: a brand with manuals has exactly one.
	RemoveManual = Call[string, Removed]{"removeManual", (*Handler).removeManual}
	// RemoveBrand removes the brand with a slug, its manuals and its access
	// tokens.
	RemoveBrand = Call[string, Removed]{"removeBrand", (*Handler).removeBrand}
	// Tokens lists the access tokens of all brands.
	Tokens = Call[None, []TokenInfo]{"tokens", (*Handler).tokens}
	// CreateToken makes an access token.
	CreateToken = Call[NewToken, CreatedToken]{"createToken", (*Handler).createToken}
	// RevokeToken revokes the access token with an id from the next request on.
	RevokeToken = Call[string, TokenInfo]{"revokeToken", (*Handler).revokeToken}
	// RotateToken makes an access token with the brand and the name of another,
	// which stays valid for the overlap and never longer than it was. The new
	// one has an id of its own, so that lists and logs tell which is in use.
	RotateToken = Call[Rotation, RotatedToken]{"rotateToken", (*Handler).rotateToken}
	// Verify reads the whole store and says what is wrong with it.
	Verify = Call[None, Diagnosis]{"verify", (*Handler).verify}

	getStatus = Call[None, string]{"status", func(h *Handler, _ context.Context, _ None) (string, error) { return h.Status(), nil }}
)

// A handlerFunc answers a request, or returns the error to answer with before
// it has begun to.
type handlerFunc func(http.ResponseWriter, *http.Request) error

// routes are what answers a [Client], by the path without its slash.
func (h *Handler) routes() map[string]handlerFunc {
	routes := map[string]handlerFunc{"import": h.receiveImport, "backup": h.sendBackup}
	for _, call := range []interface {
		addTo(map[string]handlerFunc, *Handler)
	}{Manuals, Document, Explain, RemoveManual, RemoveBrand, Tokens, CreateToken, RevokeToken, RotateToken, Verify, getStatus, lacking} {
		call.addTo(routes, h)
	}
	return routes
}

// addTo adds what answers the call over HTTP.
func (call Call[A, T]) addTo(routes map[string]handlerFunc, h *Handler) {
	routes[call.name] = func(w http.ResponseWriter, r *http.Request) error {
		var argument A
		if err := json.NewDecoder(r.Body).Decode(&argument); err != nil {
			return malformed(err)
		}
		result, err := call.do(h, r.Context(), argument)
		if err != nil {
			return err
		}
		writeJSON(w, http.StatusOK, result)
		return nil
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

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // else the client is gone, and there is nobody to tell
}

// failure is the body of an answer that is an error.
type failure struct {
	Message  string        `json:"message"`
	Problems seed.Problems `json:"problems,omitempty"` // where seed files are at fault, in place of a message
}

// fail answers with an error.
func (h *Handler) fail(w http.ResponseWriter, name string, err error) {
	failed := failure{Message: err.Error()}
	status := http.StatusBadRequest
	if !errors.As(err, &failed.Problems) && !errors.As(err, new(requestError)) {
		status = http.StatusInternalServerError
		h.Log.Error("administration failed", "request", name, "error", err)
	}
	writeJSON(w, status, failed)
}

// A requestError is the error of a request that cannot be carried out, through
// no fault of the store: the server does not log it.
type requestError string

func (e requestError) Error() string { return string(e) }

func requestErrorf(format string, args ...any) error {
	return requestError(fmt.Sprintf(format, args...))
}

// malformed is the error of what a [Client] never sends.
func malformed(err error) error {
	return requestErrorf("not a request of this program's client: %v", err)
}
