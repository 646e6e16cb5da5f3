package seed

import (
	"fmt"

	"designmanual/db"
	"designmanual/db/manual"
)

// findBreaks finds what others may use of the stored manual and is gone with this version:
// tokens and their values, anchors, its slug, and its readers.
func (i *importer) findBreaks(e *entry) error {
	if e.stored == nil || !e.stored.Published || e.damaged {
		return nil
	}
	var before *manual.Manual // nil if the entry serves the same: then tokens and anchors are the same
	if e.stored.Served != e.head.Served {
		model, err := i.storedModel(e.stored)
		if err != nil {
			return err
		}
		before = model
	}
	if err := e.compareTokensOf(before); err != nil {
		return err
	}
	e.breaks = e.difference.Breaks()
	if e.status != Changed {
		return nil
	}
	if e.stored.Slug != e.head.Slug {
		e.breaks = append(e.breaks, fmt.Sprintf("the slug %s becomes %s", e.stored.Slug, e.head.Slug))
	}
	if !e.head.Published {
		e.breaks = append(e.breaks, "it is not published any more")
		return nil
	}
	if lost := i.lostReaders(e); lost != "" {
		e.breaks = append(e.breaks, lost)
	}
	if before == nil {
		return nil
	}
	now := make(map[string]bool)
	for _, a := range anchorsOf(e.model) {
		now[a] = true
	}
	for _, a := range anchorsOf(before) {
		if !now[a] {
			e.breaks = append(e.breaks, "anchor "+a+" is removed")
		}
	}
	return nil
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
func (e *entry) compareTokensOf(before *manual.Manual) (err error) {
	was, is := manual.NewTokenDocument(), manual.NewTokenDocument()
	if before != nil {
		if _, was, err = tokensOf(before); err != nil {
			return err
		}
	}
	if before != nil && e.model != nil {
		if _, is, err = tokensOf(e.model); err != nil {
			return err
		}
	}
	e.difference = compareTokens(was, is)
	return nil
}
