package start

import (
	"fmt"
	"slices"
	"strings"

	"designmanual/seed/check"
	"designmanual/seed/source"
)

// maxMaterial limits the files that a manual takes in: fonts and logos first.
const maxMaterial = 500

// leftOut are the files that are not in the manual, by the reason.
type leftOut struct {
	reasons []string // in the order in which they came up, each with what helps
	files   map[string][]string
	others  []string // files that no manual has a place for
	parts   []string // sentences on what of a file is not
}

func (l *leftOut) add(path, reason string) {
	if l.files == nil {
		l.files = map[string][]string{}
	}
	if !slices.Contains(l.reasons, reason) {
		l.reasons = append(l.reasons, reason)
	}
	l.files[reason] = append(l.files[reason], path)
}

// addError adds a file that cannot be read.
func (l *leftOut) addError(path string, err error) { l.add(path, source.PlainError(err).Error()) }

func (l *leftOut) addOther(path string) { l.others = append(l.others, path) }

// notes returns a sentence for each reason, with the first file.
func (l *leftOut) notes() []string {
	var notes []string
	for _, reason := range l.reasons {
		paths := l.files[reason]
		if len(paths) == 1 {
			notes = append(notes, fmt.Sprintf("%s is left out: %s", paths[0], reason))
		} else {
			notes = append(notes, fmt.Sprintf("%d files are left out (first: %s): %s", len(paths), paths[0], reason))
		}
	}
	if len(l.others) > 0 {
		notes = append(notes, fmt.Sprintf("%s left out that no block has a place for (first: %s). "+
			"A block DOWNLOADS can name files of any kind.", counted(len(l.others), "file"), l.others[0]))
	}
	return append(notes, l.parts...)
}

// asReasons returns the notes as the end of an error.
func (l *leftOut) asReasons() string {
	var b strings.Builder
	for _, note := range l.notes() {
		b.WriteString("\n  " + note)
	}
	return b.String()
}

// counted returns a number and a noun, as the subject of a sentence in the past.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	return fmt.Sprint(n, " ", noun, "s are")
}

// limit returns the files that go into the manual, the kinds that matter most first, and says
// which do not.
func (m *material) limit() []*found {
	sortKinds(m.found)
	kept := m.found[:0]
	known := map[any]bool{}
	for _, f := range m.found {
		if reason := f.repeats(known); reason != "" {
			if f.named {
				m.left.add(f.path, reason)
			}
			continue
		}
		if len(kept) >= maxMaterial {
			m.left.add(
				f.path,
				fmt.Sprintf("a manual begins with at most %d files. Name the folders that it needs.", maxMaterial),
			)
			continue
		}
		if m.bytes+f.asset.Size > check.MaxManualBytes {
			const most = check.MaxManualBytes >> 20
			m.left.add(
				f.path,
				fmt.Sprintf("the files of a manual have at most %d MiB together. Name those that it needs.", most),
			)
			continue
		}
		m.bytes += f.asset.Size
		kept = append(kept, f)
	}
	m.found = kept
	return kept
}

// repeats returns why a file is left out beside those before it, empty if it is not: another one
// has its content, or the weight and style of a font.
func (f *found) repeats(known map[any]bool) string {
	if known[f.asset.Sum] {
		return "another file has the same content."
	}
	known[f.asset.Sum] = true
	if f.kind != fonts {
		return ""
	}
	family, style := f.font.Describe()
	font := [3]string{family, style, f.font.Weight}
	if known[font] {
		return "another font file has that weight and style: of several formats WOFF 2 is taken, of several scripts " +
			"Latin. Name a further script in fonts[].files."
	}
	known[font] = true
	return ""
}
