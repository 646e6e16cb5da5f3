package start

import (
	"path/filepath"
	"slices"
	"strings"
)

// The largest icon, in pixels, and the most that the sides of logos differ by.
const (
	largestIcon  = 64
	logoShape    = 8
	fewColors    = 6
	largestGroup = 12
)

// classifyDrawings says what drawings are whose folders do not say it: those called logos, or as the brand, are
// logos, small ones icons, wide and square ones of few colors logos. All of a folder with many
// small ones are a set of icons, and a folder with many larger ones has pictures. The shape says
// nothing where a name or a folder says what the logo is.
func classifyDrawings(all []*found, b Brand) {
	isLogo := func(f *found) bool { return f.calledLogo || f.kind == logos || f.kind == logoPictures }
	hasLogo := slices.ContainsFunc(all, isLogo)
	inFolder, small := map[string]int{}, map[string]int{}
	isSmall := func(f *found) bool { return f.asset.Width > 0 && max(f.asset.Width, f.asset.Height) <= largestIcon }
	for _, f := range all {
		if f.kind != unknownDrawing {
			continue
		}
		f.calledLogo = f.calledLogo || isCalled(f, b.Name) || isCalled(f, b.Slug)
		inFolder[filepath.Dir(f.path)]++
		if isSmall(f) {
			small[filepath.Dir(f.path)]++
		}
	}
	for _, f := range all {
		if f.kind != unknownDrawing {
			continue
		}
		folder, width, height := filepath.Dir(f.path), f.asset.Width, f.asset.Height
		isWide := height > 0 && width*5 >= height*4 && width <= logoShape*height
		if small[folder] > largestGroup {
			f.kind = icons
		} else if f.calledLogo {
			f.kind = logos
		} else if isSmall(f) {
			f.kind = icons
		} else if !hasLogo && isWide && len(f.inks) <= fewColors && inFolder[folder] <= largestGroup {
			f.kind = logos
		} else {
			f.kind = pictures
		}
	}
}

// isCalled reports whether a file has a name, with words of logos, versions and formats at most after it.
func isCalled(f *found, name string) bool {
	words, named := wordsOf(f.stem()), wordsOf(name)
	if len(named) == 0 || len(words) < len(named) || !slices.EqualFunc(words[:len(named)], named, strings.EqualFold) {
		return false
	}
	return !slices.ContainsFunc(words[len(named):], isOtherWord)
}

// isOtherWord reports whether a word is none of logos, versions or formats.
func isOtherWord(word string) bool { return len(subject([]string{word})) > 0 }
