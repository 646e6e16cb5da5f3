package difference

import (
	"fmt"
	"strings"
)

// Breaking reports whether a build that uses the tokens may break: a token, the value of one
// in a mode, or a mode is gone, a token has another name, or its value is of another type.
func (d *Difference) Breaking() bool {
	return len(d.Removed)+len(d.Modes.Removed)+len(d.Renamed)+len(d.Kinds) > 0
}

// Breaks says in words what a build may break of, one a line.
func (d *Difference) Breaks() []string {
	var words []string
	for _, mode := range d.Modes.Removed {
		words = append(words, "mode "+mode+" is removed")
	}
	for _, t := range d.Removed {
		if t.Mode != "" {
			words = append(words, "token "+t.Token+" has no value in the mode "+t.Mode+" any more")
		} else {
			words = append(words, "token "+t.Token+" is removed")
		}
	}
	for _, r := range d.Renamed {
		words = append(words, "token "+r.From+" is renamed to "+r.To)
	}
	for _, k := range d.Kinds {
		words = append(words, fmt.Sprintf("token %s was a %s and is a %s", k.Token, k.From, k.To))
	}
	return words
}

// Words says the whole difference in words, one a line, what breaks first.
func (d *Difference) Words() []string { return append(d.Breaks(), d.Further()...) }

// Further says in words, one a line, what breaks no build: what is new, what has another
// value, and what is deprecated or no longer.
func (d *Difference) Further() []string {
	var words []string
	for _, mode := range d.Modes.Added {
		words = append(words, "mode "+mode+" is added")
	}
	for _, t := range d.Added {
		words = append(words, "token "+t.Token+" is added")
	}
	for _, c := range d.Changed {
		words = append(
			words,
			"token "+c.Token+after(" in the mode ", c.Mode)+" changes"+after(" ", c.Looks)+" from "+c.From+" to "+c.To,
		)
	}
	for _, dep := range d.Deprecated {
		words = append(words, "token "+dep.Token+" is deprecated"+dep.words())
	}
	for _, dep := range d.Restored {
		words = append(words, "token "+dep.Token+" is no longer deprecated")
	}
	return words
}

// words says the reason of a deprecation, and whether it is another one than before.
func (d Deprecation) words() string {
	if !d.Again {
		return after(": ", d.Reason)
	}
	if d.Reason == "" {
		return " without a sentence now"
	}
	return " with another sentence: " + d.Reason
}

// after returns a text with what stands before it, or nothing without one.
func after(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

// Summary says in one line how much there is of each difference.
func (d *Difference) Summary() string {
	var parts []string
	again := 0
	for _, dep := range d.Deprecated {
		if dep.Again {
			again++
		}
	}
	for _, part := range []struct {
		count int
		word  string
	}{
		{len(d.Removed), "removed"}, {len(d.Modes.Removed), plural(len(d.Modes.Removed), "mode") + " removed"},
		{len(d.Renamed), "renamed"}, {len(d.Kinds), "of another type"},
		{len(d.Changed), "changed"}, {len(d.Deprecated) - again, "deprecated"},
		{again, "deprecated with another sentence"}, {len(d.Restored), "no longer deprecated"},
		{len(d.Added), "added"}, {len(d.Modes.Added), plural(len(d.Modes.Added), "mode") + " added"},
	} {
		if part.count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.count, part.word))
		}
	}
	if parts == nil {
		return "no token has changed"
	}
	return strings.Join(parts, ", ")
}

func plural(count int, noun string) string {
	if count == 1 {
		return noun
	}
	return noun + "s"
}

// Markdown returns the words as a list, nothing if there is no difference.
func (d *Difference) Markdown() string {
	var list strings.Builder
	for _, words := range d.Words() {
		list.WriteString("- ")
		for _, r := range strings.Join(strings.Fields(words), " ") {
			if strings.ContainsRune("\\`*_[]<>&#|~!", r) {
				list.WriteByte('\\')
			}
			list.WriteRune(r)
		}
		list.WriteByte('\n')
	}
	return list.String()
}
