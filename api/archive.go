package api

import (
	"bytes"
	"io"
	"slices"
	"strconv"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// filesArchive returns the response with the archive of the manual's files.
func (h *Handler) filesArchive(rq *request, m *db.Head, _ visit) (*response, error) {
	if len(m.Files) == 0 {
		return nil, errNotFound
	}
	// The first piece is read before the response begins, so that a damaged one is a 500.
	first := &response{file: h.db.File(rq.index, m.Files[0])}
	if err := first.readFirst(0); err != nil {
		return nil, err
	}
	return rq.archive(m, "", m.Files, func(f manual.File) io.Reader { return h.db.File(rq.index, f) })
}

// brandArchive returns the response with the archive of _brand.yml and the files that
// it names.
func (h *Handler) brandArchive(rq *request, m *db.Head, _ visit) (*response, error) {
	kind := manual.BrandDocument
	if !m.Has(kind) {
		return nil, errNotFound
	}
	tag, err := h.cache.Hash(rq.Context(), rq.index, m, kind)
	if err != nil {
		return nil, err
	}
	body, err := h.cache.Body(rq.Context(), rq.index, m, kind, false)
	if err != nil {
		return nil, err
	}
	document := manual.File{Name: kind.Info().File, Sum: tag, Size: int64(len(body))}
	files := append([]manual.File{document}, manual.BrandFiles(body, m.Files)...)
	return rq.archive(m, "-brand", files, func(f manual.File) io.Reader {
		if f == document {
			return bytes.NewReader(body)
		}
		return h.db.File(rq.index, f)
	})
}

// archive returns the response with an archive of files, which open opens. Its name is that of the
// manual with a suffix.
func (rq *request) archive(
	m *db.Head, suffix string, files []manual.File, open func(manual.File) io.Reader,
) (*response, error) {
	a := manual.NewArchive(files)
	name := m.Brand.Slug + "-" + m.Slug + suffix + ".zip"
	rs := rq.newResponse(a.Sum(), pages.MediaType(name), rq.cacheControlOf(m))
	rs.withoutGzip(a.Sum())
	rq.fillFile(rs, m, name, slices.ContainsFunc(files, pages.IsLicensed))
	if err := rq.applyConditions(rs); err != nil || !rs.allowsBody() {
		return rs, err
	}
	rs.add("Content-Length", strconv.FormatInt(a.Size(), 10))
	rs.stream = func(w io.Writer) error {
		return a.Write(w, func(w io.Writer, f manual.File) error {
			_, err := io.Copy(w, open(f))
			return err
		})
	}
	return rs, nil
}
