package convert

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"designmanual/seed/convert/reason"
	"designmanual/seed/convert/tokens"
)

// formatsInOrder are the endings of files with tokens, by format. Style sheets have the values
// that a browser shows; what is written in Sass may need functions.
var formatsInOrder = [...][]string{{".css"}, {".json", ".tokens", ".yml", ".yaml", ".md"}, {".scss"}}

// convertFirst converts the files that were named, and of those in folders the ones of one
// format, since packages have the same tokens in each.
func convertFirst(files []File, o Options) (text []byte, report *Report, err error) {
	named, formats, repeated := formatsOf(files)
	if len(formats) == 0 {
		return convertAll(named, o)
	}
	results, left, chosen := make([]folder, len(formats)), make([][]File, len(formats)), 0
	for i, format := range formats {
		results[i].files = format
	}
	results[0], left[0] = convertFormat(named, formats[0], o)
	if !results[0].isPlenty() {
		var all sync.WaitGroup
		for i, format := range formats[1:] {
			all.Go(func() { results[i+1], left[i+1] = convertFormat(named, format, o) })
		}
		all.Wait()
		chosen = chosenOf(results)
	}
	var others []File
	for i, f := range results {
		if i != chosen {
			others = append(others, f.files...)
		}
	}
	f := results[chosen]
	if f.report != nil {
		f.report.sayLeft(slices.Concat(others, slices.Concat(left...)), repeated)
	}
	return f.text, f.report, f.err
}

// isPlenty reports whether a format has so many kinds of values and colors that the others are not converted: to be
// chosen instead, one of them would need over 18 kinds or over 3,000 colors. Of the packages that were tried none has
// more than 17 kinds. Converting the others takes more than half of the time of a package of many looks.
func (f folder) isPlenty() bool { return len(f.kinds) >= 12 && f.kinds["colors"] >= 300 }

// chosenOf returns the first format that has two thirds of the kinds of values that another one has, of
// those that have a tenth of the colors that another one has: a manual without its colors is none. Of the
// packages of scripts/sources the style sheets have either 73 % of the kinds and more, or 56 % and less.
func chosenOf(formats []folder) int {
	colors, kinds := 0, 0
	for _, f := range formats {
		colors = max(colors, f.kinds["colors"])
	}
	hasColors := func(f folder) bool { return 10*f.kinds["colors"] >= colors }
	for _, f := range formats {
		if hasColors(f) {
			kinds = max(kinds, len(f.kinds))
		}
	}
	return slices.IndexFunc(formats, func(f folder) bool { return hasColors(f) && 3*len(f.kinds) >= 2*kinds })
}

// convertFormat converts the files that were named with those of a format but for the folders that
// repeat another one, whose files it returns too.
func convertFormat(named, format []File, o Options) (result folder, left []File) {
	kept, left := withoutRepeats(folders(format), o)
	if len(kept) == 1 && len(named) == 0 {
		return kept[0], left
	}
	for _, f := range kept {
		result.files = append(result.files, f.files...)
	}
	result.text, result.report, result.err = convertAll(slices.Concat(named, result.files), o)
	result.countKinds()
	return result, left
}

// A folder is the files of a format in a folder of a package, or in several of them, and what becomes of
// them.
type folder struct {
	files  []File
	names  map[string]bool // of the values of one folder
	text   []byte
	report *Report
	err    error
	kinds  map[string]int // how many tokens of each kind there are; nil without a report

	isRepeated bool // others have its names; it is not converted
}

// convertFolder converts files unless folders before have all names of their values.
func convertFolder(files []File, o Options, seen map[string]bool) folder {
	c, err := tokens.Read(files, o.reading())
	f := folder{files: files, names: c.Names(), err: err}
	isNew := func(name string) bool { return !seen[name] }
	f.isRepeated = len(f.names) > 0 && !slices.ContainsFunc(slices.Collect(maps.Keys(f.names)), isNew)
	if f.err != nil || f.isRepeated {
		return f
	}
	f.text, f.report, f.err = convertRead(c, files, o)
	f.countKinds()
	return f
}

