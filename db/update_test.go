package db_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"weak"

	"designmanual/db"
	"designmanual/db/manual"
)

// Everything is read as it was written, also after the store was opened again.
func TestRoundTrip(t *testing.T) {
	d := openFilled(t)
	s := snapshot("acme", "man_end", "end", "end")
	s.Visibility, s.PasswordHash, s.Subdomain, s.MarkedPrimary = manual.Password, "$2a$hash", "the-end", true
	s.UpdatedAt = time.Date(2026, 5, 4, 11, 30, 0, 123456789, time.FixedZone("", 2*3600))
	s.ExpiresAt = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	s.Summary = manual.Summary{Lang: "nb", Themes: [][len(manual.ThemeRoles)]string{{"#fff", 3: "#000"}}, Fonts: []manual.SummaryFont{{Name: "body"}}}
	s.ModeCount, s.SeedPath = 2, "/seeds/acme.json"
	s.Model.Description, s.Model.UpdatedAt, s.Model.ExpiresAt = "How Acme ends.", s.UpdatedAt.UTC(), s.ExpiresAt
	s.Model.Sections = append(s.Model.Sections, manual.Section{ID: "empty", Content: []byte(`{"a":1}`), Blocks: []manual.Block{}})
	draft := *s.Model
	draft.Title, draft.UpdatedAt, draft.ExpiresAt = "A draft", time.Time{}, time.Time{}
	s.Draft = &draft
	declared := manual.DeclaredToken{ID: "tok_1", Name: "builds", Sum: [32]byte{9}, Expires: day, File: "bison.json"}
	update(t, d, func(tx *db.Tx) error {
		return errors.Join(putAll(tx, s), tx.PutBrand(manual.BrandSettings{Slug: "bison", Name: "Bison", DeclaredTokens: []manual.DeclaredToken{declared}}))
	})
	for _, state := range []string{"written", "opened again"} {
		t.Run(state, func(t *testing.T) {
			m := d.Index().Manual("man_end")
			head := []any{m.Brand.Slug, m.ID, m.Slug, m.Subdomain, m.Primary, m.MarkedPrimary, m.Published, m.Visibility, m.UpdatedAt, m.ExpiresAt, m.PasswordHash,
				m.HasDraft, m.ModeCount, m.SeedPath, m.Summary}
			want := []any{"acme", "man_end", "end", "the-end", false, true, true, manual.Password, s.Model.UpdatedAt, s.Model.ExpiresAt, "$2a$hash",
				true, 2, "/seeds/acme.json", s.Summary}
			if !reflect.DeepEqual(head, want) {
				t.Errorf("the head is %v, want %v", head, want)
			}
			if access := d.Index().Brand("bison").DeclaredTokens; len(access) != 1 || access[0] != declared {
				t.Errorf("declared are %+v", access)
			}
			for kind, body := range map[manual.DocumentKind][]byte{manual.ManualDocument: s.Bodies.ManualJSON, manual.TokensDocument: s.Bodies.TokensJSON} {
				if got := read(t, d, "man_end", kind); got != string(body) {
					t.Errorf("%s is %s, want %s", kind, got, body)
				}
			}
			c := must(d.Content(d.Index(), m))
			if model := must(c.Model()); !reflect.DeepEqual(model, s.Model) {
				t.Errorf("the model is %+v, want %+v", model, s.Model)
			}
			if model := must(c.Draft()); !reflect.DeepEqual(model, &draft) {
				t.Errorf("the draft is %+v, want %+v", model, draft)
			}
			if !reflect.DeepEqual(c.Notes, s.Notes) || !reflect.DeepEqual(c.Ledger, s.Ledger) {
				t.Errorf("notes and ledger are %+v, %+v, want %+v, %+v", c.Notes, c.Ledger, s.Notes, s.Ledger)
			}
		})
		d = openAgain(t, d)
	}
}

// Documents are compressed without a time in their header.
func TestCompress(t *testing.T) {
	d := openFilled(t)
	for _, text := range []string{"{}", strings.Repeat("manual ", 1000), "{}"} {
		s := snapshot("acme", "man_press", "press", "press")
		s.Bodies.ManualJSON = []byte(text)
		put(t, d, s)
		body := must(d.ReadDocument(d.Index(), d.Index().Manual("man_press"), manual.ManualDocument, true))
		if header := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0}; !bytes.HasPrefix(body, header) {
			t.Errorf("%.10q begins with % x, want % x", text, body[:8], header)
		}
		if again := must(io.ReadAll(must(gzip.NewReader(bytes.NewReader(body))))); string(again) != text || read(t, d, "man_press", manual.ManualDocument) != text {
			t.Errorf("%.10q comes back as %.10q", text, again)
		}
	}
}

