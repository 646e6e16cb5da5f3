package seed

import (
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
			t.Skip("no JSON")
		}
		if got := withoutSpace([]byte(text)); string(got) != string(want) {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	})
}

// TestCompactIsShared holds compact content to what its file has.
func TestCompactIsShared(t *testing.T) {
	text := []byte(`{"html":"<p>Words.</p>"}`)
	if allocs := testing.AllocsPerRun(10, func() { withoutSpace(text) }); allocs > 0 {
		t.Errorf("compact text makes %v allocations", allocs)
	}
}
