package start

import (
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/convert"
	"designmanual/tokenize/pattern"
)

// sizeInName matches the end of the name of an icon that comes in several sizes: bell-16.
var sizeInName = pattern.New(`^(.+?)[-_ ](?:(\d{2,3})(?:px)?|(\d{2,3})x\d{2,3})$`)

// iconSize returns the name of an icon without its size, and the size, 0 without one.
func iconSize(f *found) (name string, size int) {
	name = strings.TrimSuffix(f.words[len(f.words)-1], ".svg")
	m := sizeInName.FindStringSubmatch(name)
	if m == nil {
		return name, 0
	}
	size, _ = strconv.Atoi(m[2] + m[3])
	return m[1], size
}

// dropSizes takes out icons that there are in another size too, but for the one of 24 pixels or
// the next larger one.
func (m *material) dropSizes() {
	best := map[string]int{}
	key := func(f *found) (string, int) {
		name, size := iconSize(f)
		return strings.Join(f.words[:len(f.words)-1], "/") + "/" + name, size
	}
	distance := func(size int) int {
		if size < 24 {
			return 1000 - size
		}
		return size - 24
	}
	for _, f := range m.found {
		name, size := key(f)
		if before, known := best[name]; f.kind == icons && (!known || distance(size) < distance(before)) {
			best[name] = size
		}
	}
	m.found = slices.DeleteFunc(m.found, func(f *found) bool {
		name, size := key(f)
		if f.kind != icons || best[name] == size {
			return false
		}
		m.left.add(f.path, "the manual has this icon in another size. Name the folder of one size for that size.")
		return true
	})
}

// nameIcons returns the icons with their names, of which one that comes again begins with that
// of its folder.
func nameIcons(all []*found) []convert.Named {
	count := map[string]int{}
	name := func(f *found) string {
		plain, _ := iconSize(f)
		return convert.TitleOf(plain + ".")
	}
	for _, f := range all {
		if f.kind == icons {
			count[name(f)]++
		}
	}
	var named []convert.Named
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
	dropShared(named)
	return named
}

// dropShared takes the words off names that all begin with: Nhsuk icon arrow down is Arrow down.
func dropShared(named []convert.Named) {
	const fewest = 4
	for len(named) >= fewest {
		word, _, _ := strings.Cut(named[0].Name, " ")
		for _, icon := range named {
			if rest, ok := strings.CutPrefix(icon.Name, word+" "); !ok || rest == "" {
				return
			}
		}
		for i := range named {
			named[i].Name = manual.Capitalize(named[i].Name[len(word)+1:])
		}
	}
}
