package seed

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzWithoutSpace holds the quick way of compacting JSON against that of the
// library.
func FuzzWithoutSpace(f *testing.F) {
	for _, text := range []string{
		`{}`, `{ }`, `{"a":1}`, " {\t\"a\" :\r\n[ 1 , -2.50e+3, true,null ] } ", `{"a b":" \" ","a b":"\\"} `, `["\\\" ", "\\\\", "" , "é\u00e9 "]`, `"`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want := jsontext.Value(text).Clone()
		if !want.IsValid() || want.Compact() != nil {
			return // no JSON
		}
		if got := withoutSpace([]byte(text)); string(got) != string(want) {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	})
}

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
