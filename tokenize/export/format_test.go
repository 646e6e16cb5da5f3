package export

import (
	"bytes"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"designmanual/db/manual"
)

type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

// formatSchema holds the rules of the Design Tokens Format Module 2025.10.
var formatSchema = sync.OnceValue(func() *jsonschema.Schema {
	return jsonschema.NewCompiler().MustCompile("testdata/structured.schema.json")
})

// checkStructured fails unless body is a valid document with every group of the interface. It
// returns the number of tokens.
func checkStructured(t fataler, body []byte) (tokens int) {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	if groups := document.(map[string]any); len(groups) < len(manual.Groups)+1 {
		t.Fatalf("%d groups", len(groups))
	}
	return checkTokens(t, document, document)
}

// checkTokens fails unless the groups are valid and every alias names a color
// of the document.
func checkTokens(t fataler, document, groups any) (tokens int) {
	t.Helper()
	if err := formatSchema().Validate(groups); err != nil {
		t.Fatalf("%v", err)
	}
	colors, _ := document.(map[string]any)["color"].(map[string]any)
	var count func(group map[string]any)
	count = func(group map[string]any) {
		for _, member := range group {
			member := member.(map[string]any)
			value, token := member["$value"]
			if !token {
				count(member)
				continue
			}
			tokens++
			alias, ok := value.(string)
			if name := strings.TrimSuffix(strings.TrimPrefix(alias, "{color."), "}"); ok && member["$type"] == "color" && colors[name] == nil {
				t.Fatalf("there is no token %s", alias)
			}
		}
	}
	count(groups.(map[string]any))
	return tokens
}
