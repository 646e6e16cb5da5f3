package api

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// fillFile sets what every response with a file of a manual has. The name is that of the file.
func (rq *request) fillFile(rs *response, m *db.Head, name string, licensed bool) {
	rs.vary = varyOf(m, "Authorization")
	if rs.cacheControl == noStore {
		rs.cacheControl = "private, no-store"
	}
	rs.add("Content-Disposition", pages.Disposition(name))
	rq.addSharingFields(rs, m, licensed)
}

// file returns the response with the file of the manual that the path names, or of its
// draft for a visitor who sees that. [http.ServeContent] evaluates its conditions and ranges.
func (h *Handler) file(rq *request, m *db.Head, v visit) (*response, error) {
	f, licensed, ok := findFile(rq, m, v.showsDraft)
	if !ok {
		return nil, errNotFound
	}
	rs := &response{
		mediaType: pages.MediaType(f.Name), cacheControl: rq.cacheControlOf(m), tag: entityTag(f.Sum, false),
		file: h.db.File(rq.index, f),
	}
	rq.fillFile(rs, m, f.Name, licensed)
	if licensed && v.showsDraft {
		rs.cacheControl = "private, no-store"
	}
	if rs.mediaType == "image/svg+xml" {
		rs.add("Content-Security-Policy", pages.SVGPolicy)
	}
	return rs, rs.readFirst(rq.cleanRange(f.Size))
}

// findFile returns the file of a manual, or of its draft, that the path of a request names, and
// whether pages of other origins must not load it.
func findFile(rq *request, m *db.Head, drafts bool) (f manual.File, licensed, ok bool) {
	f, ok = pages.FindFile(m.Files, m.Smaller, rq.path)
	if ok {
		return f, pages.IsLicensed(f), true
	}
	if drafts {
		f, ok = pages.FindFile(m.DraftFiles, m.Smaller, rq.path)
		if ok {
			return f, true, true
		}
	}
	p := m.Brand.Primary
	if !pages.IsFont(rq.path.Name) || p == nil || !pages.IsForAnyone(p, rq.now) || !p.ExpiresAt.IsZero() {
		return f, false, false
	}
	f, ok = pages.FindFile(p.Files, nil, rq.path) // pages on a host of their own have the primary manual's fonts
	return f, ok && pages.IsLicensed(f), ok
}

// maxRanges is how many ranges a request may have. With more it gets the whole file.
const maxRanges = 16

// byteRanges matches a Range of bytes (RFC 9110, section 14.1.2), and byteRange one of its ranges.
var (
	byteRanges = regexp.MustCompile(`^(?i:bytes)=[ \t,]*(?:\d+-\d*|-\d+)(?:[ \t]*,[ \t]*(?:\d+-\d*|-\d+)?)*[ \t]*$`)
	byteRange  = regexp.MustCompile(`(\d*)-(\d*)`)
)

// cleanRange takes the Range off a request that must get the whole file: of HEAD, with too many
// ranges, or one that RFC 9110, section 14.2, has ignored, which [http.ServeContent] would refuse.
// It returns the offset in a file of that size with which the response begins, as far as it can be
// told at once.
func (rq *request) cleanRange(size int64) int64 {
	sent := rq.Header.Values("Range")
	rq.Header.Del("Range")
	if len(sent) != 1 || rq.Method == http.MethodHead || !byteRanges.MatchString(sent[0]) {
		return 0
	}
	var ranges []string
	var start int64
	for _, found := range byteRange.FindAllStringSubmatch(sent[0], -1) {
		first, _ := strconv.ParseInt(found[1], 10, 64) // too large a number becomes the largest
		last, _ := strconv.ParseInt(found[2], 10, 64)
		if found[1] != "" && found[2] != "" && last < first {
			return 0
		}
		if len(ranges) == 0 && first < size {
			start = first
		}
		ranges = append(ranges, rangeText(found[1], first)+"-"+rangeText(found[2], last))
	}
	if len(ranges) <= maxRanges {
		rq.Header.Set("Range", "bytes="+strings.Join(ranges, ","))
	}
	return start
}

// rangeText returns a number of a range, or nothing where the range has none.
func rangeText(written string, number int64) string {
	if written == "" {
		return ""
	}
	return strconv.FormatInt(number, 10)
}

// readFirst reads the first piece of the content, so that damage in it is a 500 in place of a
// response that breaks off.
func (rs *response) readFirst(offset int64) error {
	if _, err := rs.file.Seek(offset, io.SeekStart); err != nil {
		return err
	}
	_, err := rs.file.Read(make([]byte, 1))
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// sendFile sends the file of a response, or refuses its range or its conditions, which counts as a
// failure. If the file cannot be read to its end, the connection is closed, so that the client sees that
// the body is incomplete, and the error is logged.
func (h *Handler) sendFile(w http.ResponseWriter, rq *request, rs *response) {
	header := w.Header()
	header["Etag"] = header["ETag"] // as [http.ServeContent] spells it
	delete(header, "ETag")
	to := &contentWriter{ResponseWriter: w, outcome: &rq.outcome, own: rs.fields}
	http.ServeContent(to, rq.Request, "", time.Time{}, rs.file)
	if err := rs.file.Err(); err != nil {
		h.logError(rq, "an answer could not be finished", fmt.Errorf("sending %s: %w", rawPath(rq.Request), err))
		panic(http.ErrAbortHandler)
	}
	if rq.outcome.status >= http.StatusBadRequest {
		h.countAfterAnswer(rq, true)
	}
}

// A contentWriter notes the status and the bytes of a response, spells its ETag as all others have
// it, and takes off a 304 or an error what describes the file.
type contentWriter struct {
	http.ResponseWriter
	outcome *outcome
	own     []field
}

func (w *contentWriter) WriteHeader(status int) {
	header := w.Header()
	tag, tagged := header["Etag"]
	delete(header, "Etag")
	if status >= http.StatusBadRequest {
		delete(header, "Vary")
		header["Cache-Control"] = []string{noStore}
	} else if tagged {
		header["ETag"] = tag
	}
	if status >= http.StatusBadRequest || status == http.StatusNotModified {
		for _, f := range w.own {
			delete(header, f.name)
		}
	}
	w.outcome.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *contentWriter) Write(p []byte) (int, error) {
	n, err := w.ResponseWriter.Write(p)
	w.outcome.bodyBytes += n
	return n, err
}

// ReadFrom implements [io.ReaderFrom], by which [http.ServeContent] sends a part of a file: a piece
// is written as it is, and not copied through a buffer first.
func (w *contentWriter) ReadFrom(r io.Reader) (int64, error) {
	part, ok := r.(*io.LimitedReader)
	if !ok {
		return io.Copy(struct{ io.Writer }{w}, r)
	}
	content, ok := part.R.(*db.FileReader)
	if !ok {
		return io.Copy(struct{ io.Writer }{w}, r)
	}
	n, err := content.WriteN(w, part.N)
	part.N -= n
	if errors.Is(err, io.EOF) {
		return n, nil
	}
	return n, err
}