// The ledger of a removed manual stays for a year, until the manual is back.
func TestGone(t *testing.T) {
	now := day
	d := openFilled(t)
	db.SetClock(d, func() time.Time { return now })
	anchors := func() (found map[string]string) {
		update(t, d, func(tx *db.Tx) error {
			found = tx.RemovedLedger("acme", "man_press").Anchors
			return nil
		})
		return found
	}
	update(t, d, func(tx *db.Tx) error { return tx.RemoveManual("acme", "man_press") })
	d = openAgain(t, d)
	db.SetClock(d, func() time.Time { return now })
	if got := anchors(); got["old"] != "press" {
		t.Errorf("after the removal: %v", got)
	}
	put(t, d, snapshot("acme", "man_press", "press", "press"))
	if got := anchors(); got != nil {
		t.Errorf("after it is back: %v", got)
	}
	update(t, d, func(tx *db.Tx) error { return tx.RemoveManual("acme", "man_press") })
	now = now.AddDate(1, 0, 1)
	putBrands(t, d, "later")
	if got := anchors(); got != nil {
		t.Errorf("after a year: %v", got)
	}
	verify(t, d)
	d = openFilled(t)
	update(t, d, func(tx *db.Tx) error { return tx.RemoveBrand("acme") })
	if got := anchors(); got["old"] != "press" {
		t.Errorf("after the removal of the brand: %v", got)
	}
}

// Files that an update puts are stored with the manuals that name them, of any size,
// and only then.
func TestPutFile(t *testing.T) {
	d := openFilled(t)
	for _, size := range []int{1, 64 << 10, 64<<10 + 1, 17<<20 + 5} {
		data, sum := randomContent(size)
		f := manual.File{Ref: "a", Name: "a", Sum: sum, Size: int64(size)}
		s := withFiles(snapshot("acme", "man_press", "press", "press"), f)
		if err := d.Update(t.Context(), func(tx *db.Tx) error { return putAll(tx, s) }); !errors.Is(err, db.ErrConflict) {
			t.Errorf("%d bytes: a manual without its file: %v", size, err)
		}
		update(t, d, func(tx *db.Tx) error {
			if tx.HasFile(sum, int64(size)) {
				t.Errorf("%d bytes are there already", size)
			}
			return errors.Join(tx.SaveFile(sum, int64(size), bytes.NewReader(data)), putAll(tx, s))
		})
		if got, err := readFile(d, f); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes of %d, %v", len(got), size, err)
		}
		verify(t, d)
		update(t, d, func(tx *db.Tx) error {
			if !tx.HasFile(sum, int64(size)) {
				t.Errorf("%d bytes are not there", size)
			}
			return putAll(tx, snapshot("acme", "man_press", "press", "press"))
		})
		if _, err := readFile(d, f); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("%d bytes that no manual names: %v", size, err)
		}
		verify(t, d)
	}
}

// Putting what is stored already writes nothing.
func TestPutUnchanged(t *testing.T) {
	d := openFilled(t)
	before, ix := must(os.ReadFile(d.Path())), d.Index()
	fill(t, d)
	if checkUnchanged(t, d, before); d.Index() != ix {
		t.Error("the index was replaced")
	}
}

// An update that fails changes nothing.
func TestUpdateFails(t *testing.T) {
	broken := errors.New("broken")
	cancelled, cancel := context.WithCancelCause(t.Context())
	change := func(tx *db.Tx) error { return putAll(tx, primary(snapshot("acme", "man_guide", "guide", "changed"))) }
	tests := []struct {
		name   string
		ctx    context.Context
		change func(tx *db.Tx) error
		want   error
	}{
		{"error", t.Context(), func(tx *db.Tx) error { return errors.Join(change(tx), broken) }, broken},
		{"ignored error of a method", t.Context(), func(tx *db.Tx) error {
			_ = tx.RemoveManual("acme", "man_none")
			return change(tx)
		}, db.ErrNotFound},
		{"cancelled", cancelled, func(tx *db.Tx) error {
			cancel(broken)
			return change(tx)
		}, broken},
	}
	d := openFilled(t)
	before, ix := must(os.ReadFile(d.Path())), d.Index()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := d.Update(test.ctx, test.change); !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if checkUnchanged(t, d, before); d.Index() != ix {
				t.Error("the index was replaced")
			}
		})
	}
	t.Run("panic", func(t *testing.T) {
		defer func() {
			if recover() != broken {
				t.Error("Update does not pass on the panic")
			}
			update(t, d, change) // no lock is held
		}()
		_ = d.Update(t.Context(), func(*db.Tx) error { panic(broken) })
	})
}

