// Package accesslog writes one log/slog line per request, as text or JSON. Make a
// log with [New] and pass it each request with [Log.Observe].
//
// A line has the time when the response was handed over, a level (WARN from
// status 500 on), and
//
//	request-id    the client's X-Request-Id, or one that the server made
//	client        address of the client
//	method, host  as sent
//	path          as sent, without the query
//	status        0 if there was no response
//	bytes         of the response body
//	microseconds  until the response was handed over
//	endpoint      as package api names it
//	token         public id of the access token, if there is one
//	agent         User-Agent, if there is one
//
// A line never contains a secret: Observe gets no query, credentials or cookies,
// and replaces access tokens wherever a client has put them. A client cannot
// forge lines or fields: everything that it sends is written as printable ASCII,
// other bytes percent-encoded and quotes escaped. Values that are too long end
// with three dots.
package accesslog

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"designmanual/api"
)

// A Log is an access log. A nil Log writes nothing.
type Log struct{ handler slog.Handler }

// New returns a log that writes lines of at least the level least to w, as JSON or
// as text.
func New(w io.Writer, json bool, least slog.Level) *Log {
	options := &slog.HandlerOptions{Level: least}
	if json {
		return &Log{slog.NewJSONHandler(w, options)}
	}
	return &Log{slog.NewTextHandler(w, options)}
}

// The most bytes written of a value that a client has sent.
const (
	maxText = 256
	maxPath = 1024
)

// Observe writes the line of a request. It may be called from several goroutines
// at a time.
func (l *Log) Observe(o api.Observation) {
	if l == nil {
		return
	}
	level := slog.LevelInfo
	if o.Status >= http.StatusInternalServerError {
		level = slog.LevelWarn
	}
	if !l.handler.Enabled(context.Background(), level) {
		return
	}
	client := ""
	if o.Client.IsValid() {
		client = o.Client.String()
	}
	r := slog.NewRecord(o.Began.Add(o.Took), level, "request", 0)
	r.AddAttrs(
		slog.String("request-id", clean(o.ID, maxText)),
		unlessEmpty("client", client),
		slog.String("method", clean(o.Method, maxText)),
		slog.String("host", clean(o.Host, maxText)),
		slog.String("path", clean(o.Path, maxPath)),
		slog.Int("status", o.Status),
		slog.Int("bytes", o.Bytes),
		slog.Int64("microseconds", o.Took.Microseconds()),
		slog.String("endpoint", o.Endpoint.String()),
		unlessEmpty("token", o.AccessToken),
		unlessEmpty("agent", clean(o.Agent, maxText)),
	)
	_ = l.handler.Handle(context.Background(), r) // as for the log of the server, which goes there too
}

// unlessEmpty returns an attribute, or the empty one, which handlers ignore.
func unlessEmpty(key, value string) slog.Attr {
	if value == "" {
		return slog.Attr{}
	}
	return slog.String(key, value)
}

var (
	encoded     = regexp.MustCompile("%[0-9A-Fa-f]{2}")
	secret      = regexp.MustCompile("dmt_[0-9A-Za-z_]*") // an access token, or a part of one
	unprintable = regexp.MustCompile("[^ -~]+")
)

// clean returns a value that a client has sent in the form for the log: in
// printable ASCII, with access tokens replaced, percent-encoded ones too, and cut
// after limit bytes.
func clean(value string, limit int) string {
	plain := value
	if strings.Contains(value, "%") {
		plain = encoded.ReplaceAllStringFunc(value, func(code string) string {
			c, _ := strconv.ParseUint(code[1:], 16, 8)
			return string([]byte{byte(c)})
		})
	}
	if strings.Contains(plain, "dmt_") {
		value = secret.ReplaceAllLiteralString(plain, "dmt_...")
	}
	end := ""
	if len(value) > limit {
		value, end = value[:limit], "..."
	}
	if strings.ContainsFunc(value, func(c rune) bool { return c < ' ' || c > '~' }) {
		value = unprintable.ReplaceAllStringFunc(value, url.PathEscape)
	}
	return value + end
}
