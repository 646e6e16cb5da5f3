package tokenize

import (
	"fmt"

	"github.com/go-json-experiment/json"

	"designmanual/db/manual"
)

// Content decodes the content of a block into the type of its kind, such as
// [manual.ColorsContent]. Member names are matched exactly, members that the
// type does not name are passed over, and a member of another type than it
// should have is an error.
func Content[T any](b manual.Block) (T, error) {
	var content T
	if err := json.Unmarshal(b.Content, &content); err != nil {
		return content, fmt.Errorf("reading %s content: %w", b.Kind, err)
	}
	return content, nil
}
