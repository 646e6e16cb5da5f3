package db_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// contents is everything that can be read out of a store, by name. What is
// damaged is missing.
type contents map[string]string

// readAll reads everything and returns what it got and what it was refused.
func readAll(tb testing.TB, d *db.DB) (got contents, refused map[string]error) {
	tb.Helper()
	got, refused = make(contents), make(map[string]error)
	note := func(name, text string, err error) {
		if err != nil {
			refused[name] = err
		} else {
			got[name] = text
		}
	}
	ix := d.Index()
	got["site"] = ix.Site.String()
	for token := range ix.Tokens() {
		got["token "+token.ID] = fmt.Sprint(token.Brand, token.Name, token.Sum, token.Created, token.Expires, token.Revoked)
	}
	for b := range ix.Brands() {
		got["brand "+b.Slug] = fmt.Sprint(b.Brand, b.Primary.ID)
		for e := range b.Manuals() {
			got["manual "+e.ID] = fmt.Sprint(e.Slug, e.Subdomain, e.Primary, e.Flagged, e.Published, e.Visibility, e.UpdatedAt, e.ExpiresAt, e.Password)
			for _, kind := range []manual.DocumentKind{manual.ManualDocument, manual.TokensDocument, manual.StructuredDocument, manual.ResolverDocument} {
				if _, ok := e.Document(kind); !ok {
					continue
				}
				for _, gzip := range []bool{false, true} {
					body, err := d.Read(tb.Context(), ix, e, kind, gzip, nil)
					note(fmt.Sprint(e.ID, kind, gzip), string(body), err)
				}
			}
			err := d.View(tb.Context(), func(tx *db.Tx) error {
				m, err := tx.Model(e)
				note(e.ID+"model", fmt.Sprintf("%+v", m), err)
				ed, err := tx.Editorial(e)
				note(e.ID+"editorial", fmt.Sprintf("%+v", ed), err)
				return nil
			})
			if err != nil {
				refused["view "+e.ID] = err
			}
		}
	}
	return got, refused
}

// large fills a store with brands and manuals enough for branch pages in its
// trees, in several transactions, so that old pages lie about.
func large(tb testing.TB, d *db.DB) {
	tb.Helper()
	fill(tb, d)
	for round := range 3 {
		for n := range 24 {
			update(tb, d, func(tx *db.Tx) error {
				brand := fmt.Sprintf("brand-%02d", n%2)
				if err := tx.PutBrand(manual.Brand{Slug: brand, Name: strings.Repeat(brand, 20)}); err != nil {
					return err
				}
				id := fmt.Sprintf("man_%02d", n)
				s := snapshot(brand, id, fmt.Sprintf("manual-%02d", n), strings.Repeat(fmt.Sprint(round, n, ","), 60*(n+1)))
				s.Primary = n < 2
				if n%3 == 0 {
					s.Documents[manual.ResolverDocument] = document([]byte(`{"resolver":` + fmt.Sprint(n, round) + `}`))
				}
				if _, err := tx.Put(s); err != nil {
					return err
				}
				return tx.PutEditorial(brand, id, editorial(strings.Repeat("anchor", 10*n)))
			})
		}
	}
}

