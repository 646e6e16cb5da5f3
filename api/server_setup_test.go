package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"designmanual/api/http1"
	"designmanual/api/ratelimit"
	"designmanual/db"
	"designmanual/db/manual"
)

// noon is when the tests take place.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

const siteHost = "manuals.example.com"

// secretOf makes the secret of the token of that name.
func secretOf(name string) string {
	seed := sha256.Sum256([]byte(name))
	secret, err := db.NewSecret(bytes.NewReader(seed[:]))
	if err != nil {
		panic(err)
	}
	return secret
}

// A testServer is a store of two brands and a server of it.
type testServer struct {
	db      *db.DB
	handler *Handler
	url     string // of its server
	address string
	client  *http.Client
	log     *logged
	other   *testServer // another server of the store, net/http's where this is http1's; nil for none

	mu  sync.Mutex
	now time.Time
}

// logged is what a server has logged.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (w *testServer) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *testServer) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// snapshotOf makes a snapshot with all documents. Its bodies name the manual.
func snapshotOf(brand, slug string, v manual.Visibility) *manual.Snapshot {
	id := "man_" + brand + "_" + slug
	body := fmt.Sprintf(`{"id":%q,"slug":%q,"title":"<%s> & co","description":"","url":"https://%s.%s/%s","visibility":%q,`+
		`"updatedAt":"2026-05-01T09:30:00Z","expiresAt":null,"sections":[{"id":"s","anchor":"colour","url":"https://%s.%s/%s#colour",`+
		`"title":"Colour","content":{},"blocks":[{"id":"b","anchor":"colour-colors","url":"https://%s.%s/%s#colour-colors","type":"COLORS","label":"Color",`+
		`"content":{"colors":[{"name":"Blue","hex":"#0B5FFF"}]}}]}]}`,
		id, slug, slug, brand, siteHost, slug, v, brand, siteHost, slug, brand, siteHost, slug)
	groups := func(color, theme string) string {
		return `{"color":{` + color + `},"dimension":{},"fontFamily":{},"fontSize":{},"duration":{},"cubicBezier":{},"radius":{},"shadow":{},"theme":{` + theme + `}}`
	}
	const blue = `{"$value":"#0B5FFF","$type":"color"}`
	const structured = `{"$value":{"colorSpace":"srgb","components":[0.043,0.373,1],"hex":"#0b5fff"},"$type":"color"}`
	return &manual.Snapshot{
		Brand:     brand,
		Manual:    manual.Manual{ID: id, Slug: slug, Title: slug, Visibility: v, UpdatedAt: noon},
		Published: true,
		Documents: map[manual.DocumentKind]manual.Document{
			manual.ManualDocument:     documentOf(body),
			manual.TokensDocument:     documentOf(groups(`"blue":`+blue+`,"`+id+`":`+blue, `"dark":{"text":`+blue+`}`)),
			manual.StructuredDocument: documentOf(groups(`"`+id+`":`+structured, ``)),
			manual.ResolverDocument: documentOf(`{"version":"2025.10","sets":{"` + id + `":{"sources":[{}]}},"modifiers":{"theme":{"contexts":{"light":[{}],"dark":[{}]},"default":"light"}},` +
				`"resolutionOrder":[{"$ref":"#/sets/` + id + `"},{"$ref":"#/modifiers/theme"}]}`),
		},
	}
}

func documentOf(body string) manual.Document {
	var compressed bytes.Buffer
	w := gzip.NewWriter(&compressed)
	_, _ = io.WriteString(w, body) // to a buffer: cannot fail
	_ = w.Close()
	return manual.Document{ETag: manual.Fingerprint([]byte(body)), Identity: []byte(body), Gzip: compressed.Bytes()}
}

// fill puts the brands, manuals and tokens in the store.
func fill(tx *db.Tx) error {
	if err := tx.SetSite(manual.Site{Scheme: "https", Host: siteHost}); err != nil {
		return err
	}
	brands := []manual.Brand{
		{Slug: "acme", Name: "Acme", Domains: []string{"brand.acme.example", "acme.example"}},
		{Slug: "globex", Name: "Globex"},
		{Slug: "hollow", Name: "Hollow"},
	}
	for _, b := range brands {
		if err := tx.PutBrand(b); err != nil {
			return err
		}
	}
	for _, s := range snapshots() {
		if _, err := tx.Put(s); err != nil {
			return err
		}
	}
	for name, t := range map[string]db.AccessToken{
		"acme":    {Brand: "acme", Expires: noon.Add(time.Hour)},
		"globex":  {Brand: "globex", Expires: noon.Add(time.Hour)},
		"expired": {Brand: "acme", Expires: noon},
		"revoked": {Brand: "acme", Expires: noon.Add(time.Hour), Revoked: noon.Add(-time.Second)},
	} {
		t.ID, t.Name, t.Created, t.Sum = "tok_"+name, name, noon.Add(-time.Hour), sha256.Sum256([]byte(secretOf(name)))
		if err := tx.PutToken(t); err != nil {
			return err
		}
	}
	return nil
}

