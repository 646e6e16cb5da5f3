package source

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"designmanual/tokenize/content"
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
	brandA, manualsA := namesIn(first.Tree.Root)
	brandB, manualsB := namesIn(second.Tree.Root)
	if brandA != brandB {
		return false
	}
	for slug := range manualsA {
		if manualsB[slug] {
			return true
		}
	}
	return false
}

// namesIn returns the slug of the brand of a file and those of its manuals.
func namesIn(root *content.Value) (brand string, manuals map[string]bool) {
	named := root.Get("brand")
	manuals = make(map[string]bool)
	for _, m := range root.Get("manuals").List() {
		manuals[m.Get("slug").Text()] = true
	}
	return cmp.Or(named.Text(), named.Get("slug").Text()), manuals
}
