package metrics

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"runtime"

	"designmanual/db"
	"designmanual/db/manual"
)

// contents describes the contents of an index. Servers that answer every request
// alike have the same digest, whenever and in whatever order they imported the
// manuals. It covers the program's version, the site's address, the brands, and of each
// manual its access rules, the tags of its documents and its files. It does not cover what
// belongs to one server, such as access tokens created there.
type contents struct {
	index                  *db.Index
	digest                 string
	brands, manuals, files int // files with the same content count once
	fileBytes              int64
	snapshots              map[manual.Visibility]int
}

// current returns the contents of the current index, computed once per index.
func (m *Metrics) current() *contents {
	ix := m.o.Store.Index()
	c := m.contents.Load()
	if c == nil || c.index != ix {
		c = describe(ix, m.o.Version)
		m.contents.Store(c)
	}
	return c
}

// describe computes the contents of an index, as a version of the program serves them.
func describe(ix *db.Index, version string) *contents {
	c := &contents{index: ix, snapshots: make(map[manual.Visibility]int)}
	seen := make(map[[sha256.Size]byte]bool)
	h := sha256.New()
	add := func(what string, values ...any) { fmt.Fprintf(h, "%s %q\n", what, values) }
	add("site", ix.Site.String(), ix.Site.Home, version)
	for b := range ix.Brands() {
		c.brands++
		if b.Primary == nil && len(b.Domains) == 0 && len(b.DeclaredTokens) == 0 {
			continue // visitors cannot tell it from a brand that does not exist
		}
		add("brand", b.Slug, b.Name, b.Domains, b.Cover)
		for _, t := range b.DeclaredTokens {
			add("token", t.ID, t.Sum[:], t.Expires.UTC().String())
		}
		for e := range b.Manuals() {
			c.manuals++
			if e.Published {
				c.snapshots[e.Visibility]++
			}
			add(
				"manual", e.ID, e.Slug, e.Subdomain, e.Primary, e.Published, e.Visibility, e.PasswordHash,
				e.ExpiresAt.String(),
			)
			add("documents", e.ManualJSON.ETag(), e.TokensJSON.ETag(), e.ModelHash[:])
			for _, f := range e.Files {
				add("file", f.Name, f.Sum[:], f.Shared)
				if !seen[f.Sum] {
					seen[f.Sum] = true
					c.files++
					c.fileBytes += f.Size
				}
			}
		}
	}
	c.digest = hex.EncodeToString(h.Sum(nil))
	return c
}

// addState adds what the store and the server are like now.
func (t *text) addState(m *Metrics) {
	c := m.current()
	ready := 0.0
	if m.o.Ready() {
		ready = 1
	}
	t.addAccess(m, c.index)
	t.one(gauge, namespace+"ready", "Whether manuals are served.", ready)
	t.one(gauge, namespace+"brands", "Brands in the database.", float64(c.brands))
	t.one(gauge, namespace+"manuals", "Manuals in the database, unpublished ones too.", float64(c.manuals))
	t.begin(
		gauge, namespace+"snapshots", "Published manuals in the database, by visibility; those past their end date too.",
	)
	for _, v := range []manual.Visibility{manual.Public, manual.Unlisted, manual.Private, manual.Password} {
		t.sample("", float64(c.snapshots[v]), "visibility", string(v))
	}
	t.one(gauge, namespace+"files", "Files of manuals, each content once.", float64(c.files))
	t.one(gauge, namespace+"files_bytes", "Bytes of the files of manuals, each content once.", float64(c.fileBytes))
	if bytes := m.storeBytes(); bytes > 0 {
		t.one(gauge, namespace+"store_file_bytes", "Size of the database file.", float64(bytes))
	}
	t.one(
		gauge, namespace+"store_verified_timestamp_seconds",
		"When the database was opened, and so verified, in Unix time.", seconds(m.o.Verified),
	)
	t.one(
		gauge, namespace+"content_info", "Always 1; servers with the same digest serve the same.", 1, "digest",
		c.digest,
	)
	t.addCertificates(m.certificates())
	t.one(
		gauge, namespace+"build_info", "Always 1; the labels are the build.", 1, "commit", m.o.Commit, "go",
		runtime.Version(), "version", m.o.Version,
	)
}

// addAccess adds the number of requests with each valid access token, and how many tokens there are.
func (t *text) addAccess(m *Metrics, ix *db.Index) {
	t.begin(counter, namespace+"access_token_requests_total", "Requests with a valid access token, by its public id.")
	valid, invalid := 0, 0
	m.mu.Lock()
	for token := range ix.AccessTokens() {
		if !token.Valid(m.o.Now()) {
			invalid++
			continue
		}
		valid++
		if used := m.accessTokens[token.ID]; used > 0 {
			t.sample("", float64(used), "token", token.ID)
		}
	}
	m.mu.Unlock()
	t.begin(gauge, namespace+"access_tokens", "Access tokens in the database, by whether they are valid.")
	t.sample("", float64(valid), "state", "valid")
	t.sample("", float64(invalid), "state", "invalid")
}

// addCertificates adds when the certificate of each host ends. Prometheus takes a series once, so
// that the first certificate of a host counts.
func (t *text) addCertificates(all []certificate) {
	t.begin(
		gauge, namespace+"certificate_not_after_timestamp_seconds",
		"When the certificate of a host expires, in Unix time.",
	)
	hosts := make(map[string]bool)
	for _, c := range all {
		if hosts[c.Host] {
			continue
		}
		hosts[c.Host] = true
		t.sample("", seconds(c.NotAfter), "host", c.Host)
	}
}

// storeBytes returns the size of the database file, or 0 if it was deleted while
// the server has it open.
func (m *Metrics) storeBytes() int64 {
	info, err := os.Stat(m.o.Store.Path())
	if err != nil {
		return 0
	}
	return info.Size()
}
