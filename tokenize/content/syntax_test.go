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
		{"{\n# hex\n}", `2:1: $: expected JSON, which has no comments. The key "comments" of a manual, section or block holds notes that are not served.`},
		{"{\"name\": \"Honey, \"hex\": 1}", `1:19: $: expected a comma after the text, found 'h'. The text that begins at 1:10 may lack its closing quote.`},
		{"{\"name: \"Honey\"}", `1:10: ["name: "]: expected a colon after the key, found 'H'. The text that begins at 1:2 may lack its closing quote.`},
		{`{"text": "a "farm" and"}`, `1:14: $: expected a comma after the text, found 'f'. A quote inside a text is written \".`},
		{"{\"name\": \"Honey,\n\"hex\": 1}", `1:17: name: expected the end of the text that begins at 1:10, found the end of the line. Close it with a quote ("); a line break in it is \n.`},
		{`{"url": "pictures\logo.svg"}`, `1:18: url: expected an escape that JSON has (\n, \", \u00e5), found another. Write / between folders; a backslash itself is \\.`},
		{"{\"a\":\u00a01}", `1:6: a: expected a plain space, found a non-breaking space (U+00A0). Delete it and type a space: Word and web pages write others.`},
		{"{\"a\": 1,\u200b\"b\": 2}", `1:9: $: expected no character that nobody sees, found U+200B. Delete it.`},
		{`{"ratio": 0,5}`, `1:13: $: expected a key in double quotes, found a digit. Numbers have a point: write 0.5 for 0,5.`},
		{`{"ratio": 0,5, "base": 1}`, `1:13: $: expected a key in double quotes, found a digit. Numbers have a point: write 0.5 for 0,5.`},
		{`{"ratio": .5}`, `1:11: ratio: expected a value as JSON writes it, found '.'. A number begins with a digit: 0.5.`},
		{`{"base": 16px}`, `1:12: $: expected the end of a number, found 'p'. Write a value with a unit as a text: "5px". A number begins with no zero, and has a point: 0.5.`},
		{"{\"a\": \"b\tc\"}", `1:9: a: expected no control character in a text, found one. Delete it; a tab is written \t.`},
		{`{"do": truer}`, `1:12: $: expected the end of true, false or null, found more letters`},
		{`{"hex": cream}`, `1:9: hex: expected a value as JSON writes it, found a word without quotes. Write a text in double quotes.`},
		{`{"do": True}`, `1:8: do: expected true, false or null in small letters, found capitals`},
		{`{"do": yes}`, `1:8: do: expected true or false, found another word`},
		{`{"do": None}`, `1:8: do: expected a value as JSON writes it, found none. Write null, or leave out the key.`},
		{"{\"a\": [\n{\"b\": 1}\n{\"b\": 2}]}", `2:9: a: expected a comma after this`},
		{"{\"a\": 1\n  \"b\": 2}", `1:8: $: expected a comma after this`},
		{"{\"a\": {\"b\": 1}   \n\n  \"c\": 2}", `1:15: $: expected a comma after this`},
		{`{"a": "x" "b": 2}`, `1:10: $: expected a comma after this`},
		{`{"a" 1}`, `1:6: a: expected a colon after the key, found '1'`},
		{`{'a': 1}`, `1:2: $: expected a string in double quotes, found a single quote`},
		{`{“a”: 1}`, `1:2: $: expected a string in straight double quotes ("), found “. Word and some editors write others: switch off smart quotes.`},
		{`{"a": [1, 2}`, `1:12: a[2]: expected ] or a comma, found }. The [ at 1:7 is not closed.`},
		{"{\"a\":\n[1, 2", `2:6: a[2]: expected more, found the end of the file. The [ at 2:1 is not closed.`},
		{`{"a": 1,}`, `1:8: $: expected no comma before the end of an object or array`},
		{`{"a": 1}}`, `1:9: $: expected the end of the file after the object, found more. A file is one object.`},
		{"brand:\n  a", "1:1: $: expected JSON, which begins with {, found what looks like YAML. `designmanual convert` reads _brand.yml."},
		{`)]}'`, `1:1: $: expected a value as JSON writes it ("text", 12, 0.5, true, false, null), found ')'`},
		{`\x`, `1:1: $: expected a value as JSON writes it ("text", 12, 0.5, true, false, null), found '\\'`},
		{`{a: 1}`, `1:2: $: expected a key in double quotes, found 'a'`},
	} {
		tree := content.Tree{Data: []byte(tt.text)}
		var f content.Fault
		tree.Parse(func(found content.Fault) { f = found })
		line, column := tree.Position(f.Offset)
		if got := fmt.Sprintf("%d:%d: %s: %s", line, column, tree.PathTo(f.At), f.Text); got != tt.want {
			t.Errorf("%s\n%s\nwant\n%s", tt.text, got, tt.want)
		}
	}
}
