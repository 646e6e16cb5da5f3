// Package sheet reads style sheets: the custom properties of CSS with what decides between
// them in the cascade, and the variables of SCSS as they stand at the end.
//
// Read returns the declarations. Each says under which conditions it holds: on the whole
// page, in modes such as dark that a selector or the color scheme of the reader makes, or
// only in a rule that is neither.
package sheet

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// A Declaration gives a custom property or a variable a value.
type Declaration struct {
	At         int         // offset in the file
	Name       string      // --color-a, or $color-a; the keys of a map of SCSS follow points
	Value      string      // as written; of SCSS with the variables that it names replaced
	Conditions []Condition // it holds if one of these does; none for a rule
	Selector   string      // of the rule around it
	Rule       string      // the rule in which alone it holds, empty if conditions say where
	Inner      bool        // it holds only in a block inside the rule
	Important  bool
	Layer      Layer
	Sass       bool   // the value is one of SCSS
	Unknown    string // the variable that the value needs and that has none
	Overridden bool   // by a value that the variable has already, or by a later one
}

// A Sheet is what a style sheet declares.
type Sheet struct {
	Declarations []*Declaration
	Root         string // the mode that the rule for the whole page names too
	IsTheme      bool   // its values are those of a theme that it names, if it has no other mode
	Imports      int    // of other style sheets
}

// Options say how a style sheet is read.
type Options struct {
	Sass      bool
	Selector  string     // of the rule that counts as the one for the whole page, besides those that do
	Label     string     // the name of the file, by which modules of SCSS name it
	Variables *Variables // of the style sheets before, and then of this one too
}

// A Fault is why a style sheet cannot be read.
type Fault struct {
	At   int
	Text string
}

func (f *Fault) Error() string { return f.Text }

func faultAt(at int, format string, args ...any) error {
	return &Fault{at, fmt.Sprintf(format, args...)}
}

const maxDepth = 64 // of blocks inside one another, and of maps

// reader reads one style sheet.
type reader struct {
	Options
	text       string
	sheet      *Sheet
	layers     *layers
	prefix     func() string // of the first custom property
	enclosures []enclosure   // of the blocks around the statement
	rootModes  []string      // modes that rules for the whole page name too
}

var firstProperty = pattern.New(`--([a-z0-9]+)-[\w-]+\s*:`)

// Read reads a style sheet. The error is a [Fault].
func Read(text string, o Options) (*Sheet, error) {
	r := &reader{Options: o, text: text, sheet: &Sheet{}, layers: newLayers(), enclosures: []enclosure{{}}}
	r.prefix = sync.OnceValue(func() string {
		m := firstProperty.FindStringSubmatch(text)
		if m == nil {
			return ""
		}
		return m[1]
	})
	r.Variables.enter()
	if err := r.read(); err != nil {
		return nil, err
	}
	r.sheet.Root = cmp.Or(r.sheet.Root, r.rootMode())
	return r.sheet, nil
}

// read reads the statements of the style sheet: declarations, and the beginnings and ends
// of blocks.
func (r *reader) read() error {
	var statement strings.Builder
	start, brackets := 0, 0 // of the statement
	for t := range css.Scan(r.text, 0, len(r.text), r.Sass) {
		part := r.text[t.Start:t.End]
		if t.Kind == "line" {
			continue
		}
		if err := checkClosed(t, part); err != nil {
			return err
		}
		if strings.HasPrefix(part, "/*") {
			part = " "
		}
		if t.Kind == "function" || part == "(" || part == "[" || t.Kind == "url" && !strings.HasSuffix(part, ")") {
			brackets++
		}
		if part == ")" || part == "]" {
			brackets = max(0, brackets-1)
		}
		if brackets == 0 && (part == "{" || part == "}" || part == ";") {
			text := strings.TrimSpace(statement.String())
			statement.Reset()
			if err := r.end(part, t, start, text); err != nil {
				return err
			}
			continue
		}
		if statement.Len() == 0 {
			part, start = strings.TrimLeft(part, " \t\r\n\f"), t.Start
		}
		statement.WriteString(part)
	}
	if brackets > 0 {
		return faultAt(start, "a bracket is not closed")
	}
	if len(r.enclosures) > 1 {
		return faultAt(max(0, len(r.text)-1), "a block is not closed: a } is missing")
	}
	r.declare(start, strings.TrimSpace(statement.String()))
	return nil
}

// checkClosed returns an error for a comment or a string that stays open.
func checkClosed(t css.Token, part string) error {
	if strings.HasPrefix(part, "/*") && (len(part) < 4 || !strings.HasSuffix(part, "*/")) {
		return faultAt(t.Start, "the comment is not closed")
	}
	if t.Kind == "string" && (len(part) < 2 || part[len(part)-1] != part[0]) {
		return faultAt(t.Start, "the string is not closed")
	}
	return nil
}

// end handles the sign that ends a statement: the beginning or the end of a block, or a
// semicolon.
func (r *reader) end(sign string, t css.Token, start int, text string) error {
	if sign == "{" {
		if len(r.enclosures) > maxDepth {
			return faultAt(t.Start, "expected at most %d blocks inside one another", maxDepth)
		}
		r.enclosures = append(r.enclosures, r.enter(text, r.text[t.End:]))
		return nil
	}
	r.declare(start, text)
	if sign == "}" {
		r.enclosures = r.enclosures[:len(r.enclosures)-1]
	}
	if len(r.enclosures) == 0 {
		return faultAt(t.Start, "this } closes no block")
	}
	return nil
}

var (
	importRule = pattern.New(`^@(import|use|forward)\b`)
	flags      = pattern.New(`(?i)(?:\s*!\s*(?:important|default|global))+$`)
	important  = pattern.New(`(?i)!\s*important`)
)

// declare adds a custom property or a variable, and the color scheme; other declarations are
// ignored.
func (r *reader) declare(at int, text string) {
	within := r.enclosures[len(r.enclosures)-1]
	if strings.HasPrefix(text, "@") && importRule.MatchString(text) {
		r.sheet.Imports++
		r.Variables.use(text)
	}
	if names, ok := strings.CutPrefix(text, "@layer "); ok {
		for _, name := range splitList(names) {
			r.layers.at(within.layer, name)
		}
	}
	name, value, ok := strings.Cut(text, ":")
	name = Unescape(strings.TrimSpace(name))
	if !ok || within.ignored || strings.ContainsAny(name, "{}() ") {
		return
	}
	value = strings.TrimSpace(value)
	d := &Declaration{
		At: at, Name: name, Conditions: within.conditions, Selector: within.selector, Rule: within.rule,
		Inner: within.inner, Layer: within.layer,
	}
	d.Value = value
	if strings.Contains(value, "!") {
		d.Value = flags.ReplaceAllString(value, "")
		d.Important = important.MatchString(flags.FindString(value))
	}
	if strings.HasPrefix(name, "$") {
		r.declareVariable(d, value)
		return
	}
	if !strings.HasPrefix(name, "--") && name != ColorScheme || strings.HasSuffix(name, "*") {
		return
	}
	if within.top() {
		d.Rule = "no rule"
	}
	if r.Sass {
		written := d.Value
		d.Value, d.Unknown = r.Variables.replace(written, interpolation)
		d.Sass = d.Value != written
	}
	r.sheet.Declarations = append(r.sheet.Declarations, d)
}

// ColorScheme is the property that decides what light-dark() means.
const ColorScheme = "color-scheme"

// splitList splits text at commas outside brackets and strings, and leaves out empty parts.
func splitList(text string) []string {
	var parts []string
	for _, part := range css.Split(text, ',') {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
