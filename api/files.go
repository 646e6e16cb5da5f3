package api

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// maxCachedFile is the size, in bytes, up to which a file is read at once and
// kept as documents are. Larger ones are read piece by piece.
const maxCachedFile = 256 << 10

// file answers with a file of the manual, or with ranges of it.
func (h *Handler) file(rq *request, e db.Entry) (*response, error) {
	f, ok := pages.FindFile(e.Files(), rq.path)
	if !ok {
		return nil, errNotFound
	}
	rs := &response{mediaType: pages.MediaType(f.Name), tag: entityTag(f.Sum, false), cache: maxAge(e.ExpiresAt(), rq.now), vary: varyFile}
	unchanged, err := preconditions(rq.Header, rs.tag)
	if err != nil {
		return nil, err
	}
	if unchanged {
		rs.unchanged()
	}
	rq.share(rs, e, pages.IsLicensed(f))
	rq.keepPrivate(rs, e)
	if rs.bare {
		return rs, nil
	}
	ranges, err := rq.ranges(rs.tag, f.Size)
	if err != nil {
		return nil, err
	}
	rs.more = append(rs.more, field{"Accept-Ranges", "bytes"}, field{"Content-Disposition", pages.Disposition(f.Name)})
	if rs.mediaType == "image/svg+xml" {
		rs.more = append(rs.more, field{"Content-Security-Policy", pages.SVGPolicy})
	}
	return rs, h.openFile(rq, rs, f, ranges)
}

// keepPrivate has nobody store what not everybody may read.
func (rq *request) keepPrivate(rs *response, e db.Entry) {
	if !e.Visibility().Open() {
		rs.cache = privateNoStore
	}
	if e.Visibility() == manual.Password {
		rs.vary = varyFileSession
	}
}

// openFile has the response send the file, or the ranges of it where there
// are any. What is read first is read before anything is sent, so that damage
// there is a 500.
func (h *Handler) openFile(rq *request, rs *response, f manual.File, ranges string) error {
	if f.Size <= maxCachedFile {
		found, err := h.bodies.get(bodyKey{f.Sum, false}, func() ([]byte, error) { return h.readFile(rq, f) })
		if err != nil {
			return err
		}
		if ranges == "" {
			rs.body, rs.owner = found.bytes, found
		} else {
			rs.stream = &fileStream{content: bytes.NewReader(found.bytes), ranges: ranges, owner: found}
		}
		return nil
	}
	content, err := h.db.OpenFile(rq.Context(), f.Sum, f.Size)
	if err != nil {
		return h.unlessReplaced(rq, err)
	}
	start, _, _ := strings.Cut(strings.TrimPrefix(ranges, "bytes="), "-")
	offset, _ := strconv.ParseInt(start, 10, 64) // 0 where there is none
	if _, err := content.Seek(offset, io.SeekStart); err != nil {
		return err
	}
	if _, err := content.Read(make([]byte, 1)); err != nil {
		return h.unlessReplaced(rq, err)
	}
	rs.stream = &fileStream{content: content, ranges: ranges}
	return nil
}

// readFile reads a whole file.
func (h *Handler) readFile(rq *request, f manual.File) ([]byte, error) {
	content, err := h.db.OpenFile(rq.Context(), f.Sum, f.Size)
	if err != nil {
		return nil, h.unlessReplaced(rq, err)
	}
	defer content.Close()
	data := make([]byte, f.Size)
	if _, err := io.ReadFull(content, data); err != nil {
		return nil, h.unlessReplaced(rq, err)
	}
	return data, nil
}

// unlessReplaced returns the error or, where the manual has let go of the
// file since it was found, db.ErrReplaced.
func (h *Handler) unlessReplaced(rq *request, err error) error {
	if errors.Is(err, db.ErrNotFound) && h.db.Index() != rq.index {
		return db.ErrReplaced
	}
	return fmt.Errorf("sending %s: %w", pathSent(rq.Request), err)
}

// archive answers with all files of the manual in one.
func (h *Handler) archive(rq *request, e db.Entry) (*response, error) {
	if len(e.Files()) == 0 {
		return nil, errNotFound
	}
	a := pages.NewArchive(e.Files())
	rs := &response{mediaType: "application/zip", tag: entityTag(a.Sum(), false), cache: maxAge(e.ExpiresAt(), rq.now), vary: varyFile}
	unchanged, err := preconditions(rq.Header, rs.tag)
	if err != nil {
		return nil, err
	}
	if unchanged {
		rs.unchanged()
	}
	licensed := false
	for _, f := range e.Files() {
		licensed = licensed || pages.IsLicensed(f)
	}
	rq.share(rs, e, licensed)
	rq.keepPrivate(rs, e)
	if !rs.bare {
		rs.more = append(rs.more, field{"Content-Disposition", pages.Disposition(e.Brand.Slug + "-" + e.Slug() + ".zip")})
		rs.stream = archiveStream{a}
	}
	return rs, nil
}

// An archiveStream sends an archive.
type archiveStream struct{ pages.Archive }

func (s archiveStream) stream(h *Handler, w http.ResponseWriter, rq *request) {
	rq.setField(w.Header(), "Content-Length", strconv.FormatInt(s.Size(), 10))
	out := &countingWriter{ResponseWriter: w, rq: rq}
	out.WriteHeader(http.StatusOK)
	if rq.Method == http.MethodHead {
		return
	}
	if err := s.Write(rq.Context(), out, h.db); err != nil {
		h.abort(rq, out, err)
	}
}

// A fileStream sends a file or, where there are any, ranges of it, which can
// be satisfied.
type fileStream struct {
	content io.ReadSeeker
	ranges  string // value of Range
	owner   any    // of the content
	err     error  // of reading
}

func (s *fileStream) stream(h *Handler, w http.ResponseWriter, rq *request) {
	if c, ok := s.content.(io.Closer); ok {
		defer c.Close()
	}
	// Preconditions and ranges have been judged: what is left is to send them.
	r := &http.Request{Method: rq.Method, Header: make(http.Header)}
	if s.ranges != "" {
		r.Header["Range"] = []string{s.ranges}
	}
	out := &countingWriter{ResponseWriter: w, rq: rq}
	http.ServeContent(out, r, "", time.Time{}, s)
	if s.err != nil {
		h.abort(rq, out, s.err)
	}
}

func (s *fileStream) Seek(offset int64, whence int) (int64, error) {
	return s.content.Seek(offset, whence)
}

func (s *fileStream) Read(p []byte) (int, error) {
	n, err := s.content.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// abort ends an answer that cannot go on, so that the client notices that it
// is not whole. The log says why, unless it is the client that has gone.
func (h *Handler) abort(rq *request, out *countingWriter, err error) {
	if out.err == nil && rq.Context().Err() == nil {
		h.log.ErrorContext(rq.Context(), "an answer could not be finished", "request-id", h.requestID(rq).String(), "method", rq.Method, "error", err)
	}
	panic(http.ErrAbortHandler)
}

// A countingWriter notes what was sent.
type countingWriter struct {
	http.ResponseWriter
	rq  *request
	err error // of writing
}

func (w *countingWriter) WriteHeader(status int) {
	w.rq.observation.Status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *countingWriter) Write(p []byte) (int, error) {
	n, err := w.ResponseWriter.Write(p)
	w.rq.observation.Bytes += n
	if err != nil {
		w.err = err
	}
	return n, err
}
