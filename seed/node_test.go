package seed

import (
	"runtime"
	"testing"
	"weak"
)

func parsed(t *testing.T, data []byte) *file {
	t.Helper()
	f, faults := &file{name: "parsed.json", data: data}, new(faults)
	if parse(f, faults); faults.found != nil {
		t.Fatal(faults.problems(Error))
	}
	return f
}

// What is read of a value is the same whether its text is held, that of
// another value, or none.
func TestHold(t *testing.T) {
	f := parsed(t, []byte("\ufeff"+` {"plain":"déjà","empty":"","list":["a","\u0062\n","\ud83d\ude00\/"],"number":-1.50e+3,"k\u0065y":"last"} `))
	root := place{f, &f.root}
	check := func(held string) {
		t.Helper()
		for name, want := range map[string]string{"plain": "déjà", "empty": "", "number": "-1.50e+3", "key": "last", "list": "", "none": ""} {
			if got := root.get(name).scalar(); got != want {
				t.Errorf("%s: %s is %q, want %q", held, name, got, want)
			}
		}
		for i, item := range root.get("list").items() {
			if want := []string{"a", "b\n", "😀/"}[i]; item.str() != want {
				t.Errorf("%s: item %d is %q, want %q", held, i, item.str(), want)
			}
		}
	}
	check("nothing held")
	f.hold(&f.root)
	check("the file held")
	for _, m := range root.members() {
		f.hold(m.node)
		check("member " + m.node.name + " held")
	}
	f.letGo()
	check("nothing held any more")
}

// The tree of a manual that is let go of leaves memory although it shares
// blocks with others, and the others stay whole.
func TestLetGo(t *testing.T) {
	f := parsed(t, manyManuals("acme", 20).Data)
	var manuals []place
	var inside []weak.Pointer[node]
	for _, m := range (place{f, &f.root}).get("manuals").items() {
		manuals = append(manuals, m)
		for _, s := range m.get("sections").items() {
			inside = append(inside, weak.Make(s.get("title").node))
		}
	}
	last := manuals[len(manuals)-1]
	for _, m := range manuals[:len(manuals)-1] {
		m.node.letGo()
	}
	runtime.GC()
	left := 0
	for _, p := range inside {
		if p.Value() != nil {
			left++
		}
	}
	each := len(inside) / len(manuals)
	if left < each || left > 2*each {
		t.Errorf("%d of %d sections are in memory, want the %d of the last manual and few more", left, len(inside), each)
	}
	if got := last.get("slug").str(); got != "m19" {
		t.Errorf("the slug of the last manual is %q", got)
	}
	runtime.KeepAlive(f)
}
