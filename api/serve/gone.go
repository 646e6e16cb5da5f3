package serve

import (
	"cmp"
	"path/filepath"
	"slices"
	"time"

	"designmanual/db"
	"designmanual/seed"
	"designmanual/seed/source"
)

// A goneManual is a manual that the files had, and since when they have it no more.
type goneManual struct {
	seed.KeptManual
	since time.Time
}

// missing is what was not in the seed files when they were read last.
type missing struct {
	gaps []source.Gap
	gone map[string]goneManual
}

// vanished returns what has vanished of the seed files, and what of it is still served.
func (s *server) vanished() []source.Gap {
	missing := s.missing.Load()
	if missing == nil {
		return nil
	}
	index := s.store.Index()
	all := stillServed(index, missing.gaps)
	for id, m := range missing.gone {
		if index.Manual(id) == nil {
			continue
		}
		all = append(all, source.Gap{
			Path: m.Source, Reason: "it has no manual " + m.Brand + "." + m.Slug + " any more", Since: m.since.UTC(),
		})
	}
	slices.SortFunc(all, func(a, b source.Gap) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	return all
}

// stillServed returns the gaps without the files that are gone and from which nothing of the index
// came: they have another name now, or what they had was removed.
func stillServed(index *db.Index, gaps []source.Gap) (served []source.Gap) {
	for _, gap := range gaps {
		if gap.Unread || cameFrom(index, gap.Path) {
			served = append(served, gap)
		}
	}
	return served
}

// cameFrom reports whether a manual of the index, or the brand of one, came from a file.
func cameFrom(index *db.Index, file string) bool {
	path, err := filepath.Abs(file)
	if err != nil {
		return true
	}
	for b := range index.Brands() {
		if b.Source == path && b.Primary != nil {
			return true
		}
		for m := range b.Manuals() {
			if m.Source == path {
				return true
			}
		}
	}
	return false
}

// noteVanished notes what has vanished, for [server.vanished], and logs the files and folders
// that are new among it.
func (s *server) noteVanished() {
	before := s.missing.Swap(&missing{s.gaps.Open(), s.gone})
	if !s.Watch || !s.imported {
		return
	}
	for _, gap := range stillServed(s.store.Index(), s.gaps.Open()) {
		known := func(g source.Gap) bool { return g.Path == gap.Path }
		if before != nil && slices.ContainsFunc(before.gaps, known) {
			continue
		}
		s.Log.Error(
			"seed files are gone or cannot be read, what came from there is served as before", "path", gap.Path,
			"reason", gap.Reason,
		)
	}
}

// pruneAfter is how long what is gone from the files is kept with [Options.Prune].
const pruneAfter = time.Minute

// noteGone notes which manuals are kept although the files do not have them any more, and logs
// those that are new.
func (s *server) noteGone(report *seed.Report, now time.Time) {
	before := s.gone
	s.gone = make(map[string]goneManual)
	for _, m := range report.Kept {
		since := before[m.ID].since
		if since.IsZero() {
			since = now
			s.Log.Error(
				"a manual is gone from the seed files, and is served as before", "brand", m.Brand, "manual", m.Slug,
				"file", m.Source,
			)
		}
		s.gone[m.ID] = goneManual{m, since}
	}
	if s.Prune && s.watcher != nil && len(s.gone) > 0 {
		s.watcher.Retry()
	}
}

// goneFor returns the ids of the manuals that have been gone from the files for some time.
func (s *server) goneFor(now time.Time, atLeast time.Duration) (ids []string) {
	for id, m := range s.gone {
		if now.Sub(m.since) >= atLeast {
			ids = append(ids, id)
		}
	}
	return ids
}
