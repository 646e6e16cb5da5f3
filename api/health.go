package api

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/julienschmidt/httprouter"
)

const (
	healthPath = "/healthz"
	readyPath  = "/readyz"
)

// health tells that the process answers.
func (h *Handler) health(w http.ResponseWriter, r *http.Request, _ httprouter.Params) {
	tell(w, r, `{"status":"ok"}`)
}

// readiness tells whether manuals are answered for.
func (h *Handler) readiness(w http.ResponseWriter, r *http.Request, _ httprouter.Params) {
	if !h.ready.Load() {
		h.refuse(w, h.begin(r), errStarting)
		return
	}
	tell(w, r, `{"status":"ready"}`)
}

func tell(w http.ResponseWriter, r *http.Request, body string) {
	header := w.Header()
	header["Content-Type"] = mediaJSON
	header["Cache-Control"] = noStore
	header["X-Content-Type-Options"] = noSniff
	header["Content-Length"] = []string{strconv.Itoa(len(body))}
	if hasBody(r) {
		leaveBody(w)
	}
	w.WriteHeader(http.StatusOK)
	writeBody(w, r, []byte(body))
}

// elsewhere answers for the paths outside /api/: the pages, and the methods
// that the paths of the server's health do not have.
func (h *Handler) elsewhere(w http.ResponseWriter, r *http.Request) {
	x := h.begin(r)
	switch path := r.URL.Path; {
	case path == healthPath || path == readyPath:
		h.refuse(w, x, errMethod)
	case h.pages == nil:
		h.refuse(w, x, errNotFound)
	case strings.HasPrefix(path, assetPrefix):
		h.asset(w, x)
	default:
		h.page(w, x)
	}
}
