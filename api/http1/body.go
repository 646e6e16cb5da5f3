package http1

import (
	"bytes"
	"errors"
	"io"
	"net/http"
)

// dropEmptyBody makes a request whose body is empty, though its length was not stated, one
// without a body: no content is no body, however it is framed (RFC 9110, section 6.4).
// Proxies and edge workers send a chunked body without a chunk (RFC 9112, section 7.1), or
// an empty DATA frame (RFC 9113, section 6.1), with requests that have nothing to say.
//
// It waits for the first byte of the body, or the end of it, as long as the body may take.
// Only methods that have no body usually are looked at: others wait until they are allowed.
func dropEmptyBody(r *http.Request) {
	if r.ContentLength >= 0 {
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodOptions {
		return
	}
	first := make([]byte, 1)
	n, err := io.ReadFull(r.Body, first)
	if errors.Is(err, io.EOF) {
		r.Body = http.NoBody
		r.ContentLength = 0
		r.TransferEncoding = nil
		return
	}
	if n > 0 {
		r.Body = begunBody{io.MultiReader(bytes.NewReader(first), r.Body), r.Body}
	}
}

// A begunBody is a body of which something has been read, in front of the rest.
type begunBody struct {
	io.Reader
	io.Closer
}
