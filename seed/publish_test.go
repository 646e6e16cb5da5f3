package seed

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
)

// A compressed body is gzip's own header, without a time, and what it was made
// of, the first time and when the memory is used again.
func TestCompress(t *testing.T) {
	var c compressors
	for _, text := range []string{"", "{}", strings.Repeat("manual ", 1000), "{}"} {
		body := c.compress([]byte(text))
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
