package api

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"time"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// maxMessage is how many bytes a message to [Options.Agents] has at most.
const maxMessage = 64 << 10

// agents answers messages of the Model Context Protocol, on every host that
// has manuals for the request: open ones and, with an access token, those of its brand.
func (h *Handler) agents(rq *request) (*response, error) {
	if rq.Method != http.MethodPost {
		return nil, rq.methodError()
	}
	message, err := io.ReadAll(http.MaxBytesReader(nil, rq.Body, maxMessage))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, errMessage
	}
	if err != nil {
		return nil, err
	}
	rq.ownRequest()
	// It was read, and is read again after an update.
	rq.Body, rq.ContentLength = io.NopCloser(bytes.NewReader(message)), 0
	replaced := false
	var manuals []manual.Readable
	for _, m := range rq.readable() {
		noted := func(body []byte, err error) ([]byte, error) {
			replaced = replaced || errors.Is(err, db.ErrReplaced)
			return body, err
		}
		manuals = append(manuals, manual.Readable{
			Name: m.Name(), URL: m.Address(rq.index.Site), Tag: m.ManualJSON.ETag(),
			Read: func(kind manual.DocumentKind) ([]byte, error) {
				return noted(h.cache.Body(rq.Context(), rq.index, m, kind, false))
			},
			Released: func(version, file string) ([]byte, error) { return noted(h.releasedBody(rq, m, version, file)) },
		})
	}
	if len(manuals) == 0 && !rq.scope.AllBrands {
		return nil, errNotFound // as on an unknown host
	}
	request := rq.Clone(rq.Context())
	request.Body = io.NopCloser(bytes.NewReader(message))
	request.ContentLength = int64(len(message))
	status, header, body, err := h.options.Agents(request, manuals)
	if replaced {
		err = db.ErrReplaced
	}
	if err != nil {
		return nil, err
	}
	rs := &response{status: status, mediaType: header.Get("Content-Type"), cacheControl: noStore, body: body}
	if allow := header.Get("Allow"); allow != "" {
		rs.add("Allow", allow)
	}
	return rs, nil
}

// releasedBody returns a document of a release of a manual by its file name, nil if there is none;
// without a version the list of the releases.
func (h *Handler) releasedBody(rq *request, m *db.Head, version, file string) ([]byte, error) {
	if version == "" && !m.Has(manual.HistoryDocument) {
		return nil, nil
	}
	if version == "" {
		return h.cache.Body(rq.Context(), rq.index, m, manual.HistoryDocument, false)
	}
	r := m.Release(version)
	if r == nil {
		return nil, nil
	}
	document, ok := r.Document(file)
	if !ok {
		return nil, nil
	}
	return h.cache.Released(rq.Context(), rq.index, m, document, false)
}

// readable returns the manuals of the request's host that it may read and that have not
// ended. An unlisted one is named on its own host alone.
func (rq *request) readable() []*db.Head {
	var found []*db.Head
	for m := range rq.scope.All(rq.index) {
		if rq.mayReadWithoutSession(m) && !m.Expired(rq.now) &&
			(m.Visibility != manual.Unlisted || rq.scope.Manual == m || rq.accessToken != nil) {
			found = append(found, m)
		}
	}
	return found
}

// llms responds with llms.txt, which links to [Handler.agents] too.
func (h *Handler) llms(rq *request) (*response, error) {
	return h.list(rq, mediaText, func() ([]byte, time.Time, error) {
		text, until, err := pages.MakeLLMs(rq.index, rq.scope, rq.now)
		if text == nil || err != nil || h.options.Agents == nil {
			return text, until, err
		}
		link := "\n## Tools\n\n- [Model Context Protocol](" + rq.scope.Address(rq.index.Site) + manual.AgentsPath +
			"): the manuals of this host for agents with tools, over streamable HTTP, read-only\n"
		return append(text, link...), until, nil
	})
}
