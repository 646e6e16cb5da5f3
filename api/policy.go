package api

import (
	"bytes"
	"compress/gzip"
	"html"
	"io"
)

// maxPolicy is how long a policy may be in a header field: some proxies take a head of 4 KiB.
const maxPolicy = 3 << 10

// copyMetaPolicy copies the Content-Security-Policy in the page's meta element into the header field, for those who
// only look at header fields, and adds frame-ancestors, which a meta element cannot say. If the policy is too long, as
// that of a page with pictures from very many places, copyMetaPolicy leaves the field as it is.
func (h *Handler) copyMetaPolicy(rq *request, rs *response) {
	cache := h.indexCacheOf(rq.index)
	cache.mu.Lock()
	policy, known := cache.policies[rs.tag]
	cache.mu.Unlock()
	if !known {
		policy = metaPolicy(rs)
	}
	if !known && rs.tag != "" {
		cache.mu.Lock()
		cache.policies[rs.tag] = policy
		cache.mu.Unlock()
	}
	if policy == "" || len(policy) > maxPolicy {
		return
	}
	for i, f := range rs.fields {
		if f.name == "Content-Security-Policy" {
			rs.fields[i].value = policy + "; frame-ancestors 'none'"
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
