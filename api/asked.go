package api

import (
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
)

// maxAsked is the size, in bytes, of the largest request that a lane answers.
const maxAsked = 4 << 10

// asked is a request as net/http would make it of the same bytes, in memory
// that is used for one request after the other.
type asked struct {
	request http.Request
	url     url.URL
	values  []string // of its header fields
}

// init makes it one that nothing has been read of, from a peer of that
// address.
func (a *asked) init(peer string) {
	a.request = http.Request{
		URL: &a.url, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: make(http.Header), Body: http.NoBody, RemoteAddr: peer,
	}
}

// A form is what is known of the form of a request.
type form int

const (
	begun   form = iota // it has not ended, and is usual so far
	usual               // a lane may answer it
	unusual             // it is for net/http
)

// read reads the request that text begins with, and returns what follows it
// where that is a usual one.
//
// Usual is what leaves nothing to be judged: GET, HEAD or OPTIONS of a path
// of unreserved characters (RFC 3986, section 2.3), perhaps with a query, over
// HTTP/1.1; one Host; every line ended by CR LF; no field twice, none with
// other than visible ASCII, blanks and tabs in it, and none by which a request
// is framed or a connection turned into another. Whatever else there is, right
// or wrong, net/http judges.
func (a *asked) read(text string) (rest string, found form) {
	r := &a.request
	line, rest, found := cutLine(text)
	if found != usual {
		return "", found
	}
	if !a.readTarget(line) {
		return "", unusual
	}
	r.Host, r.Close, a.values = "", false, a.values[:0]
	clear(r.Header)
	for {
		if line, rest, found = cutLine(rest); found != usual {
			return "", found
		}
		if line == "" {
			break
		}
		if !a.readField(line) {
			return "", unusual
		}
	}
	if r.Host == "" {
		return "", unusual
	}
	return rest, usual
}

// cutLine takes the first line off, which is usual where CR LF end it.
func cutLine(text string) (line, rest string, found form) {
	end := strings.IndexByte(text, '\n')
	switch {
	case end < 0:
		return "", "", begun
	case end == 0 || text[end-1] != '\r':
		return "", "", unusual
	}
	return text[:end-1], text[end+1:], usual
}

// readTarget reads the request line (RFC 9112, section 3) and tells whether
// it is usual.
func (a *asked) readTarget(line string) bool {
	line, ok := strings.CutSuffix(line, " HTTP/1.1")
	if !ok {
		return false
	}
	method, target, _ := strings.Cut(line, " ")
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
	default:
		return false
	}
	path, query, queried := strings.Cut(target, "?")
	if queried && query == "" || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || !all(path, inPath) || !all(query, inQuery) {
		return false
	}
	a.request.Method, a.request.RequestURI = method, target
	a.url.Path, a.url.RawQuery = path, query
	return true
}

// readField reads a header field (RFC 9112, section 5) and tells whether it
// is usual.
func (a *asked) readField(line string) bool {
	name, value, ok := strings.Cut(line, ":")
	value = strings.Trim(value, " \t")
	if !ok || name == "" || !all(name, inName) || !all(value, inValue) {
		return false
	}
	r := &a.request
	name = textproto.CanonicalMIMEHeaderKey(name)
	switch name {
	case "Host":
		once := r.Host == ""
		r.Host = value
		return once && value != "" && all(value, inHost) // and is no field of a request
	case "Connection":
		r.Close = strings.EqualFold(value, "close")
		if !r.Close && !strings.EqualFold(value, "keep-alive") {
			return false
		}
	case "Content-Length", "Transfer-Encoding", "Trailer", "Expect", "Upgrade":
		return false
	case "Pragma": // for which net/http sets Cache-Control
		return false
	}
	if _, twice := r.Header[name]; twice {
		return false
	}
	a.values = append(a.values, value)
	last := len(a.values)
	r.Header[name] = a.values[last-1 : last : last]
	return true
}

// What a byte of a request may be in, each a bit.
const (
	inName  = 1 << iota // of a header field: a token (RFC 9110, section 5.6.2)
	inValue             // of a header field
	inHost
	inPath
	inQuery
)

// places has, for each byte, what it may be in.
var places = func() (in [256]uint8) {
	mark := func(of string, bits uint8) {
		for i := range len(of) {
			in[of[i]] |= bits
		}
	}
	for c := range in {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
			in[c] = inName | inValue | inHost | inPath | inQuery
		case ' ' < c && c < 0x7f:
			in[c] = inValue | inQuery
		}
	}
	in['#'] &^= inQuery
	mark(" \t", inValue)
	mark("!#$%&'*+-.^_`|~", inName)
	mark("-._:[]", inHost)
	mark("-._~/", inPath)
	return in
}()

// all tells whether all bytes of the text may be in that.
func all(text string, in uint8) bool {
	for i := range len(text) {
		if places[text[i]]&in == 0 {
			return false
		}
	}
	return true
}
