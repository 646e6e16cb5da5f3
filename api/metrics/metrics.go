// Package metrics counts what the server does and shows the figures to those
// who run it: to Prometheus, in its text format, and to whoever asks whether
// the server is ready, in JSON. Make one with [New], have it told of requests
// ([Metrics.Observe]) and imports ([Metrics.Imported]), and serve
// [Metrics.Handler] on a listener that the public does not reach: the figures
// name access tokens, by their public ids, and hosts.
//
// To be told of a request is an array's index and four additions. All else
// is done when somebody looks: what is in the store, how large its file is,
// until when certificates hold.
//
// The number of series never depends on what clients send: an endpoint is one
// of api's, a status one that was answered, an access token a valid one.
package metrics

import (
	"sync"
	"time"

	"designmanual/api"
	"designmanual/db"
)

// Options are what [New] is told.
type Options struct {
	Store    *db.DB
	Verified time.Time        // when the store was opened, and so verified
	Version  string           // of the program
	Commit   string           // that it was built from
	Now      func() time.Time // time.Now when nil
}

// A Server is what is to be known of the server besides.
type Server struct {
	Ready        func() bool          // whether manuals are answered for
	Certificates func() []Certificate // that are being served
}

// A Certificate is one that is being served.
type Certificate struct {
	Host      string    `json:"host"`
	NotBefore time.Time `json:"notBefore"`
	NotAfter  time.Time `json:"notAfter"`
}

// Metrics are the figures of one server.
type Metrics struct {
	o        Options
	requests [api.Endpoints]requests
	limited  limited
	tokens   tokens
	digest   digest // of what is served

	mu      sync.Mutex
	imports imports
}

// New returns the figures of a server that has done nothing yet.
func New(o Options) *Metrics {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Metrics{o: o, imports: newImports(), tokens: newTokens()}
}
