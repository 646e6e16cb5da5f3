package source

import (
	"strings"
	"testing"
)

// A copy of a seed file beside it is told in one message.
func TestCopies(t *testing.T) {
	const text = `{"brand":{"slug":"halden","name":"H"},"manuals":[{"slug":"guide","title":"`
	for name, copied := range map[string]bool{
		"halden copy.json": true, "halden copy 2.json": true, "halden - Copy.json": true, "halden - Kopie (2).json": true, "halden (1).json": true, "Copy of halden.json": true,
		"halden_backup.json": true, "halden 2.json": true, "halden-bak.json": true,
		"halden-crew.json": false, "copy.json": false, "other copy.json": false,
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for path, title := range map[string]string{"halden.json": "A", name: "B"} {
				if err := put("seeds/"+path, text+title+`"}]}`); err != nil {
					t.Fatal(err)
				}
			}
			told := ""
			for _, s := range ReadPaths([]string{"seeds"}) {
				if s.Err != nil {
					told += s.Name + ": " + s.Err.Error()
				}
			}
			if want := "seeds/" + name + ": expected one file of these manuals, found a copy of halden.json. Remove one"; copied != strings.HasPrefix(told, want) || !copied && told != "" {
				t.Errorf("%q", told)
			}
		})
	}
	t.Chdir(t.TempDir())
	for path, slug := range map[string]string{"seeds/guide.json": "guide", "seeds/guide 2.json": "crew"} {
		if err := put(path, `{"brand":"halden","manuals":[{"slug":"`+slug+`"}]}`); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range ReadPaths([]string{"seeds"}) {
		if s.Err != nil {
			t.Errorf("another manual is taken for a copy: %v", s.Err)
		}
	}
}
