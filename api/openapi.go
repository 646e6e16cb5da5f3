package api

import _ "embed" // the OpenAPI document

//go:embed openapi.json
var openapiSource []byte

// description is the endpoint of the OpenAPI document of the interface. It is
// at hosts that stand for the whole site.
func (h *Handler) description(x *exchange) (representation, error) {
	if !scopeOf(x.index, x.r.Host).site {
		return representation{}, errNotFound
	}
	return h.openapi.represent(x.r.Header, mediaJSON, h.maxAges[cacheSeconds])
}
