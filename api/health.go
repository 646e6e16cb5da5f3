package api

import (
	"net/http"

	"github.com/julienschmidt/httprouter"
)

const (
	healthPath = "/healthz"
	readyPath  = "/readyz"
)

// health tells that the process answers.
func (h *Handler) health(w http.ResponseWriter, r *http.Request, _ httprouter.Params) {
	rq := h.newRequest(r, EndpointHealth)
	h.tell(w, rq, `{"status":"ok"}`)
}

// readiness tells whether manuals are answered for.
func (h *Handler) readiness(w http.ResponseWriter, r *http.Request, _ httprouter.Params) {
	rq := h.newRequest(r, EndpointReady)
	if !h.ready.Load() {
		h.end(w, rq, nil, errStarting)
		return
	}
	h.tell(w, rq, `{"status":"ready"}`)
}

// tell answers about the process: not limited, on any host, for anyone.
func (h *Handler) tell(w http.ResponseWriter, rq *request, body string) {
	if fieldBytes(rq.Request) > maxFieldBytes {
		h.end(w, rq, nil, errFields)
		return
	}
	h.end(w, rq, &response{mediaType: mediaJSON, cache: noStore, unread: true, body: []byte(body)}, nil)
}
