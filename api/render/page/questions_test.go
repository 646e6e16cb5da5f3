//go:build browser

package page_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"designmanual/api/render/search"
)

// askAll asks the search of a page questions, and returns for each the anchors of the first three sections
// and blocks to which what it lists leads.
const askAll = `(async (questions) => {
	const search = document.querySelector("dialog.search"), field = search.querySelector("input");
	document.querySelector(".open-search").click();
	while (!search.querySelector("[role=option]")) await new Promise(requestAnimationFrame);
	const unitOf = ({ dataset }) => {
		const target = document.getElementById(dataset.anchor);
		return (target.closest(".block[id]") ?? target.closest(".section")).id;
	};
	return questions.map((question) => {
		field.value = question;
		field.dispatchEvent(new Event("input"));
		return [...new Set([...search.querySelectorAll("[role=option]")].map(unitOf))].slice(0, 3);
	});
})(`

// Page and agents have one search: the same first hits for each of the plain questions by which that of agents is tried.
func TestQuestionsInBrowser(t *testing.T) {
	table, err := os.ReadFile("../search/testdata/questions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	questions := map[string][]string{}
	for line := range strings.Lines(string(table)) {
		fields := strings.Split(line, "\t")
		questions[fields[0]] = append(questions[fields[0]], fields[1])
	}
	pages, indexes := map[string]string{}, map[string]*search.Index{}
	for brand, name := range map[string]string{
		"ternholm": "ternholm.guide", "varve": "varve.guide", "quillwort": "quillwort.house-style", "anse-verte": "anse-verte.guide",
	} {
		p, _ := fixture(t, name)
		pages[brand], indexes[brand] = render(t, p), search.NewIndex(search.Units(p.Sections))
	}
	browser, base := startBrowser(t), servePages(t, pages)
	for brand, index := range indexes {
		b := openTab(t, browser, base)
		b.open(t, brand, 1440)
		asked, err := json.Marshal(questions[brand])
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range evaluate[[][]string](t, b, askAll+string(asked)+`)`) {
			var want []string
			for _, hit := range index.Find(questions[brand][i]).Hits {
				if !slices.Contains(want, hit.Unit.Anchor) && len(want) < 3 {
					want = append(want, hit.Unit.Anchor)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s finds %v on the page, %v for agents", brand, questions[brand][i], got, want)
			}
		}
		b.checkProblems(t)
	}
}
