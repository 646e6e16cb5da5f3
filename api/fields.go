package api

import (
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"

	"github.com/ulule/limiter/v3"
)

// Header fields as they go out. Their names are spelt here as they are on the
// wire: [http.Header.Set] would spell them Etag and X-Ratelimit-Limit.
const (
	lineEnd = "\r\n"

	noSniff      = "X-Content-Type-Options: nosniff\r\n"
	noStore      = "Cache-Control: no-store\r\n"
	forGood      = "Cache-Control: public, max-age=31536000, immutable\r\n" // RFC 8246, section 2
	vary         = "Vary: Accept-Encoding, Authorization\r\n"
	varySession  = "Vary: Accept-Encoding, Authorization, Cookie\r\n"
	gzipCoding   = "Content-Encoding: gzip\r\n"
	soon         = "Retry-After: 1\r\n"
	allowed      = "Allow: GET, HEAD, OPTIONS\r\n"
	pageAllowed  = "Allow: GET, HEAD\r\n"
	formAllowed  = "Allow: GET, HEAD, POST\r\n"
	challenge    = "WWW-Authenticate: Bearer\r\n"
	invalidToken = "WWW-Authenticate: Bearer error=\"invalid_token\", realm=\"designmanual\"\r\n"
)

// maxAgeField returns the Cache-Control of what anyone may store for so many
// seconds.
func maxAgeField(seconds int) string {
	return "Cache-Control: public, max-age=" + strconv.Itoa(seconds) + lineEnd
}

// fields are header fields as they go out, each "Name: value" and a line end.
// What is put into them holds no line end of its own: it is the program's, or
// of a form that has none.
type fields []byte

// add adds a field, or several, as they go out.
func (f *fields) add(lines string) { *f = append(*f, lines...) }

// text adds a field of that value.
func (f *fields) text(name, value string) {
	*f = append(append(append(append(*f, name...), ": "...), value...), lineEnd...)
}

// number adds a field of a number.
func (f *fields) number(name string, n int64) {
	*f = append(strconv.AppendInt(append(append(*f, name...), ": "...), n, 10), lineEnd...)
}

// standing adds where a client stands with its rate limit.
func (f *fields) standing(s limiter.Context) {
	to := strconv.AppendInt(append(*f, "X-RateLimit-Limit: "...), s.Limit, 10)
	to = strconv.AppendInt(append(to, lineEnd+"X-RateLimit-Remaining: "...), s.Remaining, 10)
	to = strconv.AppendInt(append(to, lineEnd+"X-RateLimit-Reset: "...), s.Reset, 10)
	*f = append(to, lineEnd...)
}

// tag adds the entity tag of a representation. That of a gzip one is weak: it
// is made from the identity body, the same content but not byte for byte (RFC
// 9110, section 8.8.1).
func (f *fields) tag(of fingerprint, gzip bool) {
	opening := `ETag: "`
	if gzip {
		opening = `ETag: W/"`
	}
	*f = append(hex.AppendEncode(append(*f, opening...), of[:]), "\"\r\n"...)
}

// spread sets the fields in a header map.
func (f fields) spread(header http.Header) {
	rest := string(f)
	values := make([]string, strings.Count(rest, lineEnd))
	for i := range values {
		var line string
		line, rest, _ = strings.Cut(rest, lineEnd)
		name, value, _ := strings.Cut(line, ": ")
		values[i] = value
		header[name] = values[i : i+1 : i+1]
	}
}
