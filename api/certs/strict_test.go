package certs

import (
	"errors"
	"log/slog"
	"testing"
)

// RFC 6797, section 6.1.
func TestParseStrictTransport(t *testing.T) {
	for _, row := range []struct {
		text, want string
		ok         bool
	}{
		{DefaultStrictTransport, "max-age=31536000", true},
		{"off", "", true},
		{"max-age=0", "max-age=0", true},
		{"max-age=63072000; includeSubDomains; preload", "max-age=63072000; includeSubDomains; preload", true},
		{"includeSubDomains;Max-Age=1", "includeSubDomains;Max-Age=1", true},
		{"", "", false},
		{"on", "", false},
		{"max-age", "", false},
		{"max-age=", "", false},
		{"max-age=1y", "", false},
		{"max-age=-1", "", false},
		{"max-age=99999999999", "", false},
		{"max-age=1;", "", false},
		{"max-age=1; max-age=2", "", false},
		{"includeSubDomains", "", false},
		{"max-age=1; includeSubDomains=1", "", false},
		{"max-age=1\r\nX: y", "", false},
	} {
		got, err := ParseStrictTransport(row.text)
		if got != row.want || (err == nil) != row.ok || err != nil && !errors.Is(err, ErrStrictTransport) {
			t.Errorf("%q: %q, %v", row.text, got, err)
		}
	}
}

// What anybody can have fail is no warning.
func TestErrorLog(t *testing.T) {
	said := &testLog{lines: make(chan string, 10)}
	log := ErrorLog(slog.New(slog.NewTextHandler(said, nil)))
	log.Print("http: TLS handshake error from 127.0.0.1:1: EOF")
	log.Print("http2: server connection error from 127.0.0.1:1: connection error: PROTOCOL_ERROR")
	log.Print("http: Accept error: too many open files")
	if line := <-said.lines; len(said.lines) != 0 || line != said.String() {
		t.Error(said)
	}
}
