// Package accesslog writes a line of log/slog for each request, as text or
// JSON. Make a log with [New] and have it told of requests ([Log.Observe]).
//
// A line has the time at which the answer was handed over, a level (WARN from
// status 500 on), and
//
//	request-id    the client's X-Request-Id, or else a name of ours
//	client        its address
//	method, host  as they were sent
//	path          as it was sent, without the query
//	status        0 where there was no answer
//	bytes         of the body
//	microseconds  until the answer was handed over
//	endpoint      as api names it
//	token         the public id of the access token, where there is one
//	agent         User-Agent, where there is one
//
// It must never hold a secret: no query, no credentials, no cookie is given
// to it, and what looks like an access token of ours is struck out wherever a
// client has put it. And nothing that a client sends can be taken for
// anything but the value of its field: of all bytes only the printable ones
// of ASCII stand as they are, the others percent-encoded, and quotes escaped.
// What is longer than it may be ends with three dots.
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
	"sync/atomic"

	"designmanual/api"
)

// A Log is an access log. The nil one writes nothing.
type Log struct {
	handler slog.Handler
	failed  atomic.Pointer[error] // of the first line that could not be written
}

// New returns a log that writes to w: lines of JSON or else of text, those of
// at least that level.
func New(w io.Writer, json bool, least slog.Level) *Log {
	options := &slog.HandlerOptions{Level: least}
	if json {
		return &Log{handler: slog.NewJSONHandler(w, options)}
	}
	return &Log{handler: slog.NewTextHandler(w, options)}
}

// Err returns why a line could not be written, the first one of those; or nil.
func (l *Log) Err() error {
	if failed := l.failed.Load(); failed != nil {
		return *failed
	}
	return nil
}

// The most bytes of what a client has sent.
const (
	mostID     = 128
	mostMethod = 32
	mostHost   = 255
	mostPath   = 1024
	mostAgent  = 256
)

// Observe writes the line of a request. It keeps nothing of the observation,
// and may be called from any goroutine.
func (l *Log) Observe(o *api.Observation) {
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
	r := slog.NewRecord(o.Began.Add(o.Took), level, "request", 0)
	r.AddAttrs(slog.String("request-id", clean(o.ID, mostID)))
	if o.Client.IsValid() {
		r.AddAttrs(slog.String("client", o.Client.String()))
	}
	r.AddAttrs(
		slog.String("method", clean(o.Method, mostMethod)),
		slog.String("host", clean(o.Host, mostHost)),
		slog.String("path", clean(o.Path, mostPath)),
		slog.Int("status", o.Status),
		slog.Int("bytes", o.Bytes),
		slog.Int64("microseconds", o.Took.Microseconds()),
		slog.String("endpoint", o.Endpoint.String()),
	)
	if o.Token != "" {
		r.AddAttrs(slog.String("token", o.Token))
	}
	if o.Agent != "" {
		r.AddAttrs(slog.String("agent", clean(o.Agent, mostAgent)))
	}
	if err := l.handler.Handle(context.Background(), r); err != nil {
		l.failed.CompareAndSwap(nil, &err)
	}
}

var (
	encoded     = regexp.MustCompile("%[0-9A-Fa-f]{2}")
	secret      = regexp.MustCompile("dmt_[0-9A-Za-z_]*") // how every access token begins, and what could be the rest
	unprintable = regexp.MustCompile("[^ -~]+")
)

// clean returns a value that a client has sent as it may stand in the log: no
// access token, also where it is percent-encoded, printable ASCII, and at most
// so many bytes of its own.
func clean(value string, most int) string {
	plain := encoded.ReplaceAllStringFunc(value, func(code string) string {
		c, _ := strconv.ParseUint(code[1:], 16, 8)
		return string([]byte{byte(c)})
	})
	if strings.Contains(plain, "dmt_") {
		value = secret.ReplaceAllLiteralString(plain, "dmt_...")
	}
	end := ""
	if len(value) > most {
		value, end = value[:most], "..."
	}
	if strings.ContainsFunc(value, func(c rune) bool { return c < ' ' || c > '~' }) {
		value = unprintable.ReplaceAllStringFunc(value, url.PathEscape)
	}
	return value + end
}
