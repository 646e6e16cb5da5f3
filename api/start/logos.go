package start

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/convert"
	"designmanual/tokenize/pattern"
)

// spelled returns a name with its abbreviations in capitals: Mozilla VPN for Mozilla Vpn.
func spelled(name string) string {
	words := strings.Fields(name)
	for i, word := range words {
		if upper := strings.ToUpper(word); slices.Contains(capitals, upper) {
			words[i] = upper
		}
	}
	return strings.Join(words, " ")
}

// versionName returns the name of a version of a logo: its words in full, without that it is one.
func versionName(version string) string {
	words := strings.Fields(version)
	if len(words) > 1 && logoItself.MatchString(words[0]) {
		words = words[1:]
	}
	for i, word := range words {
		words[i] = cmp.Or(inFull[strings.ToLower(word)], word)
	}
	return manual.Capitalize(spelled(cmp.Or(strings.Join(words, " "), "logo")))
}

// A logoFile is a file of a logo, with what its folders and its name say.
type logoFile struct {
	*found
	subject string   // what the logo is of, empty for the brand
	isNamed bool     // it is said to be of the brand
	version string   // empty for the main one
	key     string   // of the version, without case
	format  []string // words on what a format is for
}

// groupLogos returns the logos among the files, each with its versions, and each of these with its
// formats, and the documents of logos that have no picture. The brand's own logo is the first.
func groupLogos(all []*found, brand string) (groups []convert.Logo, rest []convert.Named) {
	isLogo := func(f *found) bool { return f.kind == logos || f.kind == logoPictures || f.kind == logoDocuments }
	ofLogos := slices.DeleteFunc(slices.Clone(all), func(f *found) bool { return !isLogo(f) })
	naming := namingFolders(ofLogos)
	var files []logoFile
	for _, f := range ofLogos {
		files = append(files, readLogoName(f, brand, naming[filepath.Dir(f.path)]))
	}
	slices.SortStableFunc(files, compareLogos)
	index := map[string]int{}
	for i := 0; i < len(files); {
		same := func(f logoFile) bool { return f.subject != files[i].subject || f.key != files[i].key }
		length := slices.IndexFunc(files[i:], same)
		if length < 0 {
			length = len(files) - i
		}
		versions, others := versionsOf(files[i : i+length])
		rest = append(rest, others...)
		if len(versions) > 0 {
			at, known := index[files[i].subject]
			if !known {
				at, index[files[i].subject] = len(groups), len(groups)
				groups = append(groups, convert.Logo{Name: files[i].subject})
			}
			groups[at].Versions = append(groups[at].Versions, versions...)
		}
		i += length
	}
	for _, group := range groups {
		tellApart(group.Versions)
	}
	return groups, rest
}

// tellApart names versions of one name after their files, and numbers those whose files have one name.
func tellApart(versions []convert.Version) {
	for _, name := range []func(v convert.Version, n int) string{
		func(v convert.Version, _ int) string { return spelled(convert.TitleOf(v.URL)) },
		func(v convert.Version, n int) string { return fmt.Sprint(v.Name, " ", n) },
	} {
		count := map[string]int{}
		for _, v := range versions {
			count[v.Name]++
		}
		seen := map[string]int{}
		for i, v := range versions {
			if seen[v.Name]++; count[v.Name] > 1 {
				versions[i].Name = name(v, seen[v.Name])
			}
		}
	}
}

// compareLogos orders files by what the logo is of, the brand's own first and then those in few
// folders; by versions, those for dark grounds last, parts after wholes, black ones after colors,
// those with few words first, and of several languages that of the manual; by formats, drawings
// first and larger pictures before smaller ones.
func compareLogos(a, b logoFile) int {
	// less orders by whether a word of a form is in a version, those without one first
	less := func(form *pattern.Pattern) int {
		return min(len(form.FindString(a.key)), 1) - min(len(form.FindString(b.key)), 1)
	}
	isOther := func(f logoFile) int {
		if f.isNamed {
			return 0
		}
		return 1
	}
	return cmp.Or(
		len(strings.Fields(a.subject))-len(strings.Fields(b.subject)), strings.Compare(a.subject, b.subject),
		less(lightWord), less(partWord), less(inkWord), strings.Count(a.key, " ")-strings.Count(b.key, " "),
		-less(englishWord), strings.Compare(a.key, b.key), isOther(a)-isOther(b),
		slices.Index(order, a.kind)-slices.Index(order, b.kind), b.asset.Width-a.asset.Width,
	)
}

// versionsOf returns the versions that files of one name are: one, with the first of them as its
// picture, unless they differ in their shapes. Documents without a picture are no version, and are
// returned by their names.
func versionsOf(files []logoFile) (versions []convert.Version, documents []convert.Named) {
	if files[0].kind == logoDocuments {
		for _, f := range files {
			file := f.words[len(f.words)-1]
			name := convert.TitleOf(file) + " (" + strings.ToUpper(filepath.Ext(file)[1:]) + ")"
			documents = append(documents, convert.Named{Name: name, URL: f.url})
		}
		return nil, documents
	}
	version := files[0].version
	v := convert.Version{
		Inks: files[0].inks, OnDark: lightWord.MatchString(version),
		OnLight: slices.Contains(strings.Fields(files[0].key), "pos"),
	}
	v.Name, v.URL = versionName(files[0].version), files[0].url
	var others []logoFile
	for _, f := range files[1:] {
		if !f.hasShapeOf(files[0]) {
			others = append(others, f)
			continue
		}
		label := strings.ToUpper(strings.Join(f.format, " "))
		if f.kind == logoPictures && f.asset.Width > 0 {
			label = fmt.Sprintf("%d × %d px", f.asset.Width, f.asset.Height)
		}
		v.Formats = append(v.Formats, convert.Named{Name: label, URL: f.url})
	}
	versions = []convert.Version{v}
	if len(others) > 0 {
		more, _ := versionsOf(others)
		versions = append(versions, more...)
	}
	return versions, nil
}

// hasShapeOf reports whether two files may be one drawing: their widths by heights differ by a
// twentieth at most. Those of documents are not known.
func (f logoFile) hasShapeOf(other logoFile) bool {
	a, b := f.asset.Width*other.asset.Height, other.asset.Width*f.asset.Height
	return a == 0 || b == 0 || max(a, b)-min(a, b) <= max(a, b)/20
}
