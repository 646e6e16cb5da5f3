package source

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// copyNames match the names that systems and people give to a copy of a file, without the
// extension. The group is the name of the original.
var copyNames = []*regexp.Regexp{
	regexp.MustCompile(`(?i)^(.+?)[ _.-]+(?:copy|copie|copia|kopie|kopi|kopia|cópia|backup|bak|old)(?:[ _-]*\(?\d+\)?)?$`),
	regexp.MustCompile(`^(.+?) ?\(\d+\)$`),
	regexp.MustCompile(`^(.+?) \d$`),
	regexp.MustCompile(`(?i)^(?:copy of|kopie von|kopi av|copie de|copia di|copia de) (.+)$`),
}

// refuseCopies refuses each seed file that is a copy of another one beside it, by its name
// and the manuals that both have, in place of all the conflicts between them.
func refuseCopies(sources []Source) {
	byName := make(map[string]*Source)
	for i, s := range sources {
		byName[filepath.Clean(s.Name)] = &sources[i]
	}
	for i := range sources {
		s := &sources[i]
		folder, base := filepath.Split(s.Name)
		name, ok := strings.CutSuffix(base, ".json")
		if !ok || s.Err != nil {
			continue
		}
		for _, pattern := range copyNames {
			found := pattern.FindStringSubmatch(name)
			if found == nil {
				continue
			}
			original := byName[filepath.Clean(filepath.Join(folder, found[1]+".json"))]
			if original != nil && original.Err == nil && sameManuals(*s, *original) {
				s.Err = AssetError(fmt.Sprintf("expected one file of these manuals, found a copy of %s. Remove one of the two, or move it into a folder below this one, which is not read.", quoteFileName(found[1]+".json")))
				break
			}
		}
	}
}

// sameManuals reports whether two files are the same, or have a manual in common.
func sameManuals(a, b Source) bool {
	if bytes.Equal(a.Data, b.Data) {
		return true
	}
	first, second := Parse(a, 0), Parse(b, 0)
	if first.Broken || second.Broken {
		return false
	}
	if first.Brand() != second.Brand() {
		return false
	}
	known := manualsOf(second)
	for slug := range manualsOf(first) {
		if known[slug] {
			return true
		}
	}
	return false
}

// manualsOf returns the slugs of the manuals of a file.
func manualsOf(f *File) map[string]bool {
	slugs := make(map[string]bool)
	for _, m := range f.Tree.Root.Get("manuals").List() {
		slugs[m.Get("slug").Text()] = true
	}
	return slugs
}
