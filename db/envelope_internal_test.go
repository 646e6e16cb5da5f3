package db

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"testing"

	"designmanual/db/manual"
)

// An envelope opens at its own place, and at no other, and not when a byte of
// it is another.
func FuzzEnvelope(f *testing.F) {
	f.Add("acme", "man_guide", "manual", []byte("payload"), uint(0), byte(1))
	f.Add("", "", "root", []byte{}, uint(40), byte(0x80))
	f.Add("a", "bc", "d", bytes.Repeat([]byte{0}, smallPayload+1), uint(envelopeHeader+9), byte(0xff))
	f.Fuzz(func(t *testing.T, brand, id, kind string, payload []byte, where uint, with byte) {
		at := place{brand, id, kind}
		value := append(make([]byte, envelopeHeader), payload...)
		of := newSealer().seal(at, value)
		got, stated, err := newSealer().open(at, value)
		if err != nil || stated != of || !bytes.Equal(got, payload) {
			t.Fatalf("%x, %x, %v", got, stated, err)
		}
		for _, elsewhere := range []place{{brand + "x", id, kind}, {brand, kind, id + "x"}, {"x" + brand, id, kind}, {brand + id, "", kind}} {
			if elsewhere == at {
				continue
			}
			if _, _, err := newSealer().open(elsewhere, value); !errors.Is(err, ErrDamaged) {
				t.Fatalf("the record of %v opens as %v: %v", at, elsewhere, err)
			}
		}
		if with == 0 {
			return
		}
		value[where%uint(len(value))] ^= with
		if _, _, err := newSealer().open(at, value); !errors.Is(err, ErrDamaged) {
			t.Fatalf("a flipped byte passes: %v", err)
		}
	})
}

// The bodies of a record are found without decoding it, and never outside of
// it, whatever a head says.
func FuzzBodies(f *testing.F) {
	f.Add([]byte("{}"), []byte("gzip"), uint32(2), uint32(4), uint(0))
	f.Add(bytes.Repeat([]byte("a"), 70_000), []byte{}, uint32(1<<31), uint32(1<<31), uint(60))
	f.Fuzz(func(t *testing.T, identity, gzip []byte, identityLen, gzipLen uint32, cut uint) {
		head := documentHead{Kind: manual.ManualDocument, ETag: sha256.Sum256(identity)}
		value, err := encodeDocument(&head, identity, gzip)
		if err != nil {
			t.Fatal(err)
		}
		gotIdentity, gotGzip := bodies(value, head.IdentityLen, head.GzipLen)
		if !bytes.Equal(gotIdentity, identity) || !bytes.Equal(gotGzip, gzip) {
			t.Fatalf("%q %q, want %q %q", gotIdentity, gotGzip, identity, gzip)
		}
		value = value[:uint(len(value))-cut%uint(len(value)+1)]
		gotIdentity, gotGzip = bodies(value, identityLen, gzipLen)
		if len(gotIdentity)+len(gotGzip) > len(value) {
			t.Fatalf("%d and %d bytes out of %d", len(gotIdentity), len(gotGzip), len(value))
		}
	})
}
