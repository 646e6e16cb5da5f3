package tokenize

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"

	"designmanual/db/manual"
)

// Content decodes the content of a block into the type of its kind, such as
// [manual.ColorsContent]. Member names are matched exactly, members that the
// type does not name are passed over, and null stands for a member that is
// not there. The error says where a value is of another type than it should
// be, as a JSON pointer (RFC 6901).
func Content[T any](b manual.Block) (T, error) {
	var content T
	err := json.Unmarshal(b.Content, &content)
	if wrong, ok := errors.AsType[*json.SemanticError](err); ok {
		return content, fmt.Errorf("reading %s content: %s: found %s, which does not belong there", b.Kind, wrong.JSONPointer, wrong.JSONKind)
	}
	if err != nil {
		return content, fmt.Errorf("reading %s content: %w", b.Kind, err)
	}
	return content, nil
}
