package certs

import (
	"bytes"
	"context"
	"log"
	"log/slog"
)

// ErrorLog returns the ErrorLog of a server that speaks TLS: what goes wrong
// is a warning, but a failed handshake or a breach of HTTP/2, which anybody on
// the network can have as often as he likes, is for debugging.
func ErrorLog(to *slog.Logger) *log.Logger { return log.New(errorWriter{to}, "", 0) }

type errorWriter struct{ to *slog.Logger }

// Write logs a line of net/http.
func (w errorWriter) Write(line []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.HasPrefix(line, []byte("http: TLS handshake error")) || bytes.HasPrefix(line, []byte("http2: server connection error")) {
		level = slog.LevelDebug
	}
	w.to.Log(context.Background(), level, string(bytes.TrimSpace(line)))
	return len(line), nil
}