// countKinds counts the tokens of each kind, once, since folders and formats are compared by them.
func (f *folder) countKinds() {
	if f.err == nil {
		f.kinds = f.report.kinds()
	}
}

// withoutRepeats returns the files of a format but for the folders that have a name of one with
// more kinds of values again, as src has those of dist. Of many folders those whose names others
// before them have are not converted, which would take most of the time.
func withoutRepeats(groups [][]File, o Options) (kept []folder, repeated []File) {
	var converted []folder
	seen := map[string]bool{}
	for _, files := range groups {
		f := convertFolder(files, o, seen)
		if f.isRepeated {
			repeated = append(repeated, files...)
			continue
		}
		converted = append(converted, f)
		if len(groups) > manyLooks {
			maps.Copy(seen, f.names)
		}
	}
	slices.SortStableFunc(converted, func(a, b folder) int {
		return cmp.Or(len(b.kinds)-len(a.kinds), len(b.names)-len(a.names))
	})
	known := map[string]bool{}
	for _, f := range converted {
		if slices.ContainsFunc(slices.Collect(maps.Keys(f.names)), func(name string) bool { return known[name] }) {
			repeated = append(repeated, f.files...)
			continue
		}
		kept = append(kept, f)
		maps.Copy(known, f.names)
	}
	return kept, repeated
}

// manyLooks is the number of folders from which the looks of a brand are not converted to compare them.
const manyLooks = 8

// kinds returns how many tokens of each kind there are.
func (r *Report) kinds() map[string]int {
	counts, known := map[string]int{}, map[string]bool{"": true}
	for _, e := range r.Entries {
		if !known[e.Token] {
			counts[e.Group]++
		}
		known[e.Token] = true
	}
	return counts
}

// sayLeft tells of files of other formats, and of those that repeat others.
func (r *Report) sayLeft(left, repeated []File) {
	if len(repeated) > 0 {
		passed := reason.Counted(len(repeated), "files")
		r.note("passed over %s that repeat others (first: %s)", passed, repeated[0].Name)
	}
	if len(left) > 0 {
		const why = "of other formats, or of folders with the same names"
		r.note("left out %s %s (first: %s): a manual begins with one of each. Files that you name are all read.",
			reason.Counted(len(left), "files"), why, left[0].Name)
	}
}

// formatsOf divides files into those that were named, and those in folders by format. Copies
// and minified files that stand beside the same one are left out.
func formatsOf(files []File) (named []File, formats [][]File, repeated []File) {
	names, contents := map[string]bool{}, map[string]bool{}
	for _, f := range files {
		names[f.Name] = true
	}
	all := make([][]File, len(formatsInOrder))
	for _, f := range files {
		if !f.Found {
			named = append(named, f)
			continue
		}
		whole := strings.Replace(f.Name, ".min.", ".", 1)
		if contents[string(f.Data)] || whole != f.Name && names[whole] {
			repeated = append(repeated, f)
			continue
		}
		contents[string(f.Data)] = true
		format := formatOf(f.Name)
		all[format] = append(all[format], f)
	}
	return named, slices.DeleteFunc(all, func(format []File) bool { return len(format) == 0 }), repeated
}

func formatOf(name string) int {
	extension := strings.ToLower(filepath.Ext(name))
	at := slices.IndexFunc(
		formatsInOrder[:], func(endings []string) bool { return slices.Contains(endings, extension) },
	)
	return max(at, 0)
}

// folders divides files by the folder right below the deepest that all are in.
func folders(files []File) [][]File {
	paths := make([][]string, len(files))
	for i, f := range files {
		paths[i] = append(strings.Split(filepath.ToSlash(filepath.Dir(f.Name)), "/"), "")
	}
	depth := 0
	differs := func(path []string) bool { return path[depth] != paths[0][depth] }
	for depth < len(paths[0])-1 && !slices.ContainsFunc(paths, differs) {
		depth++
	}
	at := map[string]int{}
	var groups [][]File
	for i, f := range files {
		folder := paths[i][depth]
		if _, known := at[folder]; !known {
			at[folder], groups = len(groups), append(groups, nil)
		}
		groups[at[folder]] = append(groups[at[folder]], f)
	}
	return groups
}
