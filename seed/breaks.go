package seed

import (
	"fmt"

	"designmanual/db"
	"designmanual/db/manual"
)

// compareStored compares a manual with the stored one, and finds what others may use of that and is
// gone: tokens and their values, anchors, its slug, and its readers.
func (i *importer) compareStored(b *brand, e *entry, head *db.Head) (outcome, error) {
	if e.stored == nil {
		return outcome{status: New, difference: e.added}, nil
	}
	out := outcome{status: i.statusOf(b, e, head), difference: e.added}
	if !e.stored.Published || e.damaged {
		return out, nil
	}
	var before *manual.Manual // nil if the entry serves the same: then tokens and anchors are the same
	var err error
	if e.stored.Served != head.Served {
		if before, err = i.storedModel(e.stored); err != nil {
			return out, err
		}
	}
	if out.difference, err = e.compareTokensOf(before); err != nil {
		return out, err
	}
	out.breaks = out.difference.Breaks()
	if out.status != Changed {
		return out, nil
	}
	if e.stored.Slug != head.Slug {
		out.breaks = append(out.breaks, fmt.Sprintf("the slug %s becomes %s", e.stored.Slug, head.Slug))
	}
	if !head.Published {
		out.breaks = append(out.breaks, "it is not published any more")
		return out, nil
	}
	if lost := i.lostReaders(e); lost != "" {
		out.breaks = append(out.breaks, lost)
	}
	if before == nil {
		return out, nil
	}
	now := make(map[string]bool)
	for _, a := range anchorsOf(e.model) {
		now[a] = true
	}
	for _, a := range anchorsOf(before) {
		if !now[a] {
			out.breaks = append(out.breaks, "anchor "+a+" is removed")
		}
	}
	return out, nil
}

func (i *importer) storedModel(m *db.Head) (*manual.Manual, error) {
	stored, err := i.tx.Content(m)
	if err != nil {
		return nil, err
	}
	return stored.Model()
}

// lostReaders says which change of a published manual takes it from its readers, or nothing.
func (i *importer) lostReaders(e *entry) string {
	was, is := e.stored.Visibility, e.head.Visibility
	if was.Open() && !is.Open() || was == manual.Password && is == manual.Private {
		return fmt.Sprintf("it was %s and is %s", was, is)
	}
	if was == manual.Password && is == was && e.stored.Password != "" && e.head.Password == "" {
		return "it has no password any more, so that nobody can enter one"
	}
	if !e.stored.Expired(i.now) && e.head.Expired(i.now) {
		return "it has ended"
	}
	return ""
}

// compareTokensOf compares the tokens of an entry with those of its stored model, nil if they are
// the same.
func (e *entry) compareTokensOf(before *manual.Manual) (d TokenDifference, err error) {
	was, is := manual.NewTokenDocument(), manual.NewTokenDocument()
	if before != nil {
		if _, was, err = tokensOf(before); err != nil {
			return d, err
		}
	}
	if before != nil && e.model != nil {
		if _, is, err = tokensOf(e.model); err != nil {
			return d, err
		}
	}
	return compareTokens(was, is), nil
}
