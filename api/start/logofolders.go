package start

import (
	"path/filepath"
	"strings"
)

// namingFolders returns the folders that say what their logos are of although their names are words for versions: mono
// with mono/mono.svg beside clion/clion.svg and goland/goland.svg, which is the logo of Mono and no version of another.
func namingFolders(logos []*found) map[string]bool {
	others, naming := map[string]int{}, map[string]bool{}
	for _, f := range logos {
		if f.isCalledAsItsFolder() && len(subject(wordsOf(f.stem()))) > 0 {
			others[filepath.Dir(filepath.Dir(f.path))]++
		}
	}
	for _, f := range logos {
		folder := filepath.Dir(f.path)
		if f.isCalledAsItsFolder() && len(subject(wordsOf(f.stem()))) == 0 && others[filepath.Dir(folder)] > 1 {
			naming[folder] = true
		}
	}
	return naming
}

// isCalledAsItsFolder reports whether a file has the name of its folder.
func (f *found) isCalledAsItsFolder() bool {
	return len(f.words) > 1 && strings.EqualFold(f.words[len(f.words)-2], f.stem())
}
