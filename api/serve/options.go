package serve

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net"

	"designmanual/api"
	"designmanual/api/accesslog"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
)

// Options say what [Run] serves and where.
type Options struct {
	Database        string      // its path
	Listen          string      // the address of the public side
	MetricsListen   string      // the address of the metrics, or nothing
	Site            manual.Site // without the brand at home; zero for the one in the database, or localhost
	Brand           *string     // slug of the brand at home, or nothing for none; nil for the one in the database
	AllowHosts      []string    // for dev, that requests may name besides those of the machine
	LocalHost       string      // in place of localhost where nobody has set the base URL
	Seeds           []string    // files and folders
	Examples        fs.FS       // served in place of Seeds, if not nil
	Watch           bool
	Prune           bool // with Watch: remove what has been gone from the files for a minute
	ReloadOnHangup  bool // import the seed files again on SIGHUP
	RequireSeed     bool // do not serve what was imported before if the first import fails
	Import          seed.Options
	TLS             TLS
	NoAgents        bool // do not answer the Model Context Protocol
	API             api.Options
	Version, Commit string
	Log             *slog.Logger
	AccessLog       *accesslog.Log // nil if requests are not logged
	Reporter        Reporter
	PageCheck       db.BoltPageCheck // checks the pages of a copy of the database
}

// A Reporter tells the user what a server does.
type Reporter interface {
	// Serving is called once, when the server is ready.
	Serving(Running)
	// Imported is called after each import of the seed files.
	Imported(context.Context, Running, *seed.Report)
	// Refused is called after a failed import, unless it ends the start of the server,
	// and each minute while nothing changes about it; again is true then.
	Refused(err error, again bool)
}

// A Running is a server as its [Reporter] sees it.
type Running struct {
	Store  *db.DB
	Listen *net.TCPAddr // of the public side
}

// A UsageError is an error in the options, about the flag of serve that is named in
// its text.
type UsageError struct{ error }

// Unwrap returns the error itself.
func (e UsageError) Unwrap() error { return e.error }

func usageErrorf(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }
