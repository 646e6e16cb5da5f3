package api

import (
	"bytes"
	"compress/gzip"
	"html"
	"io"
)

// maxPolicy is how long a policy may be in a header field: some proxies take a head of 4 KiB.
const maxPolicy = 3 << 10

// setPolicy copies the policy in the page's meta element into the header field, for those who only look at
// header fields, and adds frame-ancestors, which a meta element cannot say. It leaves the field as it is if the
// policy is too long, as that of a page with pictures from very many places.
func (h *Handler) setPolicy(rq *request, rs *response) {
	kept := h.indexCacheOf(rq.index)
	kept.mu.Lock()
	said, known := kept.policies[rs.tag]
	kept.mu.Unlock()
	if !known {
		said = metaPolicy(rs)
	}
	if !known && rs.tag != "" {
		kept.mu.Lock()
		kept.policies[rs.tag] = said
		kept.mu.Unlock()
	}
	for i, f := range rs.fields {
		if f.name == "Content-Security-Policy" && said != "" && len(said) <= maxPolicy {
			rs.fields[i].value = said + "; frame-ancestors 'none'"
		}
	}
}

var (
	policyStart = []byte(`<meta http-equiv="Content-Security-Policy" content="`)
	headEnd     = []byte("</head>")
)

// metaPolicy returns the policy in the meta element of a page, or "".
func metaPolicy(rs *response) string {
	head := rs.body
	if rs.gzip {
		r, err := gzip.NewReader(bytes.NewReader(rs.body))
		if err != nil {
			return ""
		}
		head = make([]byte, 64<<10) // more than any head before its style
		n, _ := io.ReadFull(r, head)
		head = head[:n]
	}
	head, _, _ = bytes.Cut(head, headEnd)
	_, after, found := bytes.Cut(head, policyStart)
	policy, _, ends := bytes.Cut(after, []byte(`"`))
	if !found || !ends {
		return ""
	}
	return html.UnescapeString(string(policy))
}
