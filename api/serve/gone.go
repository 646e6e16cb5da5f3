package serve

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"designmanual/seed"
	"designmanual/seed/source"
)

// A goneManual is a manual that the files had, and since when they have it no more.
type goneManual struct {
	seed.KeptManual
	since      time.Time
	fileIsGone bool // the file that had it
}

// reason says what of the file is gone.
func (m goneManual) reason() string {
	name := m.Brand + "." + m.Slug
	if m.fileIsGone {
		return "the file is gone, and with it the manual " + name
	}
	return "it has no manual " + name + " any more"
}

// missing is what was not in the seed files when they were read last.
type missing struct {
	absent []source.Gap // files and folders that are gone or cannot be read
	gone   map[string]goneManual
}

// vanished returns what has vanished of the seed files, and what of it is still served.
func (s *server) vanished() []source.Gap {
	missing := s.missing.Load()
	if missing == nil {
		return nil
	}
	all := slices.Clone(missing.absent)
	index := s.db.Index()
	for id, m := range missing.gone {
		if index.Manual(id) == nil {
			continue
		}
		all = append(all, source.Gap{Path: m.Source, Reason: m.reason(), Since: m.since.UTC()})
	}
	slices.SortFunc(all, func(a, b source.Gap) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	return all
}

// noteVanished notes what has vanished, for [server.vanished], and logs which files and folders are
// gone or cannot be read now. Manuals that are gone from a file that can be read, or from a folder that
// can, are logged by [server.noteGone].
func (s *server) noteVanished(sources []source.Source, now time.Time) {
	before := s.absent
	s.absent = nil
	for _, file := range sources {
		if !file.Absent {
			continue
		}
		gap := source.Gap{Path: filepath.Clean(file.Name), Reason: file.Err.Error(), Since: now.UTC()}
		known := slices.IndexFunc(before, func(g source.Gap) bool { return g.Path == gap.Path })
		if known >= 0 {
			gap.Since = before[known].Since
		} else if s.Watch && s.imported {
			s.Log.Error(
				"seed files are gone or cannot be read, what came from there is served as before", "path", gap.Path,
				"reason", gap.Reason,
			)
		}
		s.absent = append(s.absent, gap)
	}
	s.missing.Store(&missing{s.absent, s.gone})
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
		_, err := os.Lstat(m.Source)
		s.gone[m.ID] = goneManual{m, since, errors.Is(err, fs.ErrNotExist)}
	}
	if s.Prune && s.watcher != nil && len(s.gone) > 0 {
		s.watcher.Retry()
	}
}
