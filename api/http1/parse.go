package http1

import (
	"net/http"
	"net/textproto"
	"net/url"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// maxSimpleFields is the most header fields of a simple request.
const maxSimpleFields = 64

// A simpleRequest is a simple request with everything that belongs to it, in one allocation.
type simpleRequest struct {
	http   http.Request // what the handler gets
	values [8]string    // of the first header fields
}

// parse parses the head of a request as net/http does. It reports whether the request
// is simple.
//
// A simple request leaves nothing to interpret: it is GET, HEAD or OPTIONS, of a path
// and perhaps a query, over HTTP/1.1. Every line ends in CR LF. It has one Host and few
// other fields, none of them twice, all of printable ASCII, and none that frames a body
// or upgrades the connection. net/http parses every other request, valid or not.
func (rq *simpleRequest) parse(c *httpConn, head string) bool {
	r := &rq.http
	*r = *c.emptyRequest
	head, whole := strings.CutSuffix(head, "\r\n\r\n")
	line, fields, _ := strings.Cut(head, "\r\n")
	if !whole || !rq.parseLine(line) {
		return false
	}
	r.Proto = "HTTP/1.1"
	r.ProtoMajor = 1
	r.ProtoMinor = 1
	r.Body = http.NoBody
	r.RemoteAddr, r.TLS = c.remote, c.tls
	r.Header = make(http.Header, 8)
	values := rq.values[:0]
	for field := range strings.SplitSeq(fields, "\r\n") {
		name, value, ok := parseField(field)
		if !ok {
			return false
		}
		switch name {
		case "Host":
			if r.Host != "" || value == "" || !httpguts.ValidHostHeader(value) {
				return false
			}
			r.Host = value
			continue // net/http removes it from the header
		case "Connection":
			r.Close = strings.EqualFold(value, "close")
			if !r.Close && !strings.EqualFold(value, "keep-alive") {
				return false
			}
		// For Pragma net/http sets Cache-Control.
		case "Content-Length", "Transfer-Encoding", "Trailer", "Expect", "Upgrade", "Pragma":
			return false
		}
		if _, twice := r.Header[name]; twice || len(r.Header) == maxSimpleFields {
			return false
		}
		values = append(values, value)
		last := len(values)
		r.Header[name] = values[last-1 : last : last]
	}
	return r.Host != ""
}

// parseLine parses the request line (RFC 9112, section 3) and reports whether it
// is simple.
func (rq *simpleRequest) parseLine(line string) bool {
	line, ok := strings.CutSuffix(line, " HTTP/1.1")
	if !ok {
		return false
	}
	r := &rq.http
	r.Method, r.RequestURI, _ = strings.Cut(line, " ")
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
	default:
		return false
	}
	if !strings.HasPrefix(r.RequestURI, "/") || !isPrintable(r.RequestURI) || strings.Contains(r.RequestURI, " ") {
		return false
	}
	var err error
	r.URL, err = url.ParseRequestURI(r.RequestURI)
	return err == nil
}

// parseField parses a header field (RFC 9112, section 5). It returns the name in
// canonical form, and whether the field is simple.
func parseField(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, ":")
	value = strings.Trim(value, " \t")
	return textproto.CanonicalMIMEHeaderKey(name), value, ok && httpguts.ValidHeaderFieldName(name) &&
		isPrintable(value)
}

// isPrintable reports whether the text has only printable ASCII characters.
func isPrintable(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}
