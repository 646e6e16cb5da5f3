package api

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"slices"
	"strconv"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// maxCachedFile is the largest file, in bytes, that is cached as a whole like documents.
// Of larger files there are only those pieces in memory that are being sent, of that
// size.
const maxCachedFile = db.PieceSize

// newFileResponse returns a response without its body for a file with that name and
// SHA-256, after checking the request's preconditions.
func (rq *request) newFileResponse(e *db.Manual, name string, sum [32]byte, licensed bool) (*response, error) {
	rs, err := rq.newResponse(sum, false, pages.MediaType(name), rq.cacheOf(e))
	if rs.vary = varyOf(e, "Authorization"); rs.cache == noStore {
		rs.cache = "private, no-store"
	}
	rs.add("Content-Disposition", pages.Disposition(name))
	rq.setSharing(rs, e, licensed)
	return rs, err
}

// file returns the response with the file of the manual that the path names, or of its
// draft for a visitor who sees that, or with ranges of it.
func (h *Handler) file(rq *request, e *db.Manual, drafts bool) (*response, error) {
	f, ok := pages.FindFile(e.Files, rq.path)
	licensed := ok && pages.IsLicensed(f)
	if !ok && drafts {
		f, ok = pages.FindFile(e.Drafts, rq.path)
		licensed = true
	}
	if p := e.Brand.Primary; !ok && pages.IsFont(rq.path.Name) && pages.IsOpen(p, rq.now) && p.ExpiresAt.IsZero() {
		f, ok = pages.FindFile(p.Files, rq.path) // pages on a host of their own wear the primary manual's fonts
		licensed = ok && pages.IsLicensed(f)
	}
	if !ok {
		return nil, errNotFound
	}
	rs, err := rq.newFileResponse(e, f.Name, f.Sum, licensed)
	if licensed && drafts {
		rs.cache = "private, no-store"
	}
	if err != nil || !rs.allowsBody() {
		return rs, err
	}
	ranges, err := rq.ranges(rs.tag, f.Size)
	if err != nil {
		return nil, err
	}
	rs.add("Accept-Ranges", "bytes")
	if rs.mediaType == "image/svg+xml" {
		rs.add("Content-Security-Policy", pages.SVGPolicy)
	}
	if len(ranges) > 0 {
		rs.status = http.StatusPartialContent
	}
	// The first bytes are read before the response begins, so that a damaged file
	// is a 500.
	start := byteRange{0, f.Size - 1}
	if len(ranges) > 0 {
		start = ranges[0]
	}
	piece, err := h.piece(f, start.first)
	switch {
	case err != nil:
		return nil, h.fileError(rq, err)
	case len(ranges) == 0 && f.Size <= maxCachedFile:
		rs.body, rs.shared = piece.bytes, piece
	case len(ranges) <= 1:
		if len(ranges) == 1 {
			rs.add("Content-Range", start.contentRange(f.Size))
		}
		rs.add("Content-Length", strconv.FormatInt(start.size(), 10))
		rs.stream = func(w io.Writer) error { return h.writeRange(w, f, start, piece) }
	default:
		parts := multipart.NewWriter(nil) // for its boundary
		mediaType := rs.mediaType
		rs.mediaType = "multipart/byteranges; boundary=" + parts.Boundary()
		rs.stream = func(w io.Writer) error { return h.writeRanges(w, parts.Boundary(), mediaType, f, ranges, piece) }
	}
	switch {
	case rs.stream == nil:
	case rq.Method == http.MethodHead: // it is not called
		rs.shared = piece
	default:
		if rs.release, err = h.db.KeepFiles(e); err != nil {
			h.bodies.release(piece)
			return nil, err
		}
	}
	return rs, nil
}

// piece returns the piece of a file that has the byte at offset, for the caller to
// release. Small files have one piece.
func (h *Handler) piece(f manual.File, offset int64) (*body, error) {
	number := offset / maxCachedFile
	key, size := bodyKey{sum: f.Sum}, min(maxCachedFile, f.Size-number*maxCachedFile)
	if f.Size > maxCachedFile {
		key.piece = int(number) + 1
	}
	return h.bodies.acquire(key, int(size), func() ([]byte, error) { return h.db.Piece(f.Sum, f.Size, number) })
}

