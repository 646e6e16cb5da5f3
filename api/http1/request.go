package http1

import (
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
)

// parse reads the head of a request, up to the empty line, as net/http does. It
// returns nil for one that is not usual.
//
// Usual is what leaves nothing to be judged: GET, HEAD or OPTIONS of a path of
// unreserved characters (RFC 3986, section 2.3), perhaps with a query, over
// HTTP/1.1; one Host; every line ended by CR LF; no field twice, none with
// other than printable ASCII in it, and none by which a request is framed or a
// connection turned into another. Whatever else there is, right or wrong,
// net/http judges.
func parse(head string, e *exchange) *http.Request {
	line, rest, ok := cutLine(head)
	if !ok || !e.parseTarget(line) {
		return nil
	}
	r := zeroRequest.WithContext(e)
	r.Method, r.RequestURI, r.URL = e.method, e.target, &e.url
	r.Proto, r.ProtoMajor, r.ProtoMinor, r.Body = "HTTP/1.1", 1, 1, http.NoBody
	r.Header = make(http.Header, 8)
	values := e.values[:0]
	for {
		if line, rest, ok = cutLine(rest); !ok {
			return nil
		}
		if line == "" {
			break
		}
		name, value, ok := cutField(line)
		if !ok {
			return nil
		}
		switch name {
		case "Host":
			if r.Host != "" || value == "" || !consistsOf(value, "-._:[]") {
				return nil
			}
			r.Host = value
			continue // it is no field of a request
		case "Connection":
			if r.Close = strings.EqualFold(value, "close"); !r.Close && !strings.EqualFold(value, "keep-alive") {
				return nil
			}
		case "Content-Length", "Transfer-Encoding", "Trailer", "Expect", "Upgrade":
			return nil
		case "Pragma": // for which net/http sets Cache-Control
			return nil
		}
		if _, twice := r.Header[name]; twice {
			return nil
		}
		values = append(values, value)
		last := len(values)
		r.Header[name] = values[last-1 : last : last]
	}
	if r.Host == "" {
		return nil
	}
	return r
}

// zeroRequest is what requests begin as: no other way leads to a context.
var zeroRequest = new(http.Request)

// cutLine takes the first line off, where CR LF end it.
func cutLine(text string) (line, rest string, ok bool) {
	end := strings.IndexByte(text, '\n')
	if end < 1 || text[end-1] != '\r' {
		return "", "", false
	}
	return text[:end-1], text[end+1:], true
}

// parseTarget reads the request line (RFC 9112, section 3) and tells whether
// it is usual.
func (e *exchange) parseTarget(line string) bool {
	line, ok := strings.CutSuffix(line, " HTTP/1.1")
	if !ok {
		return false
	}
	e.method, e.target, _ = strings.Cut(line, " ")
	switch e.method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
	default:
		return false
	}
	path, query, queried := strings.Cut(e.target, "?")
	if queried && query == "" || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") ||
		!consistsOf(path, "-._~/") || !isPrintable(query) || strings.ContainsAny(query, " #") {
		return false
	}
	e.url = url.URL{Path: path, RawQuery: query}
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
