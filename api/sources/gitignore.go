package sources

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Patterns are the lines of .gitignore files, in the order in which they count
// (gitignore(5)).
type patterns struct {
	lines        []pattern
	inRepository bool
}

type pattern struct {
	folder     string // absolute, from which the pattern counts
	form       *regexp.Regexp
	include    bool // it begins with !
	folderOnly bool // it ends with a slash
}

// repositoryPatterns returns the patterns that count in a folder of a Git repository, from
// its root down to the folder, without the folder's own. They do not count in a folder
// that they ignore, which a user names on purpose, nor where there is no repository.
func repositoryPatterns(folder string) (patterns, error) {
	root, git, err := repository(folder)
	if err != nil {
		return patterns{}, nil
	}
	none := patterns{inRepository: true}
	all := none
	if git.IsDir() { // in a work tree it is a file
		if all, err = none.with(root, filepath.Join(root, ".git", "info", "exclude")); err != nil {
			return none, err
		}
	}
	below, _ := filepath.Rel(root, folder) // root is above it
	at := root
	for _, name := range strings.Split(filepath.ToSlash(below), "/") {
		if below == "." {
			break
		}
		if all, err = all.with(at, filepath.Join(at, ".gitignore")); err != nil {
			return none, err
		}
		at = filepath.Join(at, name)
		if all.match(at, true) {
			return none, nil
		}
	}
	return all, nil
}

// repository returns the root of the Git repository that a folder is in, and what .git
// is there. It returns fs.ErrNotExist if there is none.
func repository(folder string) (root string, git fs.FileInfo, err error) {
	for {
		git, err = os.Stat(filepath.Join(folder, ".git"))
		if err == nil {
			return folder, git, nil
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return "", nil, fs.ErrNotExist
		}
		folder = parent
	}
}

// with returns the patterns and those of a file, which count from a folder. A file that
// is missing has none.
func (p patterns) with(folder, file string) (patterns, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	more := patterns{append([]pattern(nil), p.lines...), p.inRepository}
	for line := range strings.Lines(string(text)) {
		more.add(folder, line)
	}
	return more, nil
}

// add adds a line. Empty ones, comments and those that are no pattern count for nothing.
func (p *patterns) add(folder, line string) {
	line = strings.TrimRight(line, "\r\n")
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return
	}
	added := pattern{folder: folder}
	line, added.include = strings.CutPrefix(line, "!")
	line, added.folderOnly = strings.CutSuffix(line, "/")
	anchored := strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return
	}
	form := translate(line)
	if !anchored {
		form = "(?:.*/)?" + form
	}
	compiled, err := regexp.Compile("(?s)^" + form + "$")
	if err != nil {
		return
	}
	added.form = compiled
	p.lines = append(p.lines, added)
}

// translate returns a pattern as a regular expression for a path with slashes.
func translate(line string) string {
	var form strings.Builder
	for at := 0; at < len(line); {
		part, length := translatePart(line[at:], at == 0 || line[at-1] == '/')
		form.WriteString(part)
		at += length
	}
	return form.String()
}

// translatePart returns the first part of a pattern as a regular expression, and its
// length. Two asterisks mean folders where a name begins.
func translatePart(rest string, beginsName bool) (form string, length int) {
	if beginsName && strings.HasPrefix(rest, "**/") {
		return "(?:.*/)?", 3
	}
	if beginsName && rest == "**" {
		return ".*", 2
	}
	if end := strings.IndexByte(rest[1:], ']'); rest[0] == '[' && end > 0 {
		return translateClass(rest[1 : 1+end]), end + 2
	}
	if rest[0] == '*' {
		return "[^/]*", 1
	}
	if rest[0] == '?' {
		return "[^/]", 1
	}
	start := 0
	if rest[0] == '\\' && len(rest) > 1 {
		start = 1
	}
	_, size := utf8.DecodeRuneInString(rest[start:])
	return regexp.QuoteMeta(rest[start : start+size]), start + size
}

// translateClass returns the characters between brackets as a class.
func translateClass(class string) string {
	chars := strings.TrimLeft(class, "!^")
	form := strings.NewReplacer(`\`, `\\`, "[", `\[`, "^", `\^`).Replace(chars)
	if chars != class {
		return "[^/" + form + "]"
	}
	return "[" + form + "]"
}

// match reports whether a file or folder is ignored: the last pattern that matches says.
func (p *patterns) match(path string, isFolder bool) bool {
	for i := len(p.lines) - 1; i >= 0; i-- {
		line := p.lines[i]
		relative, err := filepath.Rel(line.folder, path)
		if err != nil || line.folderOnly && !isFolder {
			continue
		}
		if line.form.MatchString(filepath.ToSlash(relative)) {
			return !line.include
		}
	}
	return false
}
