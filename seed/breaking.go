package seed

import (
	"errors"
	"fmt"
	"strings"

	"designmanual/db/manual"
)

// ErrBreaking is wrapped by the error of an import with [Options.RefuseBreaking] that
// removes or renames a token or an anchor, or changes a slug.
var ErrBreaking = errors.New("the import would break what others use")

// breaks says what others may use of the stored manual and is gone with this version:
// tokens, anchors and its slug.
func (m *draft) breaks(tokens TokenDiff) (gone []string) {
	for _, t := range tokens.Removed {
		gone = append(gone, "token "+t+" is removed")
	}
	if m.stored == nil {
		return gone
	}
	if m.stored.Slug != m.Snapshot.Manual.Slug {
		gone = append(gone, fmt.Sprintf("the slug %s becomes %s", m.stored.Slug, m.Snapshot.Manual.Slug))
	}
	now := make(map[string]bool)
	for _, a := range anchorsOf(&m.Snapshot.Manual) {
		now[a] = true
	}
	for _, a := range anchorsOf(m.stored) {
		if !now[a] {
			gone = append(gone, "anchor "+a+" is removed")
		}
	}
	return gone
}

// anchorsOf returns the anchors of a manual's sections and blocks.
func anchorsOf(m *manual.Manual) (anchors []string) {
	for _, s := range m.Sections {
		anchors = append(anchors, s.Anchor)
		for _, b := range s.Blocks {
			anchors = append(anchors, b.Anchor)
		}
	}
	return anchors
}

// breaking returns an error that lists what an import breaks, or nil.
func (r *Report) breaking() error {
	var all []string
	prune := ""
	for _, m := range r.Manuals {
		if m.Status == Removed && m.Published {
			all, prune = append(all, fmt.Sprintf("%s.%s is removed", m.Brand, m.Slug)), " --prune"
		}
		for _, gone := range m.breaks {
			all = append(all, fmt.Sprintf("%s.%s: %s", m.Brand, m.Slug, gone))
		}
	}
	if len(all) == 0 {
		return nil
	}
	return fmt.Errorf("%w (`designmanual import --accept-breaking%s` with these files lets it through): %s", ErrBreaking, prune, strings.Join(all, "; "))
}
