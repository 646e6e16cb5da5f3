package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"designmanual/api/http1"
	"designmanual/api/pages"
	"designmanual/api/ratelimit"
	"designmanual/api/render"
	"designmanual/db"
	"designmanual/db/manual"
)

// noon is the time at which test servers start.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

const (
	siteHost  = "manuals.example.com"
	policy    = "frame-ancestors 'none'"
	password  = "open sesame"
	styleBody = "body { color: #0B5FFF; } main { color: #0B5FFF; } nav { color: #0B5FFF; }"
)

// secretOf returns the secret of the access token with that name.
func secretOf(name string) string {
	return db.NewSecret(sha256.Sum256([]byte(name)))
}

// must returns the value, and panics on an error.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// ok fails the test on an error.
func ok(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// A snapshot is a manual as tests describe it.
type snapshot struct {
	Brand, Subdomain, Password  string
	Primary, Flagged, Published bool
	Manual                      manual.Manual
	Document, Tokens            []byte // what is stored; the other documents are drawn from the manual
	Modes                       int
	HasDraft                    bool
	DraftFiles                  []manual.File
	Smaller                     []manual.SmallerPictures
}

// packed returns the snapshot as the store takes it.
func (s *snapshot) packed() *db.HashedSnapshot {
	m := s.Manual
	stored := &db.Snapshot{
		Brand: s.Brand,
		Settings: manual.Settings{
			ID: m.ID, Slug: m.Slug, Title: m.Slug, Subdomain: s.Subdomain, Primary: s.Primary, MarkedPrimary: s.Flagged,
			Published: s.Published, Visibility: m.Visibility, ExpiresAt: m.ExpiresAt, PasswordHash: s.Password,
		},
		UpdatedAt: m.UpdatedAt, ModeCount: s.Modes,
	}
	if len(m.News) > 0 {
		stored.Summary.News = m.News[0].Date
	}
	if s.Published {
		stored.Model, stored.Bodies = &m, db.Bodies{ManualJSON: s.Document, TokensJSON: s.Tokens}
	}
	if s.HasDraft {
		draft := m
		draft.Title, draft.Files = "A draft of "+m.ID, s.DraftFiles
		stored.Draft = &draft
	}
	hashed := stored.Hashed()
	hashed.Head.Smaller = s.Smaller
	return hashed
}

// snapshotOf returns a snapshot with files and documents of every kind. Each body has
// the id of the manual.
func snapshotOf(brand, slug string, v manual.Visibility, change ...func(*snapshot)) *snapshot {
	id := "man_" + brand + "_" + slug
	url := fmt.Sprintf("https://%s.%s/%s", brand, siteHost, slug)
	s := &snapshot{
		Brand: brand, Published: true, Modes: 2,
		Manual: manual.Manual{
			ID: id, Slug: slug, Title: id, Visibility: v, UpdatedAt: noon, Files: manualFiles(),
			Sections: []manual.Section{{ID: "s", Anchor: "colour", Title: "Colour", Content: []byte("{}"), Blocks: []manual.Block{
				{ID: "b", Anchor: "colour-colors", Kind: manual.Colors, Content: fmt.Appendf(nil, `{"colors":[{"name":%q,"hex":"#0B5FFF"}]}`, id)},
				{ID: "t", Anchor: "colour-themes", Kind: manual.Themes, Content: []byte(`{"themes":[{"name":"Light","colors":{"text":"#000"}},{"name":"Dark","colors":{"text":"#fff"}}]}`)},
				{ID: "l", Anchor: "colour-logo", Kind: manual.Logo, Content: []byte(`{"logos":[{"name":"Mark","url":"files/logo.svg"}]}`)},
				{ID: "f", Anchor: "colour-type", Kind: manual.Typography, Content: []byte(`{"fonts":[{"family":"Shared","usage":"body","shared":true,"files":[{"url":"files/shared.woff2","weight":"400"}]}]}`)},
			}}},
		},
		Document: fmt.Appendf(nil, `{"id":%q,"slug":%q,"title":"<%s> & co","description":"","url":%q,"visibility":%q,`+
			`"updatedAt":"2026-05-01T09:30:00Z","expiresAt":null,"sections":[{"id":"s","anchor":"colour","url":"%[4]s#colour",`+
			`"title":"Colour","content":{},"blocks":[{"id":"b","anchor":"colour-colors","url":"%[4]s#colour-colors","type":"COLORS","label":"Color",`+
			`"content":{"colors":[{"name":"Blue","hex":"#0B5FFF"}]}}]}]}`, id, slug, slug, url, v),
		Tokens: fmt.Appendf(nil, `{"color":{%q:{"$value":"#0B5FFF","$type":"color"}},"dimension":{},"fontFamily":{},"fontSize":{},"duration":{},"cubicBezier":{},"radius":{},"shadow":{},"theme":{}}`, id),
	}
	for _, c := range change {
		c(s)
	}
	return s
}

// Changes for snapshotOf.
func primary(s *snapshot) { s.Primary, s.Flagged = true, true }
func withoutFiles(s *snapshot) { // and with one theme
	s.Manual.Files, s.Modes = nil, 1
	themes := &s.Manual.Sections[0].Blocks[1]
	themes.Content = []byte(`{"themes":[{"name":"Light","colors":{"text":"#000"}}]}`)
}
func withNews(s *snapshot) {
	s.Manual.News = []manual.News{{Date: "2026-05-01", Title: "New in " + s.Manual.ID}}
}
func withDraft(s *snapshot) { s.HasDraft = true }
func ownHost(label string) func(*snapshot) {
	return func(s *snapshot) { s.Subdomain = label }
}
func endsAfter(after time.Duration) func(*snapshot) {
	return func(s *snapshot) { s.Manual.ExpiresAt = noon.Add(after) }
}
func withPassword(hash string) func(*snapshot) {
	return func(s *snapshot) { s.Password = hash }
}

// newHash returns a bcrypt hash with the lowest cost.
func newHash(password string) string {
	return string(must(bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)))
}

