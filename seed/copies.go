package seed

import (
	"path/filepath"

	"designmanual/db/manual"
	"designmanual/seed/problem"
	"designmanual/tokenize/content"
)

// refuseCopies refuses each seed file that is a copy of another one in the same folder: both have the
// settings of the same brand, and a manual with the same slug. So the author reads one error instead of all the
// conflicts between the two.
func (i *importer) refuseCopies() {
	known := make(map[[2]string]*sourceFile) // by folder and brand
	for order, f := range i.files {
		if f.unusable || f.fileBrand == nil {
			continue
		}
		key := [2]string{filepath.Dir(f.name), f.brand}
		original := known[key]
		if original == nil {
			known[key] = f
			continue
		}
		if !f.sharesManual(original) {
			continue
		}
		f.unusable, f.problems = true, problem.Collector{}
		f.problems.Add(problem.Error, &content.Tree{Name: f.name, Order: order}, 0, 0,
			"these manuals stand in %s too, as in a copy of it. "+
				"Remove one of the two files, or move it into a folder below this one, which is not read.",
			manual.Printable(filepath.Base(original.name)))
	}
}

// sharesManual reports whether two files of a brand have a manual in common.
func (f *sourceFile) sharesManual(other *sourceFile) bool {
	for _, fm := range f.manuals {
		for _, otherManual := range other.manuals {
			if fm.Slug == otherManual.Slug {
				return true
			}
		}
	}
	return false
}
