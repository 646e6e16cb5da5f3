package tokens

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"designmanual/seed/convert/reason"
	"designmanual/seed/convert/sheet"
	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// readInput parses a file, and reads it if it is a style sheet. It reports whether the file is a document.
func (c *Collection) readInput(s *input) (isDocument bool, err error) {
	isDocument, err = s.parse()
	if err != nil || isDocument {
		return isDocument, err
	}
	return false, c.readSheet(s)
}

// read reads style sheets as they come and documents together.
func (c *Collection) read(files []File) error {
	var documents, sheets []*input
	for _, f := range inOrder(files) {
		s := newInput(f.Name, bytes.TrimPrefix(f.Data, []byte("\ufeff")))
		s.found = f.Found
		s.isIndex = indexFile.MatchString(f.Name)
		isDocument, err := c.readInput(s)
		if err != nil && f.Found {
			c.passed = append(c.passed, f.Name)
			continue
		}
		if err != nil {
			return err
		}
		if isDocument {
			documents = append(documents, s)
		} else {
			sheets = append(sheets, s)
		}
	}
	setLabels(documents)
	setLabels(sheets)
	c.inputs = append(c.inputs, sheets...)
	if err := c.readDocuments(documents); err != nil {
		return err
	}
	c.readScope()
	if len(c.mapped) > 0 {
		c.note(
			"read as plain names and values: %s without a $value (first: %s)", reason.Counted(len(c.mapped), "files"),
			c.mapped[0],
		)
	}
	if len(c.passed) > 0 {
		c.note(
			"passed over %s in which no tokens were found (first: %s)", reason.Counted(len(c.passed), "files"),
			c.passed[0],
		)
	}
	if len(c.Names()) > 0 {
		return nil
	}
	for _, s := range sheets { // of a first manual: rules of components where there is nothing else
		if err := c.chooseRoot(s); err != nil {
			return err
		}
	}
	return nil
}

// inOrder returns files that were found in a folder, whose order nobody has chosen, with index before
// the others, light before dark-mode, and light before legacy-light: the first mode is the one at rest.
func inOrder(files []File) []File {
	hyphens := func(name string) int { return strings.Count(filepath.Base(name), "-") }
	sorted := slices.Clone(files)
	slices.SortStableFunc(sorted, func(a, b File) int {
		if !a.Found || !b.Found {
			return btoi(a.Found) - btoi(b.Found)
		}
		first, other := strings.ToLower(a.Name), strings.ToLower(b.Name)
		return cmp.Or(
			btoi(indexFile.MatchString(other))-btoi(indexFile.MatchString(first)),
			btoi(darkFile.MatchString(first))-btoi(darkFile.MatchString(other)),
			hyphens(first)-hyphens(other),
			strings.Compare(first, other),
		)
	})
	return sorted
}

var indexFile = pattern.New(`(?:^|/)index\.`)

var darkFile = pattern.New(`(?i)(?:^|[^a-z])(dark|darkest|night)(?:[^a-z]|$)`)

// parse parses a document, and returns false for a style sheet.
func (s *input) parse() (bool, error) {
	if !utf8.Valid(s.data) {
		return false, s.errorAt(bytes.IndexRune(s.data, utf8.RuneError), "expected UTF-8")
	}
	extension := strings.ToLower(filepath.Ext(s.name))
	if extension == ".css" || extension == ".scss" {
		return false, nil
	}
	trimmed := bytes.TrimLeft(s.data, " \t\r\n")
	var err error
	if bytes.HasPrefix(trimmed, []byte("{")) || bytes.HasPrefix(trimmed, []byte("[")) {
		s.value, err = s.parseJSON()
		return true, err
	}
	yaml, marked := frontMatter(s.data)
	if !marked && extension != ".yml" && extension != ".yaml" {
		return false, nil
	}
	if !marked {
		yaml = s.data
	}
	s.isYAML = true
	s.value, err = s.parseYAML(yaml)
	return true, err
}

// setLabels gives each file the mode that its values are if they differ from those of an
// earlier one: its name, or its folder where files of one name are in several folders.
func setLabels(files []*input) {
	count := map[string]int{}
	for _, s := range files {
		count[sheet.Label(s.name)]++
	}
	for _, s := range files {
		s.label = sheet.Label(s.name)
		folder := filepath.Base(filepath.Dir(s.name))
		if count[s.label] > 1 && folder != "." && folder != string(filepath.Separator) {
			s.label = folder
		}
	}
}

// parseJSON parses a JSON file as seed files are parsed. Duplicate names are an error,
// since one of the two tokens would be lost.
func (s *input) parseJSON() (*content.Value, error) {
	var failed error
	s.text.Parse(func(f content.Fault) {
		if failed == nil {
			failed = s.errorAt(f.Offset, "%s", f.Text)
		}
	})
	return s.text.Root, failed
}
