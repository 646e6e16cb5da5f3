package source

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What vanishes is told with the time since when, until it comes back.
func TestGaps(t *testing.T) {
	t.Chdir(t.TempDir())
	var gaps Gaps
	at := time.Date(2026, 11, 27, 14, 2, 11, 0, time.UTC)
	for _, tt := range []struct{ steps, open string }{
		{"put seeds/aa.json one;put seeds/bb.json one;put cc.json one", ""},
		{"remove seeds/aa.json", "seeds/aa.json: the file is gone @0"},
		{"", "seeds/aa.json: the file is gone @1"},
		{"move seeds away", "seeds: cannot be read: no such file or directory @0 folder"},
		{"put seeds/notes.txt x", "seeds: expected seed files (*.json) in the folder, found none. `designmanual init` writes a first file. @1 folder"},
		{"remove cc.json", "cc.json: cannot be read: no such file or directory @0; seeds: expected seed files (*.json) in the folder, found none. `designmanual init` writes a first file. @2 folder"},
		{"remove seeds;move away seeds;put cc.json one", "seeds/aa.json: the file is gone @0"},
		{"remove seeds/bb.json", "seeds: expected seed files (*.json) in the folder, found none. `designmanual init` writes a first file. @0 folder"},
		{"put seeds/bb.json two;put seeds/aa.json two", ""},
	} {
		for _, step := range strings.Split(tt.steps, ";") {
			change(t, step)
		}
		at = at.Add(time.Hour)
		gaps.Update(ReadPaths([]string{"seeds", "cc.json"}), at)
		if open := describe(gaps.Open(), at); open != tt.open {
			t.Errorf("%s: open %q\nwant %q", tt.steps, open, tt.open)
		}
	}
	for reason, want := range map[string]string{
		"the file is gone":        "seeds/aa.json: the file is gone. What came from there before 2026-11-27T23:02:11Z is still served.",
		"it is empty. Mend that.": "seeds/aa.json: it is empty. Mend that. What came from there before 2026-11-27T23:02:11Z is still served.",
	} {
		if gap := (Gap{Path: "seeds/aa.json", Reason: reason, Since: at}); gap.String() != want {
			t.Errorf("%s", gap)
		}
	}
}

// describe returns gaps in short, with how many hours they are open.
func describe(gaps []Gap, now time.Time) string {
	var all []string
	for _, g := range gaps {
		text := fmt.Sprintf("%s: %s @%d", g.Path, g.Reason, int(now.Sub(g.Since).Hours()))
		if g.Folder {
			text += " folder"
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}
