package api

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// maxCachedFile is the largest file, in bytes, that is read at once and cached like
// documents. Larger files are read while they are sent.
const maxCachedFile = 256 << 10

// newFileResponse returns a response without its body for a file with that name and
// SHA-256, after checking the request's preconditions.
func (rq *request) newFileResponse(e *db.Entry, name string, sum [32]byte, licensed bool) (*response, error) {
	rs, err := rq.newResponse(sum, false, pages.MediaType(name), rq.cacheOf(e))
	if rs.vary = varyOf(e, "Authorization"); rs.cache == noStore {
		rs.cache = "private, no-store"
	}
	rs.add("Content-Disposition", pages.Disposition(name))
	rq.setSharing(rs, e, licensed)
	return rs, err
}

// file returns the response with the file of the manual that the path names, or with
// ranges of it.
func (h *Handler) file(rq *request, e *db.Entry) (*response, error) {
	f, ok := pages.FindFile(e.Files, rq.path)
	if !ok {
		return nil, errNotFound
	}
	rs, err := rq.newFileResponse(e, f.Name, f.Sum, pages.IsLicensed(f))
	if err != nil || !rs.allowsBody() {
		return rs, err
	}
	ranges, start, err := rq.ranges(rs.tag, f.Size)
	if err != nil {
		return nil, err
	}
	rs.add("Accept-Ranges", "bytes")
	if rs.mediaType == "image/svg+xml" {
		rs.add("Content-Security-Policy", pages.SVGPolicy)
	}
	if ranges != "" {
		rs.status = http.StatusPartialContent
	}
	// The first bytes are read before the response begins, so that a damaged file
	// is a 500.
	var content io.ReadSeeker
	if f.Size <= maxCachedFile {
		var found *body
		if found, err = h.bodies.get(bodyKey{f.Sum, false}, func() ([]byte, error) { return h.readFile(rq, f) }); err == nil {
			rs.body, rs.keepAlive, content = found.bytes, found, bytes.NewReader(found.bytes)
		}
	} else {
		stored := h.db.File(rq.Context(), f.Sum, f.Size)
		_, err = stored.ReadAt(make([]byte, 1), start)
		content = stored
	}
	if rs.body == nil || ranges != "" {
		rs.stream = func(w http.ResponseWriter) error { return sendRanges(w, rq.Method, content, ranges) }
	}
	return rs, h.fileError(rq, err)
}

// fileError returns the error of a request for one of reading a file, or nil.
func (h *Handler) fileError(rq *request, err error) error {
	switch {
	case errors.Is(err, db.ErrNotFound) && h.db.Index() != rq.index:
		return db.ErrReplaced // an update has removed the file since
	case err != nil:
		return fmt.Errorf("sending %s: %w", rawPath(rq.Request), err)
	}
	return nil
}

// readFile reads a file.
func (h *Handler) readFile(rq *request, f manual.File) ([]byte, error) {
	data := make([]byte, f.Size)
	_, err := io.ReadFull(h.db.File(rq.Context(), f.Sum, f.Size), data)
	return data, err
}

// sendRanges sends the content or, if ranges is not empty, those ranges of it, which
// must be valid. The error is that of reading.
func sendRanges(w http.ResponseWriter, method string, content io.ReadSeeker, ranges string) error {
	r := &http.Request{Method: method, Header: make(http.Header)}
	if ranges != "" {
		r.Header["Range"] = []string{ranges}
	}
	reader := &errorReader{ReadSeeker: content}
	http.ServeContent(w, r, "", time.Time{}, reader)
	return reader.err
}

// An errorReader keeps the error of reading, which ServeContent does not return.
type errorReader struct {
	io.ReadSeeker
	err error
}

func (r *errorReader) Read(p []byte) (int, error) {
	n, err := r.ReadSeeker.Read(p)
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}

// archive returns the response with the archive of the manual's files.
func (h *Handler) archive(rq *request, e *db.Entry) (*response, error) {
	if len(e.Files) == 0 {
		return nil, errNotFound
	}
	a := pages.NewArchive(e.Files)
	rs, err := rq.newFileResponse(e, e.Brand.Slug+"-"+e.Slug+".zip", a.Sum(), slices.ContainsFunc(e.Files, pages.IsLicensed))
	if err != nil || !rs.allowsBody() {
		return rs, err
	}
	rs.add("Content-Length", strconv.FormatInt(a.Size(), 10))
	rs.stream = func(w http.ResponseWriter) error {
		if rq.Method == http.MethodHead {
			w.WriteHeader(http.StatusOK)
			return nil
		}
		return a.Write(rq.Context(), w, h.db)
	}
	return rs, nil
}
