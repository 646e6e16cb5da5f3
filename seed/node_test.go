package seed

import (
	"testing"
)

func parsed(t *testing.T, data []byte) *file {
	t.Helper()
	f, faults := &file{name: "parsed.json", data: data}, new(faults)
	if parse(f, faults); faults.found != nil {
		t.Fatal(faults.problems(Error))
	}
	return f
}

// TestScalars reads values as they are written, escaped or not.
func TestScalars(t *testing.T) {
	f := parsed(t, []byte("\ufeff"+` {"plain":"déjà","empty":"","list":["a","\u0062\n","\ud83d\ude00\/"],"number":-1.50e+3,"k\u0065y":"last"} `))
	root := place{f, &f.root}
	for name, want := range map[string]string{"plain": "déjà", "empty": "", "number": "-1.50e+3", "key": "last", "list": "", "none": ""} {
		if got := root.get(name).scalar(); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for i, item := range root.get("list").items() {
		if want := []string{"a", "b\n", "😀/"}[i]; item.str() != want {
			t.Errorf("item %d is %q, want %q", i, item.str(), want)
		}
	}
}