// TestFlippedByte flips one byte after the other of a closed file. Whatever
// it hits, what is still answered is what was written, and what is not says
// what helps.
func TestFlippedByte(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	d := openAt(t, path)
	large(t, d)
	want, refused := readAll(t, d)
	if len(refused) > 0 {
		t.Fatal(refused)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	tally := make(map[string]int)
	for _, offset := range flips(sound) {
		flipped := []byte{sound[offset] ^ byte(1<<(offset%8)), sound[offset] ^ 0xff}[offset/8%2:][:1]
		if _, err := file.WriteAt(flipped, int64(offset)); err != nil {
			t.Fatal(err)
		}
		tally[checkFlipped(t, path, offset, want)]++
		if _, err := file.WriteAt(sound[offset:offset+1], int64(offset)); err != nil {
			t.Fatal(err)
		}
	}
	t.Log(len(sound), "bytes:", tally)
	if tally["nothing"] == 0 || tally["record"] == 0 || tally["open"] == 0 {
		t.Errorf("the flips hit %v, want some of each", tally)
	}
}

// flips returns the offsets to flip: the first bytes of every page, where its
// structure is, and others at random.
func flips(file []byte) []int {
	random := rand.New(rand.NewPCG(1, 2))
	var offsets []int
	for page := 0; page < len(file); page += os.Getpagesize() {
		if bytes.Count(file[page:page+os.Getpagesize()], []byte{0}) == os.Getpagesize() {
			continue // never used
		}
		for n := range 96 {
			if page < 2*os.Getpagesize() || random.IntN(40) == 0 {
				offsets = append(offsets, page+n)
			}
		}
		offsets = append(offsets, page+random.IntN(os.Getpagesize()))
	}
	return offsets
}

// checkFlipped opens the file and compares what it reads with want. It
// returns what the flip has hit.
func checkFlipped(t *testing.T, path string, offset int, want contents) string {
	t.Helper()
	d, err := db.Open(path)
	if err != nil {
		if !errors.Is(err, db.ErrDamaged) && !errors.Is(err, db.ErrNewerSchema) || !strings.Contains(err.Error(), "restore") {
			t.Errorf("offset %d: opening: %v", offset, err)
		}
		return "open"
	}
	defer d.Close()
	got, refused := readAll(t, d)
	for name, err := range refused {
		if !errors.Is(err, db.ErrDamaged) || !strings.Contains(err.Error(), "restore") {
			t.Errorf("offset %d: reading %s: %v", offset, name, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		text, ok := got[name]
		if refused[name] == nil && (!ok || text != want[name]) {
			t.Errorf("offset %d: %s is %.60q, want %.60q", offset, name, text, want[name])
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("offset %d: there is more than was written: %v", offset, got)
	}
	if len(refused) > 0 {
		return "record"
	}
	return "nothing"
}

// TestBranchLeadsBack has every branch page lead back to itself, which would
// send a reader in circles for ever.
func TestBranchLeadsBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	d := openAt(t, path)
	large(t, d)
	want, _ := readAll(t, d)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tally := make(map[string]int)
	for at := 2 * os.Getpagesize(); at < len(sound); at += os.Getpagesize() {
		id, flags := sound[at:at+8], binary.NativeEndian.Uint16(sound[at+8:])
		if flags != 1 || binary.NativeEndian.Uint64(id) != uint64(at/os.Getpagesize()) {
			continue
		}
		for element := range binary.NativeEndian.Uint16(sound[at+10:]) {
			circular := bytes.Clone(sound)
			copy(circular[at+16+16*int(element)+8:], id)
			if err := os.WriteFile(path, circular, 0o600); err != nil {
				t.Fatal(err)
			}
			tally[checkFlipped(t, path, at, want)]++
		}
	}
	t.Log(tally)
	if tally["record"] == 0 || tally["open"] == 0 {
		t.Errorf("the branches hit %v, want some of each", tally)
	}
}

// TestCutShort opens files that end too early.
func TestCutShort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	d := openAt(t, path)
	large(t, d)
	want, _ := readAll(t, d)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, length := range []int{0, 1, 79, 80, 4095, 4096, 4176, 8191, 8192, 16384, 20000, len(sound) / 2} {
		if err := os.WriteFile(path, sound[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		if hit := checkFlipped(t, path, length, want); hit != "open" {
			t.Errorf("a file of %d bytes: opened", length)
		}
		after, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(after, sound[:length]) {
			t.Errorf("a file of %d bytes: it was changed, %v", length, err)
		}
	}
}

// TestCutWhileOpen cuts the file under an open store, which must not take the
// process with it.
func TestCutWhileOpen(t *testing.T) {
	for _, length := range []int64{300_000, 20_000, 100} {
		t.Run(fmt.Sprint(length), func(t *testing.T) {
			d := open(t)
			large(t, d)
			want, _ := readAll(t, d)
			if err := os.Truncate(d.Path(), length); err != nil {
				t.Fatal(err)
			}
			got, refused := readAll(t, d)
			if len(refused) == 0 {
				t.Error("nothing was refused")
			}
			for name, err := range refused {
				if !errors.Is(err, db.ErrDamaged) {
					t.Errorf("reading %s: %v", name, err)
				}
			}
			for name, text := range got {
				if text != want[name] {
					t.Errorf("%s is %.60q, want %.60q", name, text, want[name])
				}
			}
			err := d.Update(t.Context(), func(tx *db.Tx) error { return tx.RemoveBrand("brand-00") })
			if !errors.Is(err, db.ErrDamaged) {
				t.Errorf("updating: %v", err)
			}
		})
	}
}

// TestUpdateAfterFlip flips bytes and then updates the store: what it answers
// after that is what was written or an error.
func TestUpdateAfterFlip(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "manuals.db")
	d := openAt(t, path)
	large(t, d)
	want, _ := readAll(t, d)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	offsets := flips(sound)
	random := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		offset := offsets[random.IntN(len(offsets))]
		damaged := bytes.Clone(sound)
		damaged[offset] ^= 0xff
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := db.Open(path)
		if err != nil {
			continue // TestFlippedByte looks at these
		}
		err = d.Update(t.Context(), func(tx *db.Tx) error {
			if _, err := tx.Put(primary(snapshot("acme", "man_guide", "guide", "changed"))); err != nil {
				return err
			}
			return tx.Remove("brand-01", "man_05")
		})
		if err != nil && !errors.Is(err, db.ErrDamaged) {
			t.Errorf("offset %d: updating: %v", offset, err)
		}
		got, _ := readAll(t, d)
		for name, text := range got {
			if !strings.Contains(name, "man_guide") && text != want[name] {
				t.Errorf("offset %d: %s is %.60q, want %.60q", offset, name, text, want[name])
			}
		}
		_ = d.Close()
	}
}
