package start

import (
	"strings"

	"designmanual/seed/convert"
)

// nameIcons returns the icons with their names, of which one that comes again begins with that
// of its folder.
func nameIcons(all []*found) (named []convert.Named) {
	count := map[string]int{}
	name := func(f *found) string { return convert.TitleOf(f.words[len(f.words)-1]) }
	for _, f := range all {
		if f.kind == icons {
			count[name(f)]++
		}
	}
	for _, f := range all {
		if f.kind != icons {
			continue
		}
		title := name(f)
		if count[title] > 1 && len(f.words) > 1 && !iconFolder.MatchString(f.words[len(f.words)-2]) {
			title = convert.TitleOf(f.words[len(f.words)-2]+".") + " " + strings.ToLower(title)
		}
		named = append(named, convert.Named{Name: title, URL: f.url})
	}
	return named
}
