package seed

import (
	"path/filepath"
	"regexp"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// copyNames match the names that systems and people give to a copy of a file, without the
// extension. The group is the name of the original.
var copyNames = []*regexp.Regexp{
	regexp.MustCompile(
		`(?i)^(.+?)[ _.-]+(?:copy|copie|copia|kopie|kopi|kopia|cópia|backup|bak|old)(?:[ _-]*\(?\d+\)?)?$`,
	),
	regexp.MustCompile(`^(.+?) ?\(\d+\)$`),
	regexp.MustCompile(`^(.+?) \d$`),
	regexp.MustCompile(`(?i)^(?:copy of|kopie von|kopi av|copie de|copia di|copia de) (.+)$`),
}

// refuseCopies refuses each seed file that is a copy of another one beside it, by its name
// and a manual that both have, in place of all the conflicts between them.
func (i *importer) refuseCopies() {
	byName := make(map[string]*sourceFile)
	for _, f := range i.files {
		byName[filepath.Clean(f.name)] = f
	}
	for order, f := range i.files {
		original := originalOf(f.name, byName)
		if original == nil || f.broken || original.broken || !f.sharesManual(original) {
			continue
		}
		f.broken, f.problems = true, source.Collector{}
		f.problems.Add(source.Error, &content.Tree{Name: f.name, Order: order}, 0, 0,
			"expected one file of these manuals, found a copy of %s. "+
				"Remove one of the two, or move it into a folder below this one, which is not read.",
			manual.Printable(filepath.Base(original.name)))
	}
}

// originalOf returns the file of which another one is a copy by its name, or nil.
func originalOf(name string, byName map[string]*sourceFile) *sourceFile {
	folder, base := filepath.Split(name)
	stem, ok := strings.CutSuffix(base, ".json")
	if !ok {
		return nil
	}
	for _, pattern := range copyNames {
		found := pattern.FindStringSubmatch(stem)
		if found == nil {
			continue
		}
		if original := byName[filepath.Join(folder, found[1]+".json")]; original != nil {
			return original
		}
	}
	return nil
}

// sharesManual reports whether two files have a manual in common.
func (f *sourceFile) sharesManual(other *sourceFile) bool {
	if f.brand != other.brand {
		return false
	}
	for _, fm := range f.manuals {
		for _, o := range other.manuals {
			if fm.head.Slug == o.head.Slug {
				return true
			}
		}
	}
	return false
}
