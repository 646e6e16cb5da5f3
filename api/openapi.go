package api

import (
	_ "embed" // the OpenAPI document
	"time"
)

//go:embed openapi.json
var openapiSource []byte

// description is the endpoint of the OpenAPI document of the interface. It is
// at hosts that stand for the whole site.
func (h *Handler) description(rq *request) (*response, error) {
	if !rq.index.Scope(rq.Host).Site {
		return nil, errNotFound
	}
	return h.openapi.respond(rq.Header, mediaJSON, maxAge(time.Time{}, rq.now))
}