// Parts of a store are removed one after the other, and some put again.
func TestRemove(t *testing.T) {
	d := openFilled(t)
	again := func(tx *db.Tx, removed error) error {
		return errors.Join(removed, tx.PutBrand(bison), putAll(tx, primary(snapshot("bison", "man_bison", "book", "bison"))))
	}
	steps := []struct {
		name   string
		change func(tx *db.Tx) error
		want   string
	}{
		{"publication", func(tx *db.Tx) error {
			return putAll(tx, unpublished("acme", "man_press", "press"))
		}, "acme: guide press(not published); bison: book; tokens 1"},
		{"a manual, and put again", func(tx *db.Tx) error {
			return again(tx, tx.RemoveManual("bison", "man_bison"))
		}, "acme: guide press(not published); bison: book; tokens 1"},
		{"a brand, and put again", func(tx *db.Tx) error {
			return again(tx, tx.RemoveBrand("bison"))
		}, "acme: guide press(not published); bison: book; tokens 1"},
		{"a manual", func(tx *db.Tx) error { return tx.RemoveManual("acme", "man_press") }, "acme: guide; bison: book; tokens 1"},
		{"the last manual", func(tx *db.Tx) error { return tx.RemoveManual("bison", "man_bison") }, "acme: guide; bison:; tokens 1"},
		{"a brand", func(tx *db.Tx) error { return tx.RemoveBrand("acme") }, "bison:; tokens 0"},
		{"a brand, and put with another manual", func(tx *db.Tx) error {
			return errors.Join(tx.RemoveBrand("bison"), tx.PutBrand(bison), putAll(tx, primary(snapshot("bison", "man_new", "new", "new"))))
		}, "bison: new; tokens 0"},
		{"a new brand", func(tx *db.Tx) error {
			return errors.Join(tx.PutBrand(acme), tx.PutAccessToken(db.AccessToken{ID: "t", Brand: "acme"}), tx.RemoveBrand("acme"))
		}, "bison: new; tokens 0"},
	}
	for _, step := range steps {
		update(t, d, step.change)
		verify(t, d)
		written := outline(d.Index())
		d = openAgain(t, d)
		if got := outline(d.Index()); written != step.want || got != step.want {
			t.Errorf("%s: %s, opened again %s, want %s", step.name, written, got, step.want)
		}
	}
}

// outline describes an index: the manuals of every brand, and the number of tokens.
func outline(ix *db.Index) (text string) {
	for b := range ix.Brands() {
		text += b.Slug + ":"
		for m := range b.Manuals() {
			text += " " + m.Slug
			if !m.Published {
				text += "(not published)"
			}
		}
		text += "; "
	}
	return text + fmt.Sprint("tokens ", len(slices.Collect(ix.AccessTokens())))
}

// The writing methods fail in an Inspect.
func TestViewReadOnly(t *testing.T) {
	d := openFilled(t)
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		put := putAll(tx, primary(snapshot("acme", "man_guide", "guide", "changed")))
		for _, err := range []error{put, tx.PutBrand(acme), tx.RemoveBrand("acme"), tx.SetSite(site), tx.PutAccessToken(db.AccessToken{ID: "t", Brand: "acme"})} {
			if !errors.Is(err, db.ErrRefused) {
				t.Errorf("error %v, want %v", err, db.ErrRefused)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// The methods of a closed store fail.
func TestClosed(t *testing.T) {
	d := openFilled(t)
	closeStore(t, d)
	_, read := d.ReadDocument(d.Index(), d.Index().Manual("man_guide"), manual.ManualDocument, false)
	for name, err := range map[string]error{
		"Close":   d.Close(),
		"Read":    read,
		"Update":  d.Update(t.Context(), func(*db.Tx) error { return nil }),
		"Inspect": d.Read(t.Context(), func(*db.Tx) error { return nil }),
		"Verify":  d.Verify(t.Context(), func(db.Defect) {}),
		"Backup":  d.Backup(t.Context(), os.Stderr),
	} {
		if !errors.Is(err, os.ErrClosed) {
			t.Errorf("%s: %v, want %v", name, err, os.ErrClosed)
		}
	}
}

// Nothing of the state before an update stays in memory.
func TestUpdateReleasesIndex(t *testing.T) {
	d := openFilled(t)
	before := weak.Make(d.Index())
	for n := range 3 {
		update(t, d, func(tx *db.Tx) error { return putAll(tx, snapshot("acme", "man_press", "press", fmt.Sprint(n))) })
		runtime.GC()
	}
	if before.Value() != nil {
		t.Error("the index of the state before is still in use")
	}
}