func snapshots() []*manual.Snapshot {
	with := func(s *manual.Snapshot, change func(*manual.Snapshot)) *manual.Snapshot {
		change(s)
		return s
	}
	ends := func(d time.Duration) func(*manual.Snapshot) {
		return func(s *manual.Snapshot) { s.Manual.ExpiresAt = noon.Add(d) }
	}
	own := func(label string) func(*manual.Snapshot) {
		return func(s *manual.Snapshot) { s.Subdomain = label }
	}
	return []*manual.Snapshot{
		with(snapshotOf("acme", "guide", manual.Public), func(s *manual.Snapshot) { s.Primary, s.Flagged = true, true }),
		with(snapshotOf("acme", "press", manual.Unlisted), own("acme-press")),
		with(snapshotOf("acme", "vault", manual.Private), own("acme-vault")),
		with(snapshotOf("acme", "locked", manual.Password), func(s *manual.Snapshot) { s.Password = "$2a$10$abcdefghijklmnopqrstuv" }),
		with(snapshotOf("acme", "old", manual.Public), ends(0)),
		with(snapshotOf("acme", "oldvault", manual.Private), ends(-time.Hour)),
		with(snapshotOf("acme", "ending", manual.Public), ends(30500*time.Millisecond)),
		with(snapshotOf("acme", "fair", manual.Public), func(s *manual.Snapshot) { delete(s.Documents, manual.ResolverDocument) }),
		with(snapshotOf("acme", "fairvault", manual.Private), func(s *manual.Snapshot) { delete(s.Documents, manual.ResolverDocument) }),
		{Brand: "acme", Manual: manual.Manual{ID: "man_acme_draft", Slug: "draft", Visibility: manual.Public}, Subdomain: "acme-draft"},
		with(snapshotOf("globex", "plan", manual.Private), func(s *manual.Snapshot) { s.Primary, s.Flagged = true, true }),
		with(snapshotOf("globex", "press", manual.Public), own("globex-press")),
	}
}

// newTestServer starts a server of a filled store.
func newTestServer(t testing.TB, change func(*Options)) *testServer {
	t.Helper()
	store, err := db.Open(filepath.Join(t.TempDir(), "designmanual.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Update(context.Background(), fill); err != nil {
		t.Fatal(err)
	}
	return serve(t, store, change)
}

// serve starts a server of the store, and closes both after the test.
func serve(t testing.TB, store *db.DB, change func(*Options)) *testServer {
	t.Helper()
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	w := &testServer{db: store, now: noon, log: new(logged)}
	o := Options{Rate: rateOf(t, "1000000-H"), TokenRate: rateOf(t, "2000000-H"), Now: w.clock, Log: slog.New(slog.NewTextHandler(w.log, nil))}
	if change != nil {
		change(&o)
	}
	w.start(t, o, func(h http.Handler) server { return http1.NewServer(h, slog.New(slog.DiscardHandler)) })
	o.Log = nil
	w.other = &testServer{db: store}
	w.other.start(t, o, func(h http.Handler) server {
		return &http.Server{Handler: h, MaxHeaderBytes: maxFieldBytes, DisableGeneralOptionsHandler: true, ErrorLog: log.New(io.Discard, "", 0)}
	})
	return w
}

// A server is one of net/http or http1.
type server interface {
	Serve(l net.Listener) error
	Shutdown(ctx context.Context) error
}

// start starts a server of the store, until the test has ended.
func (w *testServer) start(t testing.TB, o Options, serve func(http.Handler) server) {
	t.Helper()
	var err error
	if w.handler, err = New(w.db, o); err != nil {
		t.Fatal(err)
	}
	w.handler.SetReady(true)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := serve(w.handler)
	go func() { _ = s.Serve(l) }() // until it is shut down
	w.address = l.Addr().String()
	w.url = "http://" + w.address
	transport := &http.Transport{DisableCompression: true} // the tests say what they accept
	w.client = &http.Client{Transport: transport}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		within, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := s.Shutdown(within); err != nil {
			t.Errorf("the server has not ended within 20 s: %v", err)
		}
	})
}

// setReady says of both servers whether manuals are answered for.
func (w *testServer) setReady(ready bool) {
	w.handler.SetReady(ready)
	w.other.handler.SetReady(ready)
}

func rateOf(t testing.TB, text string) ratelimit.Rate {
	t.Helper()
	rate, err := ratelimit.ParseRate(text)
	if err != nil {
		t.Fatal(err)
	}
	return rate
}
