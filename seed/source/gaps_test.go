package source

import (
	"testing"
	"time"
)

// A gap is told in sentences.
func TestGap(t *testing.T) {
	at := time.Date(2026, 11, 27, 23, 2, 11, 0, time.UTC)
	for reason, want := range map[string]string{
		"it has no manual acme.guide any more": "seeds/aa.json: it has no manual acme.guide any more. What came from there before 2026-11-27T23:02:11Z is still served.",
		"it is empty. Mend that.":              "seeds/aa.json: it is empty. Mend that. What came from there before 2026-11-27T23:02:11Z is still served.",
	} {
		if gap := (Gap{Path: "seeds/aa.json", Reason: reason, Since: at}); gap.String() != want {
			t.Errorf("%s", gap)
		}
	}
}
