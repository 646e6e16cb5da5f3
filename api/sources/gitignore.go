package sources

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
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
	for i := 0; i < len(line); i++ {
		rest := line[i:]
		switch {
		case strings.HasPrefix(rest, "**/") && (i == 0 || line[i-1] == '/'):
			form.WriteString("(?:.*/)?")
			i += 2
		case rest == "**" && (i == 0 || line[i-1] == '/'):
			form.WriteString(".*")
			i++
		case rest[0] == '*':
			form.WriteString("[^/]*")
		case rest[0] == '?':
			form.WriteString("[^/]")
		case rest[0] == '[' && strings.IndexByte(rest[1:], ']') > 0:
			class, _, _ := strings.Cut(rest[1:], "]")
			i += len(class) + 1
			negated := strings.HasPrefix(class, "!") || strings.HasPrefix(class, "^")
			class = strings.NewReplacer(`\`, `\\`, "[", `\[`, "^", `\^`).Replace(strings.TrimLeft(class, "!^"))
			if negated {
				class = "^/" + class
			}
			form.WriteString("[" + class + "]")
		case rest[0] == '\\' && len(rest) > 1:
			i++
			form.WriteString(regexp.QuoteMeta(line[i : i+1]))
		default:
			form.WriteString(regexp.QuoteMeta(line[i : i+1]))
		}
	}
	return form.String()
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
