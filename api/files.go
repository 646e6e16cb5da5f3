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

// maxCachedFile is the size, in bytes, up to which a file is read at once and
// kept as documents are. Larger ones are read and sent piece by piece.
const maxCachedFile = 256 << 10

// download begins the answer with a file to take away, of that name and
// SHA-256, judged by its preconditions.
func (rq *request) download(e *db.Entry, name string, sum [32]byte, licensed bool) (*response, error) {
	rs, err := rq.represent(sum, false, pages.MediaType(name), rq.cacheOf(e))
	if rs.vary = varyOf(e, "Authorization"); rs.cache == noStore {
		rs.cache = "private, no-store"
	}
	rs.add("Content-Disposition", pages.Disposition(name))
	rq.share(rs, e, licensed)
	return rs, err
}

// file answers with a file of the manual, or with ranges of it.
func (h *Handler) file(rq *request, e *db.Entry) (*response, error) {
	f, ok := pages.FindFile(e.Files, rq.path)
	if !ok {
		return nil, errNotFound
	}
	rs, err := rq.download(e, f.Name, f.Sum, pages.IsLicensed(f))
	if err != nil || rs.bare() {
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
	// What is sent first is read before anything is sent, so that damage there
	// is a 500.
	var content io.ReadSeeker
	if f.Size <= maxCachedFile {
		var found *body
		if found, err = h.bodies.get(bodyKey{f.Sum, false}, func() ([]byte, error) { return h.readFile(rq, f) }); err == nil {
			rs.body, rs.owner, content = found.bytes, found, bytes.NewReader(found.bytes)
		}
	} else {
		stored := h.db.File(rq.Context(), f.Sum, f.Size)
		_, err = stored.ReadAt(make([]byte, 1), start)
		content = stored
	}
	if rs.body == nil || ranges != "" {
		rs.stream = func(w http.ResponseWriter) error { return sendRanges(w, rq.Method, content, ranges) }
	}
	switch {
	case errors.Is(err, db.ErrNotFound) && h.db.Index() != rq.index:
		err = db.ErrReplaced // the manual has let go of the file since it was found
	case err != nil:
		err = fmt.Errorf("sending %s: %w", pathSent(rq.Request), err)
	}
	return rs, err
}

// readFile reads a whole file.
func (h *Handler) readFile(rq *request, f manual.File) ([]byte, error) {
	data := make([]byte, f.Size)
	_, err := io.ReadFull(h.db.File(rq.Context(), f.Sum, f.Size), data)
	return data, err
}

// sendRanges sends the content or, where there are any, ranges of it, which
// can be satisfied: preconditions and ranges have been judged. The error is
// that of reading.
func sendRanges(w http.ResponseWriter, method string, content io.ReadSeeker, ranges string) error {
	r := &http.Request{Method: method, Header: make(http.Header)}
	if ranges != "" {
		r.Header["Range"] = []string{ranges}
	}
	watched := &watchedReader{ReadSeeker: content}
	http.ServeContent(w, r, "", time.Time{}, watched)
	return watched.err
}

// A watchedReader keeps the error of reading, which ServeContent does not
// tell.
type watchedReader struct {
	io.ReadSeeker
	err error
}

func (r *watchedReader) Read(p []byte) (int, error) {
	n, err := r.ReadSeeker.Read(p)
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}

// archive answers with all files of the manual in one.
func (h *Handler) archive(rq *request, e *db.Entry) (*response, error) {
	if len(e.Files) == 0 {
		return nil, errNotFound
	}
	a := pages.NewArchive(e.Files)
	rs, err := rq.download(e, e.Brand.Slug+"-"+e.Slug+".zip", a.Sum(), slices.ContainsFunc(e.Files, pages.IsLicensed))
	if err != nil || rs.bare() {
		return rs, err
	}
	rs.add("Content-Length", strconv.FormatInt(a.Size(), 10))
	rs.stream = func(w http.ResponseWriter) error {
		w.WriteHeader(http.StatusOK)
		if rq.Method == http.MethodHead {
			return nil
		}
		return a.Write(rq.Context(), w, h.db)
	}
	return rs, nil
}
