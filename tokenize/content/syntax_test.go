package content_test

import (
	"fmt"
	"testing"

	"designmanual/tokenize/content"
)

// What is no JSON is told by what it is, at the place of the mistake, with what helps.
func TestSyntaxFaults(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"hex": #E8A33D}`, `1:9: hex: expected a value as JSON writes it, found #E8A33D without quotes. Write "#E8A33D".`},
		{`{"a": [#fff, 1]}`, `1:8: a[0]: expected a value as JSON writes it, found #fff without quotes. Write "#fff".`},
		{"{\n# hex\n}", `2:1: $: JSON has no comments. The key "comments" of a manual, section or block holds notes that are not served.`},
		{"{\"name\": \"Honey, \"hex\": 1}", `1:19: name: expected a comma after the text, found 'h'. The text that begins at 1:10 may lack its closing quote.`},
		{"{\"name: \"Honey\"}", `1:10: ["name: "]: expected a colon after the key, found 'H'. The text that begins at 1:2 may lack its closing quote.`},
		{`{"text": "a "farm" and"}`, `1:14: text: expected a comma after the text, found 'f'. A quote inside a text is written \".`},
		{"{\"name\": \"Honey,\n\"hex\": 1}", `1:17: name: the text that begins at 1:10 is not closed on its line. Close it with a quote ("); a line break in it is \n.`},
		{`{"url": "pictures\logo.svg"}`, `1:18: url: expected an escape that JSON has (\n, \", \u00e5), found another. Write / between folders; a backslash itself is \\.`},
		{"{\"a\":\u00a01}", `1:6: a: expected a plain space, found a non-breaking space (U+00A0). Delete it and type a space: Word and web pages write others.`},
		{"{\"a\": 1,\u200b\"b\": 2}", `1:9: $: a character that nobody sees (U+200B) stands here. Delete it.`},
		{`{"ratio": 0,5}`, `1:13: $: expected a key in double quotes, found a digit. Numbers have a point: write 0.5 for 0,5.`},
		{`{"ratio": 0,5, "base": 1}`, `1:13: $: expected a key in double quotes, found a digit. Numbers have a point: write 0.5 for 0,5.`},
		{`{"ratio": .5}`, `1:11: ratio: expected a value as JSON writes it, found '.'. A number begins with a digit: 0.5.`},
		{`{"base": 16px}`, `1:12: base: expected the end of a number, found 'p'. Write a value with a unit as a text: "5px". A number begins with no zero, and has a point: 0.5.`},
		{"{\"a\": \"b\tc\"}", `1:9: a: a text has a control character here. Delete it; a tab is written \t.`},
		{`{"a": [01]}`, `1:9: a[0]: expected the end of a number, found '1'. Write a value with a unit as a text: "5px". A number begins with no zero, and has a point: 0.5.`},
		{`{"a": ["b"c]}`, `1:11: a[0]: expected a comma after the text, found 'c'. A quote inside a text is written \".`},
		{`{"a": [truer]}`, `1:12: a[0]: expected true, false or null, found a longer word. Write a text in double quotes.`},
		{`{"a": [,1]}`, `1:8: a[0]: nothing stands before this comma. Delete it, or write what is missing.`},
		{`{"a": 1, "b": 2, "a": 3}`, `1:18: a: duplicate key "a" (also at 1:2). Write it once.`},
		{`{"do": truer}`, `1:12: do: expected true, false or null, found a longer word. Write a text in double quotes.`},
		{`{"hex": cream}`, `1:9: hex: expected a value as JSON writes it, found a word without quotes. Write a text in double quotes.`},
		{`{"do": True}`, `1:8: do: expected true, false or null in small letters, found capitals`},
		{`{"do": yes}`, `1:8: do: expected true or false, found another word`},
		{`{"do": None}`, `1:8: do: expected a value as JSON writes it, found none. Write null, or leave out the key.`},
		{"{\"a\": [\n{\"b\": 1}\n{\"b\": 2}]}", `2:9: a: missing comma after this`},
		{"{\"a\": 1\n  \"b\": 2}", `1:8: $: missing comma after this`},
		{"{\"a\": {\"b\": 1}   \n\n  \"c\": 2}", `1:15: $: missing comma after this`},
		{`{"a": "x" "b": 2}`, `1:10: $: missing comma after this`},
		{`{"a" 1}`, `1:6: a: expected a colon after the key, found '1'`},
		{`{'a': 1}`, `1:2: $: expected a string in double quotes, found a single quote`},
		{`{“a”: 1}`, `1:2: $: expected a string in straight double quotes ("), found “. Word and some editors write others: switch off smart quotes.`},
		{`{"a": [1, 2}`, `1:12: a: expected ] or a comma, found }. The [ at 1:7 is not closed.`},
		{"{\"a\":\n[1, 2", `2:6: a[2]: the file ends too early. The [ at 2:1 is not closed.`},
		{`{"a": 1,}`, `1:8: $: nothing follows this comma in its object or array. Delete it.`},
		{`{"a": 1}}`, `1:9: $: there is more after the object. A file is one object: delete what follows.`},
		{"brand:\n  a", "1:1: $: expected JSON, which begins with {, found what looks like YAML. `designmanual convert` reads _brand.yml."},
		{`)]}'`, `1:1: $: expected a value as JSON writes it ("text", 12, 0.5, true, false, null), found ')'`},
		{`\x`, `1:1: $: expected a value as JSON writes it ("text", 12, 0.5, true, false, null), found '\\'`},
		{`{a: 1}`, `1:2: $: expected a key in double quotes, found 'a'`},
	} {
		tree := content.Tree{Data: []byte(tt.text)}
		var f content.Fault
		tree.Parse(func(found content.Fault) { f = found })
		line, column := tree.Position(f.Offset)
		if got := fmt.Sprintf("%d:%d: %s: %s", line, column, tree.PathTo(f.ValueStart), f.Text); got != tt.want {
			t.Errorf("%s\n%s\nwant\n%s", tt.text, got, tt.want)
		}
	}
}
