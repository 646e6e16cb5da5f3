package seed

import (
	"strings"
	"testing"

	"designmanual/seed/source"
)

// A copy of a seed file beside it is told in one message.
func TestCopies(t *testing.T) {
	const text = `{"brand":{"slug":"halden","name":"H"},"manuals":[{"visibility":"public","sections":[],"slug":"guide","title":"`
	for name, other := range map[string]string{
		"halden copy.json": "halden.json", "halden (1).json": "halden.json", "Kopie von halden.json": "halden.json",
		"halden-2.json": "halden.json", "zz.json": "halden.json",
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for path, title := range map[string]string{"halden.json": "A", name: "B"} {
				put(t, "seeds/"+path, text+title+`"}]}`)
			}
			_, err := Check(source.ReadPaths([]string{"seeds"}), Options{})
			first, second := name, other
			if name > other {
				first, second = other, name
			}
			want := "seeds/" + second + ": these manuals stand in " + first + " too, as in a copy of it. Remove one"
			if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v\nwant %s", err, want)
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