// writeRange writes a range of a file piece by piece. It releases the first piece, or
// reads it if that is nil.
func (h *Handler) writeRange(w io.Writer, f manual.File, r byteRange, piece *body) (err error) {
	for r.first <= r.last {
		if piece == nil {
			if piece, err = h.piece(f, r.first); err != nil {
				return err
			}
		}
		data := piece.bytes[r.first%maxCachedFile:]
		n, err := w.Write(data[:min(r.size(), int64(len(data)))])
		h.bodies.release(piece)
		if err != nil {
			return err
		}
		r.first, piece = r.first+int64(n), nil
	}
	return nil
}

// writeRanges writes several ranges of a file (RFC 9110, section 14.6). It releases the
// first piece of the first one.
func (h *Handler) writeRanges(w io.Writer, boundary, mediaType string, f manual.File, ranges []byteRange, piece *body) error {
	parts := multipart.NewWriter(w)
	_ = parts.SetBoundary(boundary) // it is another writer's
	for _, r := range ranges {
		part, err := parts.CreatePart(textproto.MIMEHeader{"Content-Type": {mediaType}, "Content-Range": {r.contentRange(f.Size)}})
		if err != nil {
			h.bodies.release(piece)
			return err
		}
		if err := h.writeRange(part, f, r, piece); err != nil {
			return err
		}
		piece = nil
	}
	return parts.Close()
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

// filesArchive returns the response with the archive of the manual's files.
func (h *Handler) filesArchive(rq *request, e *db.Manual, _ bool) (*response, error) {
	if len(e.Files) == 0 {
		return nil, errNotFound
	}
	// The first piece is read before the response begins, so that a damaged one is a 500.
	first, err := h.piece(e.Files[0], 0)
	if err != nil {
		return nil, h.fileError(rq, err)
	}
	h.bodies.release(first)
	return h.archive(rq, e, "", e.Files, h.writeFile)
}

// brandArchive returns the response with the archive of _brand.yml and the files that
// it names.
func (h *Handler) brandArchive(rq *request, e *db.Manual, _ bool) (*response, error) {
	kind := manual.BrandDocument
	info, ok := e.Document(kind)
	if !ok {
		return nil, errNotFound
	}
	found, err := h.documentBody(rq, e, info, false)
	if err != nil {
		return nil, err
	}
	defer h.bodies.release(found)
	document := manual.File{Name: kind.Info().File, Sum: info.Sum, Size: int64(len(found.bytes))}
	files := append([]manual.File{document}, manual.BrandFiles(found.bytes, e.Files)...)
	return h.archive(rq, e, "-brand", files, func(w io.Writer, f manual.File) error {
		if f == document {
			_, err := w.Write(found.bytes)
			return err
		}
		return h.writeFile(w, f)
	})
}

// archive returns the response with an archive of files, written by write. Its name is
// that of the manual with a suffix.
func (h *Handler) archive(rq *request, e *db.Manual, suffix string, files []manual.File, write func(io.Writer, manual.File) error) (*response, error) {
	a := manual.NewArchive(files)
	rs, err := rq.newFileResponse(e, e.Brand.Slug+"-"+e.Slug+suffix+".zip", a.Sum(), slices.ContainsFunc(files, pages.IsLicensed))
	if err != nil || !rs.allowsBody() {
		return rs, err
	}
	rs.add("Content-Length", strconv.FormatInt(a.Size(), 10))
	rs.stream = func(w io.Writer) error { return a.Write(w, write) }
	if rq.Method != http.MethodHead {
		rs.release, err = h.db.KeepFiles(e)
	}
	return rs, err
}

// writeFile writes a file.
func (h *Handler) writeFile(w io.Writer, f manual.File) error {
	return h.writeRange(w, f, byteRange{0, f.Size - 1}, nil)
}
