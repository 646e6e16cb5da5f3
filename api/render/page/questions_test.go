//go:build browser

package page_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// askAll asks the search of a page questions, each with the anchors that answer it, and returns those
// that the first hit does not answer.
const askAll = `(async (rows) => {
	const search = document.querySelector("dialog.search"), field = search.querySelector("input"), opener = document.querySelector(".open-search");
	const sectionOf = (anchor) => document.getElementById(anchor)?.closest(".section").id ?? "";
	opener.click();
	while (!search.querySelector("[role=option]")) await new Promise(requestAnimationFrame);
	return rows.filter(([question, anchors]) => {
		if (!search.open) opener.click();
		field.value = question;
		field.dispatchEvent(new Event("input"));
		location.hash = "";
		search.querySelector("[role=option]")?.click();
		const found = sectionOf(decodeURIComponent(location.hash.slice(1)));
		return !found || !anchors.split(" ").some((anchor) => sectionOf(anchor) === found);
	}).map(([question]) => question);
})(`

// Most of the plain questions by which the search of agents is tried are answered first by the search
// of the page too, which finds things and paragraphs where that one finds blocks.
func TestQuestionsInBrowser(t *testing.T) {
	const wanted = 0.85 // of the questions
	table, err := os.ReadFile("../search/testdata/questions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][][]string{}
	for line := range strings.Lines(string(table)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		rows[fields[0]] = append(rows[fields[0]], fields[1:])
	}
	names := map[string]string{"ternholm": "ternholm.guide", "varve": "varve.guide", "quillwort": "quillwort.house-style"}
	pages := map[string]string{}
	for brand, name := range names {
		p, _ := fixture(t, name)
		pages[brand] = render(t, p)
	}
	browser, base := startBrowser(t), servePages(t, pages)
	for brand := range names {
		b := openTab(t, browser, base)
		b.open(t, brand, 1440)
		asked, err := json.Marshal(rows[brand])
		if err != nil {
			t.Fatal(err)
		}
		missed := evaluate[[]string](t, b, askAll+string(asked)+`)`)
		if share := 1 - float64(len(missed))/float64(len(rows[brand])); share < wanted {
			t.Errorf("%s: %.2f of the questions are answered first, want %v; not %q", brand, share, wanted, missed)
		}
		b.checkProblems(t)
	}
}
