// Package admin administers a store. The [Handler] does the work. The [Client]
// calls it over a Unix socket beside the database while a server has the file, and
// directly otherwise.
//
// Commands use [Connect], servers use [Listen] and [NewServer]. The handler must never
// be reachable from the public listener: its clients may do everything.
//
// Other users of the machine cannot reach the store. Imports and backups of any
// size work between a server and a user who cannot read each other's files, and a
// client that stops reading does not block the server.
//
// # The protocol
//
// HTTP between client and server of the same version of this program: a POST to
// the name of a call, with argument and result in JSON. An error is an object with
// a message. A server that cannot begin for a second, because another change goes on,
// says so in a 102 (RFC 2518, section 10.1). An import is a ZIP archive, the result of a backup a database
// file.
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

// A Handler does what commands ask of one store: in a command directly, in a server behind the socket.
type Handler struct {
	Store          *db.DB
	Now            func() time.Time
	Log            *slog.Logger
	Status         func() string             // describes the server in messages
	RefuseBreaking bool                      // see [seed.Options]
	SessionKey     []byte                    // secret that signs page sessions and share links; if nil, the store's own
	Imported       func(*seed.Report, error) // called after each import except dry runs; may be nil
	PageCheck      db.BoltPageCheck          // checks the pages of a copy of the store
}

// None is the argument of a call without one.
type None struct{}

// A Call is a function of the handler that a [Client] can call.
type Call[A, T any] struct {
	name string
	do   func(*Handler, context.Context, A) (T, error)
}

// The calls, besides [Client.Import] and [Client.Backup]. The slug of a manual can
// have each of the three forms of the public interface.
var (
	// Manuals lists the brands and their manuals.
	Manuals = Call[None, []BrandInfo]{"manuals", (*Handler).manuals}
	// Document returns a document of a manual as it is served, also if the manual is
	// private or has ended.
	Document = Call[DocumentRequest, []byte]{"document", (*Handler).document}
	// Explain says where the tokens of a manual come from, and what of the manual is
	// not served.
	Explain = Call[string, Explanation]{"explain", (*Handler).explain}
	// Share makes a link that opens the page of a manual to everybody who has it.
	Share = Call[ShareRequest, Shared]{"share", (*Handler).share}
	// RemoveManual removes a manual with all its records. A primary manual can only
	// be removed as the last one, since a brand with manuals has a primary one.
	RemoveManual = Call[string, Removed]{"removeManual", (*Handler).removeManual}
	// RemoveBrand removes a brand with its manuals and its access tokens.
	RemoveBrand = Call[string, Removed]{"removeBrand", (*Handler).removeBrand}
	// Tokens lists the access tokens of all brands.
	Tokens = Call[None, []TokenInfo]{"tokens", (*Handler).tokens}
	// CreateToken makes an access token.
	CreateToken = Call[NewToken, CreatedToken]{"createToken", (*Handler).createToken}
	// RevokeToken revokes the access token with an id.
	RevokeToken = Call[string, TokenInfo]{"revokeToken", (*Handler).revokeToken}
	// RotateToken makes an access token with the brand and the name of another one,
	// which stays valid for the overlap but never longer than before. The new one has
	// its own id, so that lists and logs show which one is used.
	RotateToken = Call[Rotation, RotatedToken]{"rotateToken", (*Handler).rotateToken}
	// Verify reads the whole store and reports damage.
	Verify = Call[None, Diagnosis]{"verify", (*Handler).verify}

	getStatus = Call[None, string]{
		"status", func(h *Handler, _ context.Context, _ None) (string, error) { return h.Status(), nil },
	}
)

// A handlerFunc answers a request. If it returns an error, it has not written
// anything yet.
type handlerFunc func(http.ResponseWriter, *http.Request) error

// routes returns the functions that answer a [Client], by the name of the call.
func (h *Handler) routes() map[string]handlerFunc {
	routes := map[string]handlerFunc{"import": h.receiveImport, "backup": h.sendBackup}
	for _, call := range []interface {
		addTo(map[string]handlerFunc, *Handler)
	}{
		Manuals, Document, Explain, Share, RemoveManual, RemoveBrand, Tokens, CreateToken, RevokeToken, RotateToken,
		Verify, getStatus,
	} {
		call.addTo(routes, h)
	}
	return routes
}

// addTo adds the route of the call: it reads the argument, and writes the result.
func (call Call[A, T]) addTo(routes map[string]handlerFunc, h *Handler) {
	routes[call.name] = func(w http.ResponseWriter, r *http.Request) error {
		var argument A
		if err := json.NewDecoder(r.Body).Decode(&argument); err != nil {
			return malformedError(err)
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
			ctx := db.OnWait(r.Context(), func(other string) {
				w.Header().Set(waitsForField, other)
				w.WriteHeader(http.StatusProcessing)
			})
			if err := handle(w, r.WithContext(ctx)); err != nil {
				h.fail(w, name, err)
			}
		})
	}
	return &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute}
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // an error means that the client is gone
}

// A failure is the body of an error response.
type failure struct {
	Message  string        `json:"message"`
	Problems seed.Problems `json:"problems,omitempty"` // if the error is in the seed files
}

// fail answers with an error. One that is not the client's fault is logged.
func (h *Handler) fail(w http.ResponseWriter, name string, err error) {
	failed := failure{Message: err.Error()}
	status := http.StatusBadRequest
	isFault := !errors.As(err, &failed.Problems) && !errors.As(err, new(requestError))
	if isFault && !errors.Is(err, seed.ErrBreaking) {
		status = http.StatusInternalServerError
		h.Log.Error("administration failed", "request", name, "error", err)
	}
	writeJSON(w, status, failed)
}

// A requestError is an error in the request, not in the store. The server does not
// log it.
type requestError string

func (e requestError) Error() string { return string(e) }

func requestErrorf(format string, args ...any) error {
	return requestError(fmt.Sprintf(format, args...))
}

// malformedError returns the error for a request that no [Client] sends.
func malformedError(err error) error {
	return requestErrorf("not a request of this program's client: %v", err)
}
