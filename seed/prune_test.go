package seed

import (
	"fmt"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// Pruning one brand leaves the manuals of another alone.
func TestPruneOfOneBrand(t *testing.T) {
	store := openStore(t)
	other := source("other.json", `{"brand":{"slug":"other","name":"Other"},"manuals":[`+aManual("one", `"primary":true`)+`,`+aManual("two")+`]}`)
	importAll(t, store, Options{}, acme(aManual("guide", `"primary":true`), aManual("press")), other)
	report := importAll(t, store, Options{Prune: true}, acme(aManual("guide")))
	if status(t, report, "acme.press") != Removed || report.Count(Removed) != 1 {
		t.Errorf("report %+v", report)
	}
	index := store.Index()
	if find(index, "other.one").IsZero() || find(index, "other.two").IsZero() || !find(index, "acme.press").IsZero() {
		t.Error("other manuals are gone than those of the brand that the files name")
	}
}

// A new name of a brand is on the pages of its manuals that the files do not
// have.
func TestNewBrandName(t *testing.T) {
	store := openStore(t)
	named := func(name string, manuals ...string) Source {
		return source("acme.json", fmt.Sprintf(`{"brand":{"slug":"acme","name":%q},"manuals":[%s]}`, name, strings.Join(manuals, ",")))
	}
	importAll(t, store, Options{}, named("Acme", aManual("guide", `"primary":true`), aManual("press")))
	importAll(t, store, Options{}, named("Zenith", aManual("press")))
	for _, slug := range []string{"acme.guide", "acme.press"} {
		if page, _ := body(t, store, slug, manual.PageDocument); !strings.Contains(string(page), "Zenith") || strings.Contains(string(page), "Acme") {
			t.Errorf("%s still has the former name", slug)
		}
	}
}

// What a set of keys is looked for in must not depend on its size.
func TestDuplicateKeyAfterMany(t *testing.T) {
	for _, n := range []int{2, 15, 16, 17, 18, 40} {
		var keys []string
		for i := range n {
			keys = append(keys, fmt.Sprintf(`"k%d":0`, i))
		}
		again := append(keys, fmt.Sprintf(`"k%d":1`, n-1))
		_, err := Check([]Source{acme(aManual("guide", `"comments":{`+strings.Join(again, ",")+`}`))}, Options{})
		want := fmt.Sprintf("manuals[0].comments.k%d: duplicate key: expected each key once", n-1)
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("after %d keys: %v, want %s", n, err, want)
		}
	}
}

// A cost of bcrypt that would hold a processor for long is refused.
func TestPasswordCost(t *testing.T) {
	for cost, ok := range map[string]bool{"04": true, "10": true, "15": true, "16": false, "31": false} {
		hash := "$2a$" + cost + "$j296bapWzt6AXukEtSg5DOX.qzBZ96/h1zj/zm3f.cIZ3u5PXXxpu"
		_, err := Check([]Source{acme(`{"slug":"guide","title":"T","visibility":"password","password":"` + hash + `"}`)}, Options{})
		if (err == nil) != ok {
			t.Errorf("cost %s: %v", cost, err)
		}
	}
}
