package problem_test

import (
	"strings"
	"testing"

	"designmanual/seed/problem"
	"designmanual/seed/source"
)

// A problem is told with its line and a caret under the place, and the part by the
// section's title if it has no id.
func TestDetail(t *testing.T) {
	begin := "{\"brand\":\"acme\",\"manuals\":[{\"sections\":[{\"title\":\"Our Colours\",\n"
	for _, tt := range []struct{ name, text, at, want string }{
		{"a value", begin + "\t\"blocks\":[{\n\t\t\"type\": 7 }]}]}]}", "7", "a.json:3:11: manuals[0].sections[0].blocks[0].type (\"Our Colours\", first block): no\n  3 | \"type\": 7 }]}]}]}\n    |         ^"},
		{"a second block", begin + "\"blocks\":[{},{ \"type\": 7 }]}]}]}", "7", "blocks[1].type (\"Our Colours\", second block): no\n"},
		{"a block with an id", begin + "\"blocks\":[{ \"id\": \"b\", \"type\": 7 }]}]}]}", "7", "blocks[0].type: no\n"},
		{"a section", begin + "\"hidden\": 7}]}]}", "7", "sections[0].hidden (\"Our Colours\"): no\n"},
		{"wide characters", "{\"蜂蜜\": 7}", "7", "  1 | {\"蜂蜜\": 7}\n    |          ^"},
		{"a combining mark", "{\"u\u0308\": 7}", "7", "\n    |       ^"},
		{"a long line", "{\"a\": \"" + strings.Repeat("é", 200) + "\", \"b\": 7, \"c\": \"" + strings.Repeat("x", 200) + "\"}", "7",
			"  1 | …" + strings.Repeat("é", 52) + "\", \"b\": 7, \"c\": \"" + strings.Repeat("x", 31) + "…\n    | " + strings.Repeat(" ", 61) + "^"},
		{"control characters", "{\"a\u202e\x7f\": 7}", "7", "  1 | {\"a  \": 7}\n    |         ^"},

		{"a password", "{\"password\": \"hunter2\", \"b\": 7}", "7", "b: no"},
		{"a password without a colon", "{\"password\" \"hunter2\", \"b\": 7}", "7", "password: no"},
		{"a password without a quote", "{\"password\": hunter2, \"b\": 7}", "7", "password: no"},
		{"a password on the line before", "{\"password\":\n  7, \"b\": 1}", "7", "password: no"},
		{"a token", "{\"a\": \"dmt_8zXwQ0octocatoctocatoctocatoctocatoctocat012345Abcd\", \"b\": 7}", "7", "b: no"},
		{"the visibility", "{\"visibility\": \"password\", \"b\": 7}", "7", "  1 | {\"visibility\": \"password\", \"b\": 7}\n"},
	} {
		f := source.Parse(source.Source{Name: "a.json", Data: []byte(tt.text)}, 0)
		at := strings.LastIndex(tt.text, tt.at)
		var c problem.Collector
		c.Add(problem.Error, f.Tree, at, at, "no")
		got := c.Errors(false)[0].Detail()
		if !strings.Contains(got, tt.want) || strings.Contains(got, "hunter2") || strings.Contains(got, "octocat") || strings.HasSuffix(tt.want, "no") && !strings.HasSuffix(got, "no") {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}