// fileContent returns the content of the file with that name and size.
func fileContent(name string, size int) []byte {
	data := make([]byte, size)
	_, _ = rand.NewChaCha8(sha256.Sum256([]byte(name))).Read(data) // never fails
	return data
}

func testFile(name string, size int) manual.File {
	return manual.File{Ref: "files/" + name, Name: name, Sum: sha256.Sum256(fileContent(name, size)), Size: int64(size)}
}

// manualFiles returns the files of the manuals.
func manualFiles() []manual.File {
	shared := testFile("shared.woff2", 500)
	shared.Shared = true
	return []manual.File{
		testFile("logo.svg", 300), testFile("Größe 1\".png", 60<<10), testFile("body.woff2", 400), shared,
		testFile("all.zip", 700<<10), testFile("script.js", 10), testFile("LOGO.svg", 200), testFile("logo.svg", 301), testFile("logo.svg", 300),
	}
}

// brandFiles are the files that _brand.yml names.
func brandFiles() []manual.File { return []manual.File{manualFiles()[0], manualFiles()[3]} }

// fill adds brands, manuals, files and access tokens to a store. The manuals of inn
// have passwords, and shy has only an unlisted one.
func fill(store *db.DB) {
	ctx := context.Background()
	hash := newHash(password)
	manuals := []*snapshot{
		snapshotOf("acme", "guide", manual.Public, primary),
		snapshotOf("acme", "press", manual.Unlisted, ownHost("acme-press")),
		snapshotOf("acme", "vault", manual.Private, ownHost("acme-vault")),
		snapshotOf("acme", "locked", manual.Password, withPassword("$2a$10$abcdefghijklmnopqrstuv")),
		snapshotOf("acme", "old", manual.Public, endsAfter(0)),
		snapshotOf("acme", "oldvault", manual.Private, endsAfter(-time.Hour)),
		snapshotOf("acme", "ending", manual.Public, endsAfter(30500*time.Millisecond)),
		snapshotOf("acme", "fair", manual.Public, withoutFiles),
		{Brand: "acme", Manual: manual.Manual{ID: "man_acme_draft", Slug: "draft", Visibility: manual.Public}, Subdomain: "acme-draft"}, // not published
		snapshotOf("globex", "plan", manual.Private, primary),
		snapshotOf("globex", "press", manual.Public, ownHost("globex-press")),
		snapshotOf("inn", "house", manual.Password, primary, withPassword(hash)),
		snapshotOf("inn", "cellar", manual.Password, withPassword(hash)),
		snapshotOf("inn", "attic", manual.Password, withPassword(hash), ownHost("inn-attic")),
		snapshotOf("inn", "keyless", manual.Password),
		snapshotOf("inn", "old", manual.Password, withPassword(hash), endsAfter(-time.Second)),
		snapshotOf("inn", "ending", manual.Password, withPassword(hash), endsAfter(time.Hour)),
		snapshotOf("shy", "diary", manual.Unlisted, primary),
	}
	must(0, store.Update(ctx, func(tx *db.Tx) error {
		must(0, tx.SetSite(manual.Site{Scheme: "https", Host: siteHost}))
		must(0, tx.PutBrand(manual.BrandSettings{Slug: "acme", Name: "Acme", Domains: []string{"brand.acme.example", "acme.example"}}))
		for _, name := range []string{"Globex", "Hollow", "Inn", "Shy"} {
			must(0, tx.PutBrand(manual.BrandSettings{Slug: strings.ToLower(name), Name: name}))
		}
		for _, s := range manuals {
			must(0, put(tx, s))
		}
		for name, token := range map[string]db.AccessToken{
			"acme":    {Brand: "acme", Expires: noon.Add(time.Hour)},
			"globex":  {Brand: "globex", Expires: noon.Add(time.Hour)},
			"expired": {Brand: "acme", Expires: noon},
			"revoked": {Brand: "acme", Expires: noon.Add(time.Hour), Revoked: noon.Add(-time.Second)},
		} {
			token.ID, token.Name, token.Created, token.Sum = "tok_"+name, name, noon.Add(-time.Hour), sha256.Sum256([]byte(secretOf(name)))
			must(0, tx.PutAccessToken(token))
		}
		return nil
	}))
}

