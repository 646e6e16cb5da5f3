package pull

import (
	"encoding/json"
	"maps"
	"slices"
)

// flatten collects the values of the tokens in a token document by path.
func flatten(path string, document []byte, values map[string]string) {
	var members map[string]json.RawMessage
	if json.Unmarshal(document, &members) != nil {
		return
	}
	if value, ok := members["$value"]; ok {
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		values[path] = text
		return
	}
	for name, member := range members {
		if path != "" {
			name = path + "." + name
		}
		flatten(name, member, values)
	}
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
