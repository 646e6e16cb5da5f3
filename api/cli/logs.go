package cli

import (
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"designmanual/api/accesslog"
)

// The forms of a log, and none.
const (
	textForm = "text"
	jsonForm = "json"
	noLog    = "off"
)

// logFlags are the flags of what a server writes to standard error.
type logFlags struct {
	form, level, access string
}

func (f *logFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.form, "log-format", textForm, "the `FORM` of the log: text or json")
	flags.StringVar(&f.level, "log-level", "info", "the lowest `LEVEL` that is logged: info, warn or error")
	flags.StringVar(&f.access, "access-log", noLog, "the `FORM` in which each request is logged, with the client's address: off, text or json")
}

// logs are what a server writes to standard error.
type logs struct {
	*slog.Logger
	access *accesslog.Log // nil where requests are not logged
}

// open opens the logs; an error is one of usage. They are to be closed.
func (f *logFlags) open(w io.Writer) (*logs, error) {
	level, ok := map[string]slog.Level{"info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}[f.level]
	if !ok {
		return nil, usageErrorf("--log-level: expected info, warn or error, found %q", f.level)
	}
	opened := &logs{}
	switch f.form {
	case textForm:
		opened.Logger = newLog(w, level)
	case jsonForm:
		opened.Logger = slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level}))
	default:
		return nil, usageErrorf("--log-format: expected text or json, found %q", f.form)
	}
	switch f.access {
	case noLog:
	case textForm, jsonForm:
		opened.access = accesslog.New(w, f.access == jsonForm, level)
	default:
		return nil, usageErrorf("--access-log: expected off, text or json, found %q", f.access)
	}
	return opened, nil
}

// close tells where requests could not be logged.
func (l *logs) close() {
	if l.access == nil {
		return
	}
	if err := l.access.Err(); err != nil {
		l.Error("requests are missing in the access log", "error", err)
	}
}
