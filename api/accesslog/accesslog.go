// Package accesslog writes a line of log/slog for each request, as text or
// JSON. Make a log with [New], have it told of requests ([Log.Observe]), and
// [Log.Flush] it when the last one is answered.
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
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"designmanual/api"
)

// A Log is an access log.
type Log struct {
	handler slog.Handler
	out     *buffer
}

// New returns a log that writes to w: lines of JSON or else of text, those of
// at least that level. It holds lines back for up to a second.
func New(w io.Writer, json bool, least slog.Level) *Log {
	l := &Log{out: newBuffer(w)}
	options := &slog.HandlerOptions{Level: least}
	if json {
		l.handler = slog.NewJSONHandler(l.out, options)
	} else {
		l.handler = slog.NewTextHandler(l.out, options)
	}
	return l
}

// Flush writes what is held back, as is to be done in the end. The error is that
// of the writer, of now or of before.
func (l *Log) Flush() error { return l.out.flush() }

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
	_ = l.handler.Handle(context.Background(), r) // the buffer keeps the error of its writer
}

var (
	encoded = regexp.MustCompile("%[0-9A-Fa-f]{2}")
	secret  = regexp.MustCompile("dmt_[0-9A-Za-z_]*") // how every access token begins, and what could be the rest
)

// clean returns a value that a client has sent as it may stand in the log: no
// access token, also where it is percent-encoded, printable ASCII, and at most
// so many bytes of its own.
func clean(value string, most int) string {
	if strings.Contains(value, "%") {
		plain := encoded.ReplaceAllStringFunc(value, func(code string) string {
			c, _ := strconv.ParseUint(code[1:], 16, 8)
			return string([]byte{byte(c)})
		})
		if strings.Contains(plain, "dmt_") {
			value = plain
		}
	}
	if strings.Contains(value, "dmt_") {
		value = secret.ReplaceAllLiteralString(value, "dmt_...")
	}
	end := ""
	if len(value) > most {
		value, end = value[:most], "..."
	}
	printable := func(c rune) bool { return ' ' <= c && c <= '~' }
	if strings.IndexFunc(value, func(c rune) bool { return !printable(c) }) < 0 {
		return value + end
	}
	var text strings.Builder
	for i := range len(value) {
		if c := value[i]; printable(rune(c)) {
			text.WriteByte(c)
		} else {
			fmt.Fprintf(&text, "%%%02X", c)
		}
	}
	return text.String() + end
}
