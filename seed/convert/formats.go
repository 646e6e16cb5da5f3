package convert

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// manyTokens is the number from which a first manual has enough of them: further formats of
// a package repeat them.
const manyTokens = 500

// formatsInOrder are the endings of files with tokens. Style sheets have the values that a
// browser shows; what is written in Sass may need functions.
var formatsInOrder = [...][]string{{".css"}, {".json", ".tokens", ".yml", ".yaml", ".md"}, {".scss"}}

// read reads all files. Of a first manual it reads the formats of the files in folders one
// after the other while there are few tokens, since packages have the same ones in each format.
func (c *conversion) read(files []File) error {
	groups := [][]File{files}
	if c.First {
		groups = formats(files)
	}
	var left []File
	for i, group := range groups {
		if i > 0 && c.count() >= manyTokens {
			left = append(left, group...)
			continue
		}
		if err := c.readTogether(group); err != nil {
			return err
		}
	}
	if len(c.mapped) > 0 {
		c.report.note("read as plain names and values: %s without a $value (first: %s)", counted(len(c.mapped), "files"), c.mapped[0])
	}
	if len(c.passed) > 0 {
		c.report.note("passed over %s in which no tokens were found (first: %s)", counted(len(c.passed), "files"), c.passed[0])
	}
	if len(left) > 0 {
		c.report.note("left out %s of other formats or folders (first: %s): a manual begins with one format that has many tokens. Name another file or folder of tokens alone to begin with that.",
			counted(len(left), "files"), left[0].Name)
	}
	return nil
}

// readTogether reads style sheets as they come and documents together.
func (c *conversion) readTogether(files []File) error {
	var documents, sheets []*input
	for _, f := range inOrder(files) {
		s := &input{name: f.Name, found: f.Found, data: bytes.TrimPrefix(f.Data, []byte("\ufeff"))}
		isDocument, err := s.parse()
		if err == nil && isDocument {
			documents = append(documents, s)
			continue
		}
		if err == nil {
			err = c.readSheet(s)
		}
		if err != nil && f.Found {
			c.passed = append(c.passed, f.Name)
			continue
		}
		if err != nil {
			return err
		}
		sheets = append(sheets, s)
	}
	setLabels(documents)
	setLabels(sheets)
	c.inputs = append(c.inputs, sheets...)
	if err := c.readDocuments(documents); err != nil || c.count() > 0 {
		return err
	}
	for _, s := range sheets { // of a first manual: rules of components where there is nothing else
		if err := c.chooseRoot(s); err != nil {
			return err
		}
	}
	return nil
}

// inOrder returns files with those for a dark mode last if they were found in a folder, whose
// order nobody has chosen: the first mode is the one at rest.
func inOrder(files []File) []File {
	sorted := slices.Clone(files)
	slices.SortStableFunc(sorted, func(a, b File) int {
		return btoi(a.Found && darkFile.MatchString(a.Name)) - btoi(b.Found && darkFile.MatchString(b.Name))
	})
	return sorted
}

var darkFile = regexp.MustCompile(`(?i)\b(dark|night)\b`)

// formats divides files into those that were named, and of those in folders each format in
// each folder: the formats in order, of one the folder with most files first.
func formats(files []File) (groups [][]File) {
	var named []File
	var found [len(formatsInOrder)][]File
	for _, f := range files {
		if !f.Found {
			named = append(named, f)
			continue
		}
		format := formatOf(f.Name)
		found[format] = append(found[format], f)
	}
	groups = append(groups, named)
	for _, files := range found {
		groups = append(groups, folders(files)...)
	}
	return slices.DeleteFunc(groups, func(group []File) bool { return len(group) == 0 })
}

// folders divides files by the folder right below the deepest that all are in.
func folders(files []File) (groups [][]File) {
	base := sharedFolder(files)
	at := map[string]int{}
	for _, f := range files {
		folder := folderBelow(base, f.Name)
		i, known := at[folder]
		if !known {
			i = len(groups)
			at[folder], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], f)
	}
	slices.SortStableFunc(groups, func(a, b []File) int { return len(b) - len(a) })
	return groups
}

func formatOf(name string) int {
	extension := strings.ToLower(filepath.Ext(name))
	at := slices.IndexFunc(formatsInOrder[:], func(endings []string) bool { return slices.Contains(endings, extension) })
	return max(at, 0)
}

// sharedFolder returns the deepest folder that all files are in.
func sharedFolder(files []File) string {
	if len(files) == 0 {
		return ""
	}
	shared := filepath.Dir(files[0].Name)
	for _, f := range files {
		for !strings.HasPrefix(f.Name, shared+string(filepath.Separator)) && shared != filepath.Dir(shared) {
			shared = filepath.Dir(shared)
		}
	}
	return shared
}

// folderBelow returns the folder right below another one that a file is in, empty for none.
func folderBelow(base, file string) string {
	inside, err := filepath.Rel(base, file)
	if err != nil {
		return ""
	}
	first, _, deeper := strings.Cut(filepath.ToSlash(inside), "/")
	if !deeper {
		return ""
	}
	return first
}

// count returns the number of values that hold for a whole page or in a mode of it.
func (c *conversion) count() (n int) {
	for _, s := range c.inputs {
		for _, d := range s.declarations {
			n += btoi(d.left == nil)
		}
	}
	return n
}
