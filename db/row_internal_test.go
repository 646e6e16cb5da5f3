package db

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"designmanual/db/manual"
)

// rowHeads returns heads of all visibilities, with no document, one, two and
// three, the last one by slug first.
func rowHeads() (heads []headRecord) {
	noon := time.Date(2026, 5, 4, 12, 0, 0, 5, time.UTC)
	for i, visibility := range manual.Visibilities {
		head := headRecord{
			Slug: fmt.Sprint("slug-", 9-i), Title: strings.Repeat("Title ", i*1000), Subdomain: strings.Repeat("s", i%2*(i+1)),
			Password: strings.Repeat("p", i%3), Visibility: visibility, UpdatedAt: instant{noon.Add(time.Duration(i))},
			Primary: i == 2, Flagged: i%2 == 1, Published: i > 0,
		}
		if i == 2 {
			head.ExpiresAt = instant{noon}
		}
		for _, kind := range documentKinds[:i] {
			head.Documents = append(head.Documents, documentHead{Kind: kind, ETag: sum{byte(i)}, Mark: mark{1}, IdentityLen: 2, GzipLen: 3})
		}
		heads = append(heads, head)
	}
	return heads
}

// rowsOf returns rows of those of the heads, beside texts that they share.
func rowsOf(t *testing.T, heads []headRecord, which ...int) []loose {
	t.Helper()
	var texts strings.Builder
	rows := make([]loose, len(which))
	for at, i := range which {
		rows[at].row = new(row)
		if err := rows[at].row.fill(fmt.Sprint("man_", i), &heads[i], &texts); err != nil {
			t.Fatalf("manual %d: %v", i, err)
		}
	}
	for at := range rows {
		rows[at].texts = texts.String()
	}
	return rows
}

// checkRows holds what the entries of a brand say against the heads.
func checkRows(t *testing.T, b *Brand, heads []headRecord) {
	t.Helper()
	for i := range heads {
		want := &heads[i]
		e := b.Manual(want.Slug)
		if e.IsZero() {
			t.Fatalf("there is no manual %d", i)
		}
		got := headRecord{
			Slug: e.Slug(), Title: e.Title(), Subdomain: e.Subdomain(), Password: e.Password(), Visibility: e.Visibility(),
			UpdatedAt: instant{e.UpdatedAt()}, ExpiresAt: instant{e.ExpiresAt()},
			Primary: e.Primary(), Flagged: e.Flagged(), Published: e.Published(),
		}
		for j := range e.row.all() {
			d := &e.row.all()[j]
			got.Documents = append(got.Documents, documentHead{d.kind(), d.etag, d.mark, d.identityLen, d.gzipLen})
		}
		if !got.same(want) || e.ID() != fmt.Sprint("man_", i) || e.Brand != b || e.Primary() != (e == b.Primary) {
			t.Errorf("entry %d of %s says %.200v, want %.200v", i, e.ID(), got, want)
		}
	}
}

// What a head says is what the entry says that is made of it, whatever other
// manuals its brand has, and whether they are new or of the brand as it was. What was learnt
// stays known, and what is learnt of the brand as it was is not learnt of this.
func TestRow(t *testing.T) {
	heads := rowHeads()
	first, err := newBrand(manual.Brand{Slug: "acme"}, rowsOf(t, heads, 0, 1, 2, 3))
	if err != nil {
		t.Fatal(err)
	}
	checkRows(t, first, heads)
	learnt := first.Manual(heads[3].Slug).row.document(documentKinds[2])
	learnt.learn(verified, 4096)

	fresh := rowsOf(t, heads, 2, 0)
	second, err := newBrand(manual.Brand{Slug: "acme"}, []loose{first.loose(0), fresh[1], first.loose(2), fresh[0]})
	if err != nil {
		t.Fatal(err)
	}
	checkRows(t, second, heads)
	learnt.learn(spoilt, 0)
	if d := second.Manual(heads[3].Slug).row.document(documentKinds[2]); d.state() != verified || d.offset() != 4096 {
		t.Errorf("state %d at %d", d.state(), d.offset())
	}
}

// What no row can have is refused by name.
func TestNoRow(t *testing.T) {
	for _, bad := range []struct {
		head headRecord
		want string
	}{
		{headRecord{Visibility: "hidden"}, `visibility "hidden"`},
		{headRecord{Visibility: manual.Public, Documents: []documentHead{{Kind: "poster"}}}, `kind of document "poster"`},
		{headRecord{Visibility: manual.Public, Documents: make([]documentHead, len(documentKinds)+1)}, "16 documents of 15 kinds"},
	} {
		var texts strings.Builder
		if err := new(row).fill("man_x", &bad.head, &texts); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%v, want %s", err, bad.want)
		}
	}
}

// A brand has one primary manual, and one of each slug.
func TestNoBrand(t *testing.T) {
	heads := rowHeads()
	heads[1].Slug = heads[3].Slug
	for _, row := range []struct {
		which []int
		want  string
	}{
		{[]int{2, 1, 3}, "the manuals man_1 and man_3 have the slug slug-6"},
		{[]int{2, 0, 2}, "the manuals man_2 and man_2 have the slug slug-7"},
		{[]int{0, 1}, "none of its manuals is primary"},
	} {
		_, err := newBrand(manual.Brand{Slug: "acme"}, rowsOf(t, heads, row.which...))
		if !errors.Is(err, ErrConflict) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%v: %v, want %s", row.which, err, row.want)
		}
	}
	heads[0].Primary = true
	if _, err := newBrand(manual.Brand{}, rowsOf(t, heads, 0, 2)); !errors.Is(err, ErrConflict) || !strings.Contains(err.Error(), "man_2 and man_0 are both primary") {
		t.Error(err)
	}
}

// What is learnt of a document leaves its kind as it is.
func TestLearn(t *testing.T) {
	for _, kind := range documentKinds {
		var d document
		if err := d.fill(&documentHead{Kind: kind}); err != nil {
			t.Fatal(err)
		}
		for _, row := range []struct{ state, offset uint64 }{{unverified, 0}, {verified, 0}, {verified, 1}, {verified, 1<<48 - 1}, {spoilt, 0}} {
			d.learn(row.state, row.offset)
			if d.kind() != kind || d.state() != row.state || d.offset() != row.offset {
				t.Errorf("%s %v is %s %d %d", kind, row, d.kind(), d.state(), d.offset())
			}
		}
	}
}
