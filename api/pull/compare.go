package pull

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/tokenize/difference"
	"designmanual/tokenize/export"
)

// compare reads a seed file as an import does, and returns the differences between its manuals
// and those of the service. If an import refuses the file, the differences are the problems.
func compare(data []byte, manuals []*pulledManual, files fs.FS) (found []Deviation, refused bool, err error) {
	published, err := seed.ReadPublished(
		[]seed.Source{{Name: "seed", Data: data, Files: files}}, seed.Options{Now: time.Now},
	)
	if problems, ok := errors.AsType[seed.Problems](err); ok {
		for _, p := range problems {
			at := 0
			_, _ = fmt.Sscanf(p.Path, "manuals[%d]", &at) // a problem of the brand counts for the first manual
			found = append(found, Deviation{manuals[at].Address(), p.Path, p.Reason})
		}
		return found, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	for i, m := range manuals {
		at := slices.IndexFunc(published, func(r seed.PublishedManual) bool { return r.ID == m.Document.ID })
		if at < 0 || published[at].Model == nil {
			return nil, false, fmt.Errorf("%s: the import has no manual %s", m.Address(), m.Document.ID)
		}
		found = append(found, m.compareParts(i, published[at].Model)...)
		tokens, err := m.compareTokens(&published[at].Tokens)
		if err != nil {
			return nil, false, err
		}
		found = append(found, tokens...)
	}
	return found, false, nil
}

// compareParts returns the sections and blocks that the imported manual lacks. Those
// that it has are not compared, since their content is that of the seed file.
func (s *pulledManual) compareParts(number int, imported *manual.Manual) []Deviation {
	var found []Deviation
	differ := func(path, format string, args ...any) {
		found = append(
			found, Deviation{s.Address(), fmt.Sprintf("manuals[%d].%s", number, path), fmt.Sprintf(format, args...)},
		)
	}
	type part struct{ section, id, anchor string }
	held := make(map[part]bool)
	for _, section := range imported.Sections {
		held[part{"", section.ID, section.Anchor}] = true
		for _, b := range section.Blocks {
			held[part{section.ID, b.ID, b.Anchor}] = true
		}
	}
	for i, section := range s.Document.Sections {
		if !held[part{"", section.ID, section.Anchor}] {
			differ(fmt.Sprintf("sections[%d]", i), "section %q cannot be held: it would not be served", section.Title)
			continue
		}
		for j, b := range section.Blocks {
			if !held[part{section.ID, b.ID, b.Anchor}] {
				differ(
					fmt.Sprintf("sections[%d].blocks[%d]", i, j), "the %s block cannot be held: it would not be served",
					b.Kind,
				)
			}
		}
	}
	return found
}

// compareTokens returns the differences between the tokens of the service and those that the
// seed file would be served with.
func (s *pulledManual) compareTokens(imported *manual.TokenDocument) ([]Deviation, error) {
	before, err := difference.Read(s.tokens)
	if err != nil {
		return nil, fmt.Errorf("%s: tokens:%w", s.Address(), err)
	}
	after, err := difference.Read(export.Tokens(imported))
	if err != nil {
		return nil, err
	}
	d := difference.Between(before, after)
	var found []Deviation
	for _, words := range d.Words() {
		found = append(found, Deviation{s.Address(), "tokens", words})
	}
	return found, nil
}

// removeRefused removes the sections and blocks with problems from the seeds, and
// reports whether there were any: problems of a manual itself cannot be removed.
func removeRefused(manuals []*pulledManual, problems []Deviation) bool {
	hasProblem := func(format string, numbers ...any) bool {
		part := fmt.Sprintf(format, numbers...)
		return slices.ContainsFunc(problems, func(p Deviation) bool {
			inside, ok := strings.CutPrefix(p.Path, part)
			return ok && !strings.HasPrefix(inside, ".blocks[")
		})
	}
	var removed bool
	for i, m := range manuals {
		for j := range slices.Backward(m.seed.Sections) {
			section := &m.seed.Sections[j]
			for k := range slices.Backward(section.Blocks) {
				if hasProblem("manuals[%d].sections[%d].blocks[%d]", i, j, k) {
					section.Blocks, removed = slices.Delete(section.Blocks, k, k+1), true
				}
			}
			if hasProblem("manuals[%d].sections[%d]", i, j) {
				m.seed.Sections, removed = slices.Delete(m.seed.Sections, j, j+1), true
			}
		}
	}
	return removed
}
