package difference

import (
	"fmt"
	"strings"
)

// Empty reports whether there is no difference.
func (d *Difference) Empty() bool {
	return len(d.Added)+len(d.Changed)+len(d.Deprecated)+len(d.Modes.Added) == 0 && !d.Breaking()
}

// Breaking reports whether a build that uses the tokens may break: a token, the value of one
// in a mode, or a mode is gone, a token has another name, or its value is of another type.
func (d *Difference) Breaking() bool {
	return d.HasRemoved() || len(d.Renamed) > 0 || len(d.Kinds) > 0
}

// HasRemoved reports whether a token, the value of one in a mode, or a mode is gone.
func (d *Difference) HasRemoved() bool { return len(d.Removed)+len(d.Modes.Removed) > 0 }

// HasAdded reports whether there is a new token or mode.
func (d *Difference) HasAdded() bool { return len(d.Added)+len(d.Modes.Added) > 0 }

// Breaks says in words what a build may break of, one a line.
func (d *Difference) Breaks() (words []string) {
	for _, mode := range d.Modes.Removed {
		words = append(words, "mode "+mode+" is removed")
	}
	for _, t := range d.Removed {
		words = append(words, "token "+t.Token+" "+removedWords(t))
	}
	for _, r := range d.Renamed {
		words = append(words, "token "+r.From+" is renamed to "+r.To)
	}
	for _, k := range d.Kinds {
		words = append(words, fmt.Sprintf("token %s was a %s and is a %s", k.Token, k.From, k.To))
	}
	return words
}

func removedWords(t Token) string {
	if t.Mode != "" {
		return "has no value in the mode " + t.Mode + " any more"
	}
	return "is removed"
}

// Words says the whole difference in words, one a line, what breaks first.
func (d *Difference) Words() []string { return append(d.Breaks(), d.Further()...) }

// Further says in words, one a line, what breaks no build: what is new, what has another
// value, and what is deprecated.
func (d *Difference) Further() (words []string) {
	for _, mode := range d.Modes.Added {
		words = append(words, "mode "+mode+" is added")
	}
	for _, t := range d.Added {
		words = append(words, "token "+t.Token+" is added")
	}
	for _, c := range d.Changed {
		words = append(words, "token "+c.Token+c.inMode()+" changes"+c.looks()+" from "+c.From+" to "+c.To)
	}
	for _, dep := range d.Deprecated {
		line := "token " + dep.Token + " is deprecated"
		if dep.Reason != "" {
			line += ": " + dep.Reason
		}
		words = append(words, line)
	}
	return words
}

func (c Change) inMode() string {
	if c.Mode == "" {
		return ""
	}
	return " in the mode " + c.Mode
}

func (c Change) looks() string {
	if c.Looks == "" {
		return ""
	}
	return " " + c.Looks
}

// Summary says in one line how much there is of each difference.
func (d *Difference) Summary() string {
	var parts []string
	for _, part := range []struct {
		count int
		word  string
	}{
		{len(d.Removed), "removed"}, {len(d.Modes.Removed), plural(len(d.Modes.Removed), "mode") + " removed"}, {len(d.Renamed), "renamed"}, {len(d.Kinds), "of another type"},
		{len(d.Changed), "changed"}, {len(d.Deprecated), "deprecated"}, {len(d.Added), "added"}, {len(d.Modes.Added), plural(len(d.Modes.Added), "mode") + " added"},
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

// Markdown returns the difference as lists under headings of the third level, nothing if
// there is none.
func (d *Difference) Markdown() string {
	var m markdown
	m.section("Removed")
	for _, mode := range d.Modes.Removed {
		m.line("the mode " + code(mode))
	}
	for _, t := range d.Removed {
		if t.Mode != "" {
			m.line(code(t.Token) + " in the mode " + code(t.Mode) + ": " + code(t.Value))
		} else {
			m.line(code(t.Token) + ": " + valuesWords(t))
		}
	}
	m.section("Renamed")
	for _, r := range d.Renamed {
		m.line(code(r.From) + " → " + code(r.To) + ": " + code(r.Value))
	}
	m.section("Of another type")
	for _, k := range d.Kinds {
		m.line(fmt.Sprintf("%s: %s %s → %s %s", code(k.Token), k.From, code(k.FromValue), k.To, code(k.ToValue)))
	}
	m.section("Changed")
	for _, c := range d.Changed {
		m.line(changeLine(c))
	}
	m.section("Deprecated")
	for _, dep := range d.Deprecated {
		line := code(dep.Token)
		if dep.Reason != "" {
			line += ": " + escape(dep.Reason)
		}
		m.line(line)
	}
	m.section("Added")
	for _, mode := range d.Modes.Added {
		m.line("the mode " + code(mode))
	}
	for _, t := range d.Added {
		m.line(code(t.Token) + ": " + valuesWords(t))
	}
	return m.text.String()
}

func changeLine(c Change) string {
	line := code(c.Token)
	if c.Mode != "" {
		line += " in the mode " + code(c.Mode)
	}
	line += ": " + code(c.From) + " → " + code(c.To)
	if c.Looks != "" {
		line += " (" + c.Looks + ")"
	}
	return line
}

func valuesWords(t Token) string {
	words := code(t.Value)
	for _, m := range t.Modes {
		words += ", " + escape(m.Mode) + " " + code(m.Value)
	}
	return words
}

// A markdown is a text whose sections have a heading only if they have lines.
type markdown struct {
	text    strings.Builder
	heading string
}

func (m *markdown) section(heading string) { m.heading = heading }

func (m *markdown) line(text string) {
	if m.heading != "" {
		if m.text.Len() > 0 {
			m.text.WriteByte('\n')
		}
		m.text.WriteString("### " + m.heading + "\n\n")
		m.heading = ""
	}
	m.text.WriteString("- " + text + "\n")
}

// code returns a text as a code span, whose fence is longer than any run of backticks in it.
func code(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return "(nothing)"
	}
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

// escape returns a plain text in which nothing is a sign of Markdown or HTML.
func escape(text string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(text), " ") {
		if strings.ContainsRune("\\`*_[]<>&#|~!", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
