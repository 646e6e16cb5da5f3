package http1

import (
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
)

// parse reads the head of a request, without its last two line ends, as net/http
// does. It tells whether it is usual.
//
// Usual is what leaves nothing to be judged: GET, HEAD or OPTIONS of a path of
// unreserved characters (RFC 3986, section 2.3), perhaps with a query, over
// HTTP/1.1; one Host; every line ended by CR LF; few fields, none twice, none
// with other than printable ASCII in it, and none by which a request is framed or
// a connection turned into another. Whatever else there is, right or wrong,
// net/http judges.
func (x *exchange) parse(head string) bool {
	r := &x.request
	*r = *zeroRequest.WithContext(x)
	line, fields, _ := strings.Cut(head, "\r\n")
	if !x.parseLine(line) {
		return false
	}
	r.Proto, r.ProtoMajor, r.ProtoMinor, r.Body = "HTTP/1.1", 1, 1, http.NoBody
	r.RemoteAddr, r.TLS = x.session.remote, x.session.tls
	r.Header = make(http.Header, 8)
	values := x.values[:0]
	for field := range strings.SplitSeq(fields, "\r\n") {
		name, value, ok := cutField(field)
		if !ok {
			return false
		}
		switch name {
		case "Host":
			if r.Host != "" || value == "" || !consistsOf(value, "-._:[]") {
				return false
			}
			r.Host = value
			continue // it is no field of a request
		case "Connection":
			if r.Close = strings.EqualFold(value, "close"); !r.Close && !strings.EqualFold(value, "keep-alive") {
				return false
			}
		case "Content-Length", "Transfer-Encoding", "Trailer", "Expect", "Upgrade":
			return false
		case "Pragma": // for which net/http sets Cache-Control
			return false
		}
		if _, twice := r.Header[name]; twice || len(r.Header) == maxUsualFields {
			return false
		}
		values = append(values, value)
		last := len(values)
		r.Header[name] = values[last-1 : last : last]
	}
	return r.Host != ""
}

// maxUsualFields is how many header fields a usual request has at most.
const maxUsualFields = 64

// zeroRequest is what requests begin as: no other way leads to a context.
var zeroRequest = new(http.Request)

// parseLine reads the request line (RFC 9112, section 3) and tells whether it
// is usual.
func (x *exchange) parseLine(line string) bool {
	line, ok := strings.CutSuffix(line, " HTTP/1.1")
	if !ok {
		return false
	}
	r := &x.request
	r.Method, r.RequestURI, _ = strings.Cut(line, " ")
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
	default:
		return false
	}
	path, query, queried := strings.Cut(r.RequestURI, "?")
	if queried && query == "" || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") ||
		!consistsOf(path, "-._~/") || !isPrintable(query) || strings.ContainsAny(query, " #") {
		return false
	}
	x.url = url.URL{Path: path, RawQuery: query}
	r.URL = &x.url
	return true
}

// cutField parts a header field (RFC 9112, section 5), with its name as
// net/http spells it, and tells whether it is usual.
func cutField(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, ":")
	value = strings.Trim(value, " \t")
	return textproto.CanonicalMIMEHeaderKey(name), value, ok && isToken(name) && isPrintable(value)
}

// isToken tells whether the text is one (RFC 9110, section 5.6.2).
func isToken(text string) bool { return text != "" && consistsOf(text, "!#$%&'*+-.^_`|~") }

// consistsOf tells whether the text has letters and digits of ASCII, and those
// others, and nothing else.
func consistsOf(text, others string) bool {
	for i := range len(text) {
		c := text[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9') && strings.IndexByte(others, c) < 0 {
			return false
		}
	}
	return true
}

// isPrintable tells whether the text has printable ASCII and nothing else.
func isPrintable(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}