// plainPages returns pages with a short text each.
func plainPages() pages.Pages {
	return pages.Pages{
		Policy: policy,
		Error: func(status int, l pages.HostLook) []byte {
			page := "<h1>" + strconv.Itoa(status) + " " + http.StatusText(status) + "</h1>"
			if l.Brand != nil {
				page += " " + l.Brand.Name
			}
			return []byte(page + "." + foot(l))
		},
		Password: func(f pages.Form) []byte {
			text := fmt.Appendf(nil, "<form method=post> {Wrong:%t Wait:%d}", f.Wrong, f.Wait)
			if f.Plain {
				text = append(text, " over http"...)
			}
			return text
		},
		List: func(i pages.ManualList) ([]byte, error) {
			text := "index of " + i.Address
			for _, m := range i.Listed {
				text += " " + m.ID + " " + m.Title
			}
			return []byte(text + foot(i.Look)), nil
		},
		AddBar: func(page []byte, until time.Time) []byte {
			return fmt.Appendf(nil, "until %s: %s", until.Format(time.TimeOnly), page)
		},
		PageFiles: map[string]manual.PageFile{
			"/-/page.0123.css": {Type: "text/css; charset=utf-8", Body: []byte(styleBody)},
			"/-/tiny.4567.js":  {Type: "text/javascript; charset=utf-8", Body: []byte("1")},
		},
		Icon: func(path string) (manual.PageFile, bool) {
			return manual.PageFile{Type: "image/svg+xml", Body: []byte("<svg/>")}, path == "/-/icon.0b5fff.svg"
		},
	}
}

// foot returns what the pages say of the host.
func foot(l pages.HostLook) string {
	text := ""
	if l.Answers() != "" {
		text += " Answers at " + l.Site.String() + "."
	}
	if l.Base != "" {
		text += " Assets at " + l.Base + "."
	}
	return text
}

