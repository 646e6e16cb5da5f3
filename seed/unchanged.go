package seed

import (
	"crypto/sha256"
	"errors"
	"maps"
	"slices"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/check"
	"designmanual/seed/plan"
	"designmanual/seed/source"
)

// A reader reads the seed files of an import, unless they are unchanged.
type reader struct {
	sources []source.Source
	options Options
	tx      *db.Tx
	check   check.Options
	rules   [32]byte                // of the program and the options
	seeds   map[[32]byte][]*db.Seed // what the store remembers, by Sum
	sums    [][32]byte              // of the sources
	files   []plan.File
	moved   []bool // files of an unchanged source have new identities
}

func newReader(sources []source.Source, tx *db.Tx, o Options) *reader {
	r := &reader{
		sources: sources, options: o, tx: tx, check: o.check(), rules: rules(o),
		seeds: make(map[[32]byte][]*db.Seed), sums: make([][32]byte, len(sources)), files: make([]plan.File, len(sources)), moved: make([]bool, len(sources)),
	}
	if r.rules == [32]byte{} || o.Missing {
		return r
	}
	r.check.Known = make(map[check.State]manual.File)
	for _, s := range tx.Seeds() {
		if s.Rules != r.rules {
			continue
		}
		r.seeds[s.Sum] = append(r.seeds[s.Sum], s)
		for _, a := range s.Assets {
			if a.Identity != "" {
				r.check.Known[check.State{Path: a.Path, Identity: a.Identity}] = a.File
			}
		}
	}
	return r
}

// plan reads the files and plans their import. The error is [source.ErrChanging] if the files
// are being changed.
func (r *reader) plan() (*plan.Plan, error) {
	if err := r.readChanged(); err != nil {
		return nil, err
	}
	p, err := plan.New(r.files, r.tx, manual.Site{}, r.options.plan())
	if !errors.Is(err, plan.ErrUnread) {
		return p, err
	}
	clear(r.files)
	if err := r.read(); err != nil {
		return nil, err
	}
	return plan.New(r.files, r.tx, manual.Site{}, r.options.plan())
}

// read reads and checks the files that are not unchanged, one by one, in parallel.
func (r *reader) read() error {
	err := source.Parallel(len(r.files), func(i int) error {
		f := &r.files[i]
		if f.Unchanged != nil || f.File != nil {
			return nil
		}
		f.File = check.Read(r.sources[i], i, r.check)
		return f.ReadManuals(r.tx, r.options.plan())
	})
	if err == nil && r.options.Changing != nil && r.options.Changing() {
		err = source.ErrChanging
	}
	return err
}

// readChanged reads the files that have changed since an import that remembers them, and
// those with the settings of their brands.
func (r *reader) readChanged() error {
	err := source.Parallel(len(r.files), func(i int) error {
		r.files[i].Unchanged = r.unchanged(i)
		return nil
	})
	if err == nil {
		err = r.read()
	}
	named := make(map[string]bool) // brands
	for _, f := range r.files {
		if f.File != nil {
			named[f.Brand] = true
		}
	}
	for i, f := range r.files {
		if f.Unchanged != nil && f.Unchanged.Settings != [32]byte{} && named[f.Unchanged.Brand] {
			r.files[i].Unchanged = nil
		}
	}
	if err == nil {
		err = r.read()
	}
	return err
}

// unchanged returns what the store remembers of a source, if neither that nor its files
// nor what was made of them has changed. Else it returns nil. It notes new identities of
// the files.
func (r *reader) unchanged(i int) *db.Seed {
	s := r.sources[i]
	h := sha256.New()
	for _, part := range [][]byte{r.rules[:], []byte(s.Name), s.Data} {
		source.WriteField(h, part)
	}
	r.sums[i] = [32]byte(h.Sum(nil))
	for _, known := range r.seeds[r.sums[i]] {
		if s.Err == nil && r.tx.BuiltFrom(known) && r.checkAssets(i, known) {
			return known
		}
	}
	return nil
}

// checkAssets reports whether the files that a source refers to are the same as before.
func (r *reader) checkAssets(i int, known *db.Seed) bool {
	for at := range known.Assets {
		was := &known.Assets[at]
		now := check.ReadAsset(r.sources[i].Files, was.Path, r.check)
		if now.Err != nil || now.Sum != was.Sum {
			return false
		}
		if now.Identity != was.Identity {
			was.Identity, r.moved[i] = now.Identity, true
		}
	}
	return true
}

// remember stores for the next import what it needs of the files that gave no warning,
// have no draft and change no title that an id is made of, and that nothing is
// remembered of the others. The report is that of this import.
func (r *reader) remember(p *plan.Plan, report *Report) error {
	type built struct {
		brand   *plan.Brand
		seed    db.Seed
		differs bool // another import of the same file may answer differently
	}
	files := make(map[*check.File]*built)
	for i, m := range p.Manuals() {
		if m.Unchanged {
			continue
		}
		if files[m.File] == nil {
			files[m.File] = &built{brand: m.In}
		}
		b, made := files[m.File], report.Manuals[i]
		b.seed.Manuals = append(b.seed.Manuals, db.SeedManual{ID: made.ID, Notes: made.LeftOut})
		b.differs = b.differs || m.Drafted || m.Retitled != nil
	}
	problems := p.Problems.Files()
	for i, f := range r.files {
		var err error
		if b := files[f.File]; f.Unchanged != nil && r.moved[i] {
			err = r.put(f.Unchanged, f.Unchanged)
		} else if b != nil {
			r.describe(i, b.brand, &b.seed)
			now := &b.seed
			if problems[i] || b.differs || r.rules == [32]byte{} {
				now = nil
			}
			err = r.put(&b.seed, now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// put stores what is remembered of the file of these manuals.
func (r *reader) put(of, now *db.Seed) error {
	ids := make([]string, len(of.Manuals))
	for i, m := range of.Manuals {
		ids[i] = m.ID
	}
	return r.tx.PutSeed(of.Brand, ids, now)
}

// describe sets what is remembered of a file besides its manuals.
func (r *reader) describe(i int, b *plan.Brand, s *db.Seed) {
	f := r.files[i].File
	s.Name, s.Sum, s.Rules, s.Brand, s.Context = f.Name, r.sums[i], r.rules, b.Slug, b.Context
	if r.files[i].NamedAt.Is('{') {
		copy(s.Settings[:], b.Brand.Settings)
	}
	for _, path := range slices.Sorted(maps.Keys(f.Assets)) {
		a := f.Assets[path]
		s.Assets = append(s.Assets, db.SeedAsset{File: a.File, Path: path, Identity: a.Identity})
	}
	for _, text := range f.Texts {
		s.Assets = append(s.Assets, db.SeedAsset{File: manual.File{Sum: text.Sum}, Path: text.Path})
	}
	for _, l := range f.Links {
		if !slices.Contains(s.Links, l.To) {
			s.Links = append(s.Links, l.To)
		}
	}
}
