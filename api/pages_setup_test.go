package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

const (
	policy    = "frame-ancestors 'none'"
	password  = "open sesame"
	styleBody = "body { color: #0B5FFF; } main { color: #0B5FFF; } nav { color: #0B5FFF; }"
)

// hashOf returns a bcrypt hash that costs as little as one can.
func hashOf(t testing.TB, password string) string {
	t.Helper()
	hash, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	return string(hash)
}

// plainPages are pages that say in a few words which they are.
func plainPages() *pages.Pages {
	return &pages.Pages{
		Policy: policy,
		Error: func(status int, brand *db.Brand) []byte {
			if brand == nil {
				return fmt.Appendf(nil, "<h1>%d %s</h1>", status, http.StatusText(status))
			}
			return fmt.Appendf(nil, "<h1>%d %s</h1> %s", status, http.StatusText(status), brand.Name)
		},
		Password: func(f pages.Form) []byte {
			return fmt.Appendf(nil, "<form method=post> {Wrong:%t Wait:%d}", f.Wrong, f.Wait)
		},
		Index: func(site manual.Site, listed []db.Entry) ([]byte, error) {
			text := "index of " + site.String()
			for _, e := range listed {
				text += " " + e.ID() + " " + e.Title()
			}
			return []byte(text), nil
		},
		Assets: map[string]pages.Asset{
			"/-/page.0123.css": {Type: "text/css; charset=utf-8", Body: []byte(styleBody)},
			"/-/tiny.4567.js":  {Type: "text/javascript; charset=utf-8", Body: []byte("1")},
		},
		Icon: func(path string) (pages.Asset, bool) {
			return pages.Asset{Type: "image/svg+xml", Body: []byte("<svg/>")}, path == "/-/icon.0b5fff.svg"
		},
	}
}

// newPageServer starts a server with pages. Every manual has a
// page that says "page of <id>", and there are two brands more: inn, whose
// manuals ask for passwords, and shy, which lists nothing.
func newPageServer(t testing.TB, change func(*Options)) *testServer {
	t.Helper()
	w := newTestServer(t, func(o *Options) {
		o.Pages = plainPages()
		if change != nil {
			change(o)
		}
	})
	hash := hashOf(t, password)
	w.update(t, func(tx *db.Tx) error {
		err := errors.Join(
			tx.PutBrand(manual.Brand{Slug: "inn", Name: "Inn"}),
			tx.PutBrand(manual.Brand{Slug: "shy", Name: "Shy"}),
		)
		locked := func(slug string, change func(*manual.Snapshot)) *manual.Snapshot {
			s := snapshotOf("inn", slug, manual.Password)
			s.Password = hash
			change(s)
			return s
		}
		manuals := append(snapshots(),
			locked("house", func(s *manual.Snapshot) { s.Primary, s.Flagged = true, true }),
			locked("cellar", func(*manual.Snapshot) {}),
			locked("attic", func(s *manual.Snapshot) { s.Subdomain = "inn-attic" }),
			locked("keyless", func(s *manual.Snapshot) { s.Password = "" }),
			locked("old", func(s *manual.Snapshot) { s.Manual.ExpiresAt = noon.Add(-time.Second) }),
			locked("ending", func(s *manual.Snapshot) { s.Manual.ExpiresAt = noon.Add(time.Hour) }),
			func() *manual.Snapshot {
				s := snapshotOf("shy", "diary", manual.Unlisted)
				s.Primary, s.Flagged = true, true
				return s
			}(),
		)
		for _, s := range manuals {
			if s.Published {
				s.Documents[manual.PageDocument] = documentOf("page of " + s.Manual.ID + strings.Repeat(".", 100))
				s.Documents[manual.IconDocument] = documentOf("icon of " + s.Manual.ID)
			}
			_, putErr := tx.Put(s)
			err = errors.Join(err, putErr)
		}
		return err
	})
	return w
}

func (w *testServer) update(t testing.TB, change func(tx *db.Tx) error) {
	t.Helper()
	if err := w.db.Update(context.Background(), change); err != nil {
		t.Fatal(err)
	}
}

// The hosts of the brands that only the server with pages has.
const (
	onInn   = "inn." + siteHost
	onAttic = "inn-attic." + siteHost
	onShy   = "shy." + siteHost
	onNone  = "nobody." + siteHost
)

// cookieName returns the name of the cookie of a manual's sessions.
func cookieName(e db.Entry) string {
	name, _, _ := strings.Cut(pages.Key{}.Begin(e, manual.Site{Scheme: "https"}, noon), "=")
	return name
}
