package source

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What vanishes is told once, with the time since when, until it comes back or somebody
// says that it shall go.
func TestGaps(t *testing.T) {
	t.Chdir(t.TempDir())
	var gaps Gaps
	at := time.Date(2026, 11, 27, 14, 2, 11, 0, time.UTC)
	for _, tt := range []struct{ steps, opened, open string }{
		{"put seeds/aa.json one;put seeds/bb.json one;put cc.json one", "", ""},
		{"remove seeds/aa.json", "seeds/aa.json: the file is gone @0", "seeds/aa.json: the file is gone @0"},
		{"", "", "seeds/aa.json: the file is gone @1"},
		{"move seeds away", "seeds: cannot be read: no such file or directory @0 folder", "seeds: cannot be read: no such file or directory @0 folder"},
		{"put seeds/notes.txt x", "", "seeds: expected seed files (*.json) in the folder, found none. `designmanual init` writes a first file. @1 folder"},
		{"remove cc.json", "cc.json: cannot be read: no such file or directory @0", "cc.json: cannot be read: no such file or directory @0; seeds: expected seed files (*.json) in the folder, found none. `designmanual init` writes a first file. @2 folder"},
		{"remove seeds;move away seeds;put cc.json one", "seeds/aa.json: the file is gone @0", "seeds/aa.json: the file is gone @0"},
		{"close seeds/aa.json", "", ""},
		{"remove seeds/bb.json", "seeds: expected seed files (*.json) in the folder, found none. `designmanual init` writes a first file. @0 folder", "seeds: expected seed files (*.json) in the folder, found none. `designmanual init` writes a first file. @0 folder"},
		{"put seeds/bb.json two;put seeds/aa.json two", "", ""},
	} {
		for _, step := range strings.Split(tt.steps, ";") {
			if path, ok := strings.CutPrefix(step, "close "); ok {
				gaps.Close(path)
			} else {
				change(t, step)
			}
		}
		at = at.Add(time.Hour)
		opened := describe(gaps.Update(ReadPaths([]string{"seeds", "cc.json"}), at), at)
		if open := describe(gaps.Open(), at); opened != tt.opened || open != tt.open {
			t.Errorf("%s: opened %q, open %q\nwant %q, %q", tt.steps, opened, open, tt.opened, tt.open)
		}
	}
	gap := Gap{Path: "seeds/aa.json", Reason: "the file is gone", Since: at}
	if want := "seeds/aa.json: the file is gone, since 2026-11-28T00:02:11Z. What came from there is served as before."; gap.String() != want {
		t.Errorf("%s", gap)
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
