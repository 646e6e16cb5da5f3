package db

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"designmanual/db/manual"
)

// heads are heads of many shapes.
func heads() []headRecord {
	moment := time.Date(2026, 5, 4, 9, 30, 0, 999999999, time.UTC)
	return []headRecord{
		{Visibility: manual.Public, UpdatedAt: instant{time.Time{}.UTC()}, ExpiresAt: instant{time.Unix(0, 0).UTC()}},
		{
			Slug: "guide", Subdomain: string(bytes.Repeat([]byte("a"), 63)), Primary: true, Published: true,
			Visibility: manual.Password, Password: string(bytes.Repeat([]byte("$"), 300)),
			UpdatedAt: instant{moment}, ExpiresAt: instant{time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)},
			Model: sum{1}, Editorial: sum{31: 2},
			Documents: []documentHead{
				{Kind: manual.ManualDocument, ETag: sum{3}, Mark: mark{4}, IdentityLen: 70_000, GzipLen: math.MaxUint32},
				{Kind: manual.ResolverDocument},
			},
		},
		{Flagged: true, Visibility: manual.Private, UpdatedAt: instant{time.Unix(-1, 0).UTC()}, ExpiresAt: instant{time.Unix(-1<<40, 0).UTC()}},
	}
}

// TestHead reads heads as they are written.
func TestHead(t *testing.T) {
	for _, head := range heads() {
		value, err := encode(&head)
		if err != nil {
			t.Fatal(err)
		}
		var got headRecord
		if err := decodeHead(place{}, value[envelopeHeader:], &got); err != nil || !reflect.DeepEqual(got, head) {
			t.Errorf("%+v, %v, want %+v", got, err, head)
		}
		for n := range value[envelopeHeader:] {
			if err := decodeHead(place{}, value[envelopeHeader:envelopeHeader+n], &got); !errors.Is(err, ErrDamaged) {
				t.Errorf("%d bytes of a head: %v", n, err)
			}
		}
	}
}

// TestEnvelope moves an envelope and changes each of its bytes.
func TestEnvelope(t *testing.T) {
	s, at := newSealer(), place{"acme", "man_guide", headKind}
	value := append(make([]byte, envelopeHeader), "payload"...)
	of := s.seal(at, value)
	if payload, got, err := s.open(at, value); err != nil || got != of || string(payload) != "payload" {
		t.Fatalf("%q, %x, %v", payload, got, err)
	}
	for _, elsewhere := range []place{{"acme", "man_guide", modelKind}, {"acm", "eman_guide", headKind}, {"acme", "man_guid", "ehead"}, {}} {
		if _, _, err := s.open(elsewhere, value); !errors.Is(err, ErrDamaged) {
			t.Errorf("opened as %s: %v", elsewhere, err)
		}
	}
	for i := range value {
		changed := bytes.Clone(value)
		changed[i] ^= 1
		if _, _, err := s.open(at, changed); !errors.Is(err, ErrDamaged) {
			t.Errorf("byte %d changed: %v", i, err)
		}
		if _, _, err := s.open(at, value[:i]); !errors.Is(err, ErrDamaged) {
			t.Errorf("cut to %d bytes: %v", i, err)
		}
	}
}

// TestDigest tells sets of records apart.
func TestDigest(t *testing.T) {
	var d, other digest
	for n := range byte(5) {
		d.add(sum{n})
	}
	for n := range byte(4) {
		other.add(sum{n})
	}
	if d == other {
		t.Error("a record that is lost does not show")
	}
	var last digest
	last.add(sum{4})
	other.join(last)
	if d != other {
		t.Errorf("%v, want %v", other, d)
	}
	other.remove(sum{4})
	other.add(sum{5})
	if d == other {
		t.Error("a record that is another does not show")
	}
}

// FuzzRecord decodes what no hash has vouched for. It is an error or a record
// that is written as it is read, and nothing panics.
func FuzzRecord(f *testing.F) {
	model := newModelRecord(&manual.Manual{ID: "m", Sections: []manual.Section{{ID: "s", Content: []byte("{}"), Blocks: []manual.Block{{ID: "b"}}}}})
	editorial := newEditorialRecord(Editorial{Anchors: map[string]string{"s": "a"}, Tokens: manual.NewTokenDocument(), Notes: []manual.Note{{Text: "t"}}})
	token := newTokenRecord(&AccessToken{Brand: "acme"}, 1)
	seeds := []any{&model, &editorial, &token, &rootRecord{}, &siteRecord{URL: "http://localhost"}, &brandRecord{Domains: []string{"a.example"}}}
	for _, head := range heads() {
		seeds = append(seeds, &head)
	}
	for _, seed := range seeds {
		value, err := encode(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(value[envelopeHeader:])
	}
	f.Add([]byte{0xdd, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, payload []byte) {
		if _, _, err := newSealer().open(place{}, payload); err == nil {
			t.Error("a hash was found")
		}
		var head headRecord
		if decodeHead(place{}, payload, &head) == nil {
			again, err := encode(&head)
			if err != nil {
				t.Fatal(err)
			}
			var second headRecord
			if err := decodeHead(place{}, again[envelopeHeader:], &second); err != nil || !second.same(&head) {
				t.Errorf("%+v, %v, want %+v", second, err, head)
			}
		}
		for _, into := range []any{new(modelRecord), new(editorialRecord), new(tokenRecord), new(rootRecord), new(siteRecord), new(brandRecord), new(documentRecord)} {
			if err := newDecoder().decode(place{}, payload, into); err != nil && !errors.Is(err, ErrDamaged) {
				t.Errorf("decoding %T: %v", into, err)
			}
		}
	})
}

// TestTokenItem writes a token as reflection would, which is the format.
func TestTokenItem(t *testing.T) {
	type reflected struct {
		Name    string `msgpack:"name"`
		Value   string `msgpack:"value"`
		Section string `msgpack:"section"`
		Block   string `msgpack:"block"`
	}
	long := strings.Repeat("a", 300)
	for _, item := range []tokenItem{{}, {Name: "blue", Value: "#0b5fff", Section: "sec_color", Block: "blk_palette"}, {Name: long, Value: long}} {
		got, err := encode(&struct{ Tokens []tokenItem }{[]tokenItem{item, item}})
		if err != nil {
			t.Fatal(err)
		}
		want, err := encode(&struct{ Tokens []reflected }{[]reflected{reflected(item), reflected(item)}})
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%+v: %q, want %q (%v)", item, got, want, err)
		}
	}
}
