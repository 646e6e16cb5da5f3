//go:build browser

package page_test

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"designmanual/api/render/search"
	"designmanual/db/manual"
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
	values := pageOf(t, manual.BrandSettings{Slug: "values", Name: "Values"}, namedValues())
	pages["values"], indexes["values"] = render(t, values), search.NewIndex(search.Units(values.Sections))
	questions["values"] = strings.Split("red|dark brown|turquoise sea|pink|gray|sky|1b7c83|4px|step two|12px|round|0.75rem|thin|inset|large|48rem|behind|z-index|-1|dark mode|blur 48|tints|honey", "|")
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

// namedValues returns a manual whose entries have a name and a value alone, but for some.
func namedValues() *manual.Manual {
	m := &manual.Manual{ID: "m", Slug: "guide", Title: "Guide", Visibility: manual.Public}
	for i, block := range []struct {
		kind    manual.Kind
		content string
	}{
		{manual.Colors, `{"colors":[{"name":"Sea","hex":"#1b7c83","modes":{"dark":"#39c5cf"}},{"name":"Brick","hex":"#D00000","usage":"for warnings"},{"name":"Soil","hex":"#6b4020"}]}`},
		{manual.Colors, `{"colors":[{"name":"Sky","hex":"#0050e0","tints":true},{"name":"Blush","hex":"#ffc0d0"},{"hex":"#808080","name":"Stone"},{"name":"Honey","hex":"#ea3"}]}`},
		{manual.Spacing, `{"steps":[{"step":"one","value":"4px"},{"step":"two","value":"12px"},{"step":"four","value":24},{"step":"3","value":"0.75rem","use":"between cards"}]}`},
		{manual.Radii, `{"radii":[{"name":"round","value":"12px"},{"name":"pill","value":"999px"}]}`},
		{manual.Elevation, `{"levels":[{"name":"thin","value":"inset 0 0 0 1px #1b7c83"},{"name":"thick","value":"0 4px 12px #00000033"},{"name":"lifted","value":[{"x":0,"y":18,"blur":48,"color":"#0F2A434D"}]}]}`},
		{manual.Breakpoints, `{"breakpoints":[{"name":"large","value":"48rem"},{"name":"small","value":"34rem"}]}`},
		{manual.Tokens, `{"tokens":[{"name":"z-index-behind","type":"number","value":"-1"},{"name":"line-height-loose","type":"number","value":"1.75"}]}`},
	} {
		id := "s" + strconv.Itoa(i)
		m.Sections = append(m.Sections, manual.Section{ID: id, Anchor: id, Title: "Part " + id, Blocks: []manual.Block{
			{ID: "b" + id, Anchor: "b" + id, Kind: block.kind, Content: []byte(block.content)},
		}})
	}
	return m
}
