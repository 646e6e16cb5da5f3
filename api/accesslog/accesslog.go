// Package accesslog writes a line for each request, in the form that log/slog
// gives its lines, text or JSON, but at a small part of what slog costs. Make
// one with [New], have it told of requests ([Log.Observe]), and [Log.Close] it
// when the last one is answered.
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
	"io"
	"log/slog"
	"net/http"

	"designmanual/api"
)

// message is what every line says.
const message = "request"

// A Log is an access log.
type Log struct {
	form  form
	least slog.Level
	out   *buffer
}

// New returns a log that writes to w: lines of JSON or else of text, those of
// at least that level. It holds lines back for up to a second.
func New(w io.Writer, json bool, least slog.Level) *Log {
	return &Log{form: form{json}, least: least, out: newBuffer(w)}
}

// Flush writes what is held back. The error is that of the writer, of now or
// of before.
func (l *Log) Flush() error { return l.out.flush() }

// Close writes what is held back; nothing is to be observed any more. The
// error is that of the writer, of now or of before.
func (l *Log) Close() error { return l.out.close() }

// usualLine is the length, in bytes, that hardly any line exceeds.
const usualLine = 1024

// The most bytes of what a client has sent.
const (
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
	if level < l.least {
		return
	}
	var room [usualLine]byte // on the stack
	f := l.form
	line := f.time(f.begin(room[:0]), o.Began.Add(o.Took))
	line = f.word(line, "level", level.String())
	line = f.word(line, "msg", message)
	line = f.id(line, "request-id", o.ID)
	if o.Client.IsValid() {
		line = f.address(line, "client", o.Client)
	}
	line = f.sent(line, "method", o.Method, mostMethod)
	line = f.sent(line, "host", o.Host, mostHost)
	line = f.sent(line, "path", o.Path, mostPath)
	line = f.number(line, "status", int64(o.Status))
	line = f.number(line, "bytes", int64(o.Bytes))
	line = f.number(line, "microseconds", o.Took.Microseconds())
	line = f.word(line, "endpoint", o.Endpoint.String())
	if o.Token != "" {
		line = f.word(line, "token", o.Token)
	}
	if o.Agent != "" {
		line = f.sent(line, "agent", o.Agent, mostAgent)
	}
	l.out.add(f.end(line))
}