// A testServer is a server with its own store and clock.
type testServer struct {
	db      *db.DB
	handler *Handler
	url     string
	client  *http.Client
	log     *logBuffer

	elapsed atomic.Int64 // since noon, in nanoseconds
}

// A logBuffer collects the log of a server.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (ts *testServer) clock() time.Time { return noon.Add(time.Duration(ts.elapsed.Load())) }

func (ts *testServer) advance(d time.Duration) { ts.elapsed.Add(int64(d)) }

// filledFile returns the database file of a store after [fill].
var filledFile = sync.OnceValue(func() []byte {
	folder := must(os.MkdirTemp("", "designmanual-"))
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "designmanual.db")
	store := must(db.Open(path))
	fill(store)
	must(0, store.Close())
	return must(os.ReadFile(path))
})

// filledStore returns the path of a new copy of filledFile.
func filledStore(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "designmanual.db")
	ok(t, os.WriteFile(path, filledFile(), 0o600))
	return path
}

// newServer starts a server with a filled store.
func newServer(t testing.TB, change func(*Options)) *testServer {
	t.Helper()
	return serve(t, filledStore(t), change)
}

// serve starts a server with the store at path until the test ends.
func serve(t testing.TB, path string, change func(*Options)) *testServer {
	t.Helper()
	store := must(db.Open(path))
	t.Cleanup(func() { ok(t, store.Close()) })
	transport := &http.Transport{DisableCompression: true} // tests set Accept-Encoding
	ts := &testServer{db: store, log: new(logBuffer), client: &http.Client{Transport: transport}}
	o := Options{Now: ts.clock, Log: slog.New(slog.NewTextHandler(ts.log, nil)), Pages: plainPages()}
	rates("1000000-H", "2000000-H")(&o)
	if change != nil {
		change(&o)
	}
	ts.handler = New(store, o)
	ts.handler.SetReady(true)
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	ts.url = "http://" + l.Addr().String()
	s := http1.NewServer(ts.handler, slog.New(slog.DiscardHandler))
	go func() { _ = s.Serve(l) }() // until it is shut down
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		within, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := s.Shutdown(within); err != nil {
			t.Errorf("the server has not ended in time: %v", err)
		}
	})
	return ts
}

func (ts *testServer) update(t testing.TB, change func(tx *db.Tx) error) {
	t.Helper()
	ok(t, ts.db.Update(context.Background(), change))
}

// put adds a manual to the store, or replaces the one with its id.
func (ts *testServer) put(t testing.TB, s *snapshot) {
	t.Helper()
	ts.update(t, func(tx *db.Tx) error { return put(tx, s) })
}

// put puts a snapshot with its files.
func put(tx *db.Tx, s *snapshot) error {
	files := slices.Concat(s.Manual.Files, s.DraftFiles)
	for _, f := range append(files, manual.SmallerFiles(files, s.Smaller)...) {
		if !tx.HasFile(f.Sum, f.Size) {
			if err := tx.SaveFile(f.Sum, f.Size, bytes.NewReader(fileContent(f.Name, int(f.Size)))); err != nil {
				return err
			}
		}
	}
	return tx.PutManual(s.packed())
}

// rates sets the rate limits of addresses and access tokens.
func rates(address, token string) func(*Options) {
	return func(o *Options) {
		o.Rate, o.AccessTokenRate = must(ratelimit.ParseRate(address)), must(ratelimit.ParseRate(token))
	}
}

// overHTTP2 starts an HTTP/2 server with the same handler.
func (ts *testServer) overHTTP2(t *testing.T) *testServer {
	server := httptest.NewUnstartedServer(ts.handler)
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	return &testServer{url: server.URL, client: server.Client()}
}

// fingerprint returns the entity tag of a body, without quotes.
func fingerprint(body []byte) string { return fmt.Sprintf("%x", sha256.Sum256(body)) }

// pieceSize is the size of the pieces in which files are stored.
const pieceSize = 64 << 10

// drawn returns the body of a document of a manual.
func (ts *testServer) drawn(id string, kind manual.DocumentKind) []byte {
	ix := ts.db.Index()
	return must(render.Document(ts.db, ix, ix.Manual(id), kind))
}
