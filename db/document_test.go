package db

import (
	"bytes"
	"crypto/sha256"
	"math"
	"testing"

	"designmanual/db/manual"
)

// TestBodies finds the bodies where msgpack has put them, at every width of
// their lengths.
func TestBodies(t *testing.T) {
	lengths := []int{0, 1, math.MaxUint8, math.MaxUint8 + 1, math.MaxUint16, math.MaxUint16 + 1}
	for _, identity := range lengths {
		for _, compressed := range lengths {
			d := manual.Document{Identity: bytes.Repeat([]byte("i"), identity), Gzip: bytes.Repeat([]byte("g"), compressed)}
			head := documentHead{Kind: manual.ManualDocument, ETag: sha256.Sum256(d.Identity)}
			value, err := encodeDocument(&head, d.Identity, d.Gzip)
			if err != nil {
				t.Fatal(err)
			}
			var record documentRecord
			if err := newDecoder().decode(place{}, value[envelopeHeader:], &record); err != nil {
				t.Fatal(err)
			}
			if !record.matches(value, head) {
				t.Errorf("bodies of %d and %d bytes are not found", identity, compressed)
			}
			got, gotGzip := bodies(value, head.IdentityLen, head.GzipLen)
			if !bytes.Equal(got, d.Identity) || !bytes.Equal(gotGzip, d.Gzip) {
				t.Errorf("bodies of %d and %d bytes are %d and %d", identity, compressed, len(got), len(gotGzip))
			}
			if short, _ := bodies(value[:len(value)-1], head.IdentityLen, head.GzipLen); short != nil {
				t.Errorf("bodies of %d and %d bytes are found in a record cut short", identity, compressed)
			}
		}
	}
}
