package seed

import (
	"strings"
	"testing"

	"designmanual/seed/source"
)

// A copy of a seed file beside it is told in one message.
func TestCopies(t *testing.T) {
	const text = `{"brand":{"slug":"halden","name":"H"},"manuals":[{"visibility":"public","sections":[],"slug":"guide","title":"`
	for name, copied := range map[string]bool{
		"halden copy.json": true, "halden copy 2.json": true, "halden - Copy.json": true, "halden - Kopie (2).json": true, "halden (1).json": true, "Copy of halden.json": true,
		"halden_backup.json": true, "halden 2.json": true, "halden-bak.json": true,
		"halden-crew.json": false, "copy.json": false, "other copy.json": false,
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for path, title := range map[string]string{"halden.json": "A", name: "B"} {
				put(t, "seeds/"+path, text+title+`"}]}`)
			}
			_, err := Check(source.ReadPaths([]string{"seeds"}), Options{})
			found := ""
			if err != nil {
				found = err.Error()
			}
			if want := "seeds/" + name + ": expected one file of these manuals, found a copy of halden.json. Remove one"; copied != strings.HasPrefix(found, want) || copied && strings.Contains(found, "\n") {
				t.Errorf("%q", found)
			}
		})
	}
	t.Chdir(t.TempDir())
	for path, slug := range map[string]string{"seeds/guide.json": "guide", "seeds/guide 2.json": "crew"} {
		put(t, path, `{"brand":"halden","manuals":[{"slug":"`+slug+`"}]}`)
	}
	if _, err := Check(source.ReadPaths([]string{"seeds"}), Options{}); strings.Contains(err.Error(), "a copy of") {
		t.Errorf("another manual is taken for a copy: %v", err)
	}
}
