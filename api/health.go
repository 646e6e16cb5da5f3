package api

import (
	"net/http"
	"strings"

	"github.com/julienschmidt/httprouter"
)

const (
	healthPath = "/healthz"
	readyPath  = "/readyz"
)

// health tells that the process answers.
func (h *Handler) health(w http.ResponseWriter, r *http.Request, _ httprouter.Params) {
	x := h.begin(w, r, EndpointHealth)
	defer h.end(x)
	h.tell(w, x, `{"status":"ok"}`)
}

// readiness tells whether manuals are answered for.
func (h *Handler) readiness(w http.ResponseWriter, r *http.Request, _ httprouter.Params) {
	x := h.begin(w, r, EndpointReady)
	defer h.end(x)
	if !h.ready.Load() {
		h.refuse(w, x, errStarting)
		return
	}
	h.tell(w, x, `{"status":"ready"}`)
}

func (h *Handler) tell(w http.ResponseWriter, x *exchange, body string) {
	if fieldBytes(x.r) > maxFieldBytes {
		h.refuse(w, x, errFields)
		return
	}
	x.fields.add(noStore)
	x.fields.add(noSniff)
	if hasBody(x.r) {
		defer leaveBody(w, x.r)()
	}
	x.send(w, http.StatusOK, mediaJSON, []byte(body))
}

// elsewhere answers for the paths outside /api/: the pages, and the methods
// that the paths of the server's health do not have.
func (h *Handler) elsewhere(w http.ResponseWriter, r *http.Request) {
	x := h.begin(w, r, EndpointUnknown)
	defer h.end(x)
	as := &x.observation.Endpoint
	switch path := r.URL.Path; {
	case path == healthPath:
		*as = EndpointHealth
		h.refuse(w, x, errMethod)
	case path == readyPath:
		*as = EndpointReady
		h.refuse(w, x, errMethod)
	case h.pages == nil:
		h.refuse(w, x, errNotFound)
	case strings.HasPrefix(path, assetPrefix):
		*as = EndpointAsset
		h.asset(w, x)
	default:
		*as = EndpointPage
		h.page(w, x)
	}
}
