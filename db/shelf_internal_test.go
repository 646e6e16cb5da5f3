package db

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"designmanual/db/manual"
)

// What a head says is what the entry says that is put on a shelf, whatever
// else is put there before and after it.
func TestShelf(t *testing.T) {
	noon := time.Date(2026, 5, 4, 12, 0, 0, 5, time.UTC)
	var heads []headRecord
	documents := 0
	for i, visibility := range manual.Visibilities {
		head := headRecord{
			Slug: fmt.Sprint("slug-", i), Title: strings.Repeat("Title ", i*1000), Subdomain: strings.Repeat("s", i%2),
			Password: strings.Repeat("p", i%3), Visibility: visibility, UpdatedAt: instant{noon.Add(time.Duration(i))},
			Primary: i%2 == 0, Flagged: i%2 == 1, Published: i > 0,
		}
		if i == 2 {
			head.ExpiresAt = instant{noon}
		}
		for _, kind := range documentKinds[:i] {
			head.Documents = append(head.Documents, documentHead{Kind: kind, ETag: sum{byte(i)}, Mark: mark{1}, IdentityLen: 2, GzipLen: 3})
		}
		documents += len(head.Documents)
		heads = append(heads, head)
	}
	shelf := newShelf(documents)
	entries := make([]Entry, len(heads))
	for i := range heads {
		if !shelf.room(len(heads[i].Documents)) {
			t.Fatalf("no room for manual %d", i)
		}
		var ok bool
		if entries[i], ok = shelf.put(fmt.Sprint("man_", i), &heads[i]); !ok {
			t.Fatalf("manual %d is not put", i)
		}
	}
	for i := range entries {
		e := &entries[i]
		got := headRecord{
			Slug: e.Slug(), Title: e.Title(), Subdomain: e.Subdomain(), Password: e.Password(), Visibility: e.Visibility(),
			UpdatedAt: instant{e.UpdatedAt()}, ExpiresAt: instant{e.ExpiresAt()},
			Primary: e.Primary, Flagged: e.Flagged, Published: e.Published,
		}
		for j := range e.documents() {
			d := &e.documents()[j]
			got.Documents = append(got.Documents, documentHead{d.kind(), d.etag, d.mark, d.identityLen, d.gzipLen})
		}
		if !got.same(&heads[i]) || e.ID() != fmt.Sprint("man_", i) {
			t.Errorf("entry %d of %s says %.200v, want %.200v", i, e.ID(), got, heads[i])
		}
	}
	if shelf.room(1) {
		t.Error("there is room for more")
	}
	for name, head := range map[string]headRecord{
		"visibility": {Visibility: "hidden"},
		"document":   {Visibility: manual.Public, Documents: []documentHead{{Kind: "poster"}}},
	} {
		if _, ok := newShelf(1).put("man_x", &head); ok {
			t.Errorf("a %s of no kind is put", name)
		}
	}
}

// What is learnt of a document leaves its kind as it is.
func TestLearn(t *testing.T) {
	for _, kind := range documentKinds {
		var d document
		if !d.fill(&documentHead{Kind: kind}) {
			t.Fatalf("there is no kind %s", kind)
		}
		for _, row := range []struct{ state, offset uint64 }{{unverified, 0}, {verified, 0}, {verified, 1}, {verified, 1<<48 - 1}, {spoilt, 0}} {
			d.learn(row.state, row.offset)
			if d.kind() != kind || d.state() != row.state || d.offset() != row.offset {
				t.Errorf("%s %v is %s %d %d", kind, row, d.kind(), d.state(), d.offset())
			}
		}
	}
}
