package api

import "net/http"

// assetPrefix is where the files that pages use lie, on every host alike.
const assetPrefix = "/-/"

// An asset is a file that pages use, with its media type.
type asset struct {
	static
	mediaType string
}

// asset answers for a path under /-/. Assets are the program's and tell
// nothing of what is in the store, so they are not counted, ask for no access
// and are there before the store is filled: a page that says why there is no
// other one needs them.
func (h *Handler) asset(w http.ResponseWriter, x *exchange) {
	x.page = true
	err := x.acceptable()
	if err == nil {
		var found representation
		if found, err = h.pages.asset(x.r); err == nil {
			h.respond(w, x, found)
			return
		}
	}
	h.refuse(w, x, err)
}

// asset returns the asset at the path of a request, judged by its
// preconditions. The errors are errNotFound and errPrecondition.
func (p *pages) asset(r *http.Request) (representation, error) {
	if a, ok := p.assets[r.URL.Path]; ok && !encodedSlash(r) {
		return a.represent(r.Header, a.mediaType, forGood)
	}
	if made, ok := p.Icon(r.URL.Path); ok && !encodedSlash(r) {
		document := plain(made.Body)
		return document.represent(r.Header, made.Type, forGood)
	}
	return representation{}, errNotFound
}
