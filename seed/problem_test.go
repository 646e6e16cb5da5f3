package seed

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

// One run reports every problem of every file. A file gets no problems because of
// errors in another.
func TestAllProblemsAtOnce(t *testing.T) {
	step := func(text string) Source {
		return acme(aManual("guide", `"sections":[{"title":"S","blocks":[{"type":"SPACING","content":{"steps":[`+text+`]}}]}]`))
	}
	another := func(text string) Source { return seedFile("more.json", text) }
	for _, tt := range []struct {
		name  string
		files []Source
		want  []string // of the problems
	}{
		{"every member of a step", []Source{step(`{"step":"--","value":"wide","unit":"parsec"}`)},
			[]string{"manuals[0].sections[0].blocks[0].content.steps[0].step", "manuals[0].sections[0].blocks[0].content.steps[0].unit"}},
		{"a step's value beside its number", []Source{step(`{"step":"2rem","value":"2rem","unit":"rem"}`)},
			[]string{"manuals[0].sections[0].blocks[0].content.steps[0].step", "manuals[0].sections[0].blocks[0].content.steps[0].value"}},
		{"a step that is its own value", []Source{step(`"2rem",-1`)}, []string{"manuals[0].sections[0].blocks[0].content.steps[1]"}},
		{"an invalid brand and its manuals",
			[]Source{seedFile("acme.json", `{"brand":{"slug":"Acme","name":"A"},"manuals":[`+
				aManual("g", `"primary":true`)+`,`+aManual("g", `"primary":true`, `"sections":[{"title":"S","anchor":"x"},{"title":"T","anchor":"x"}]`)+`]}`)},
			[]string{"brand.slug", "manuals[1].primary", "manuals[1].sections[1].anchor", "manuals[1].slug"}},
		{"two files without a brand", []Source{seedFile("a.json", `{"manuals":[`+aManual("g")+`]}`), another(`{"manuals":[` + aManual("g") + `,` + aManual("h") + `]}`)},
			[]string{"$", "$"}},
		{"an invalid brand and a stored manual", []Source{another(`{"brand":"Kept","manuals":[` + aManual("g", `"id":"K"`, `"subdomain":"kept-guide"`) + `]}`)},
			[]string{"brand"}},
		{"the primary manual may be in a file that is no JSON",
			[]Source{seedFile("a.json", `{"brand":{"slug":"acme","name":"A"},"manuals":[`+aManual("g", `"primary":true`)+`,]}`), another(`{"brand":"acme","manuals":[` + aManual("h") + `,` + aManual("i") + `]}`)},
			[]string{"manuals[1]"}},
		{"two that say so are two",
			[]Source{seedFile("a.json", `{`), another(`{"brand":"kept","manuals":[` + aManual("h", `"primary":true`) + `,` + aManual("i", `"primary":true`) + `]}`)},
			[]string{"$", "manuals[1].primary"}},
		{"what the store has may be renamed by a file that is no JSON",
			[]Source{seedFile("a.json", `{`), another(`{"brand":"kept","manuals":[` + aManual("guide", `"id":"H"`, `"primary":true`) + `,` + aManual("n", `"subdomain":"kept-guide"`) + `]}`)},
			[]string{"$"}},
		{"and by one that cannot be read", []Source{{Name: "a.json", Err: errors.New("no files")}, another(`{"brand":{"slug":"other","name":"O","domains":["kept.example"]},"manuals":[` + aManual("a", `"subdomain":"kept-guide"`) + `]}`)},
			[]string{"$"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			store := openStore(t)
			importAll(t, store, Options{}, seedFile("kept.json", `{"brand":{"slug":"kept","name":"Kept","domains":["kept.example"]},"manuals":[`+
				aManual("guide", `"id":"K"`, `"primary":true`, `"subdomain":"kept-guide"`)+`,`+aManual("second", `"id":"H"`)+`]}`))
			problems := problemsOf(t, store, Options{}, tt.files...)
			var paths, texts []string
			for _, p := range problems {
				paths = append(paths, p.Path)
				texts = append(texts, p.String())
			}
			if slices.Sort(paths); !slices.Equal(paths, tt.want) {
				t.Errorf("problems at %q, want %q:\n%s", paths, tt.want, strings.Join(texts, "\n"))
			}
		})
	}
}

// A problem is one line without characters that a terminal would interpret.
func TestProblemsArePrintable(t *testing.T) {
	const hostile = "a\x1b[2J\x7f\u0085\u009b\u202e\u2066\nb"
	quoted, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	problems := problemsOf(t, openStore(t), Options{}, seedFile(hostile, `{"brand":{"slug":`+string(quoted)+`,"name":"A",`+string(quoted)+`:1},"manuals":[`+aManual("g", `"lang":`+string(quoted), `"sections":[{"title":"S","blocks":[{"type":`+string(quoted)+`}]}]`)+`]}`))
	if len(problems) != 4 {
		t.Errorf("%d problems", len(problems))
	}
	for _, p := range problems {
		if strings.ContainsAny(p.String(), "\x1b\x7f\u0085\u009b\u202e\u2066\n") || !strings.Contains(p.String(), "[2J") {
			t.Errorf("%q", p.String())
		}
	}
}
