package serve

import (
	"net/http"

	"designmanual/api"
	"designmanual/api/mcp"
)

// agents returns the function that answers messages of the Model Context Protocol for
// the public interface.
func agents(version string) func(*http.Request, []api.Readable) (int, http.Header, []byte, error) {
	h := mcp.NewHandler(version)
	return func(r *http.Request, readable []api.Readable) (int, http.Header, []byte, error) {
		manuals := make([]mcp.Manual, len(readable))
		for i, m := range readable {
			manuals[i] = mcp.Manual(m)
		}
		return h.Answer(r, manuals)
	}
}
