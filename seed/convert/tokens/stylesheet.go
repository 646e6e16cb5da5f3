package tokens

import (
	"cmp"
	"path/filepath"
	"strings"

	"designmanual/seed/convert/reason"
	"designmanual/seed/convert/sheet"
	"designmanual/tokenize/content"
)

// readSheet reads a style sheet.
func (c *Collection) readSheet(s *input) error {
	found, err := sheet.Read(string(s.data), sheet.Options{
		Sass: !strings.EqualFold(filepath.Ext(s.name), ".css"), Selector: c.options.Selector,
		Label: sheet.Label(s.name), Variables: &c.variables,
	})
	if fault, ok := err.(*sheet.Fault); ok {
		return s.errorAt(fault.At, "%s", fault.Text)
	}
	s.isSheet = true
	s.cascades = true
	s.mode = found.Root
	if found.IsTheme {
		c.Theme = cmp.Or(c.Theme, found.Root)
	}
	for _, d := range found.Declarations {
		s.declareCSS(d)
		if c.options.First && strings.HasPrefix(d.Name, "--_") {
			last := s.declarations[len(s.declarations)-1]
			last.when = nil
			last.Left = reason.New(
				"values of components", "its name begins with an underscore, as that of a value for one component",
			)
		}
	}
	if len(s.declarations) == 0 {
		hint := ""
		if found.Imports > 0 {
			hint = "; it imports other style sheets: convert these"
		}
		if strings.HasSuffix(s.name, ".less") || strings.HasSuffix(s.name, ".styl") {
			hint = ". Variables of Less and Stylus are not read: convert the style sheet that a build makes of them"
		}
		return s.errorAt(
			0, "expected JSON, YAML, or a style sheet with custom properties or variables, found none of them%s", hint,
		)
	}
	if found.Imports > 0 && !s.found {
		c.note("%s imports other style sheets, which are read only if they are named too", s.name)
	}
	if c.options.First && s.found {
		return nil
	}
	return c.chooseRoot(s)
}

// declareCSS adds a declaration of a style sheet.
func (s *input) declareCSS(d *sheet.Declaration) {
	t := s.declare(
		&Declaration{
			at: d.At, Name: d.Name, written: content.NewString(d.Value), when: d.Conditions, css: d,
			Part: d.Name == sheet.ColorScheme,
		},
	)
	if d.Rule != "" {
		t.Left = reason.New(reason.Conditional, "it holds only in %s", content.Truncate(d.Rule))
		t.when = nil
		return
	}
	if d.Overridden {
		t.Left = reason.New(reason.Overridden, "another declaration of the variable counts")
		t.when = nil
		return
	}
	if d.Unknown != "" {
		t.Left = reason.New(reason.Unknown, "there is no %s, which it refers to", d.Unknown)
	}
}

// chooseRoot reads a style sheet without a rule for the whole page, or a mode, by the rule
// that has most of its properties.
func (c *Collection) chooseRoot(s *input) error {
	counts := map[string]int{} // of the properties that hold only in a rule
	chosen := ""               // of several rules the first one
	for _, d := range s.declarations {
		if d.css.Rule == "" && !d.Part {
			return nil
		}
		counts[d.css.Rule] += btoi(!d.css.Inner)
	}
	for _, d := range s.declarations {
		if rule := d.css.Rule; !strings.HasPrefix(rule, "@") && rule != "" && counts[rule] > counts[chosen] {
			chosen = rule
		}
	}
	if c.options.Selector != "" {
		return s.errorAt(0, "there is no rule for %s, which --selector names", c.options.Selector)
	}
	if chosen == "" {
		return nil
	}
	for _, d := range s.declarations {
		if d.css.Rule == chosen && !d.css.Inner {
			d.Left, d.when = nil, []sheet.Condition{{}}
		}
	}
	c.note(
		"%s has no rule for the whole page; the %d properties in %q are read (--selector names another rule)", s.name,
		counts[chosen], content.Truncate(chosen),
	)
	return nil
}
