package source

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"designmanual/seed/problem"
)

// A Gap is what is missing of the seed files, or cannot be read. Whether that is an accident or a wish
// nobody can tell.
type Gap struct {
	Path   string    `json:"path"`
	Reason string    `json:"reason"`
	Since  time.Time `json:"since"` // in UTC
}

// String returns the gap in sentences.
func (g Gap) String() string {
	return fmt.Sprintf(
		"%s: %s. What came from there before %s is still served.", problem.QuoteFileName(g.Path),
		strings.TrimSuffix(g.Reason, "."), g.Since.UTC().Format(time.RFC3339),
	)
}

// Present returns the sources that are not absent.
func Present(sources []Source) []Source {
	return slices.DeleteFunc(slices.Clone(sources), func(s Source) bool { return s.Absent })
}
