package seed

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// A compressed body is gzip without a time in its header, also when a compressor is
// reused.
func TestCompress(t *testing.T) {
	for _, text := range []string{"", "{}", strings.Repeat("manual ", 1000), "{}"} {
		s := &manual.Snapshot{Documents: map[manual.DocumentKind]manual.Document{manual.PageDocument: {Identity: []byte(text)}}}
		compressAll(s)
		body := s.Documents[manual.PageDocument].Gzip
		if header := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0}; !bytes.HasPrefix(body, header) {
			t.Errorf("%.10q begins with % x, want % x", text, body[:8], header)
		}
		r, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		again, err := io.ReadAll(r)
		if err != nil || string(again) != text {
			t.Errorf("%.10q comes back as %.10q (%v)", text, again, err)
		}
	}
}
