package convert

import (
	"cmp"
	"path/filepath"
	"strings"

	"designmanual/seed/convert/sheet"
	"designmanual/tokenize/content"
)

// readSheet reads a style sheet.
func (c *conversion) readSheet(s *input) error {
	found, err := sheet.Read(string(s.data), sheet.Options{
		Sass: !strings.EqualFold(filepath.Ext(s.name), ".css"), Selector: c.Selector, Label: sheet.Label(s.name),
		Variables: &c.variables,
	})
	if fault, ok := err.(*sheet.Fault); ok {
		return s.errorAt(fault.At, "%s", fault.Text)
	}
	s.isSheet, s.cascades, s.mode = true, true, found.Root
	if found.IsTheme {
		c.theme = cmp.Or(c.theme, found.Root)
	}
	for _, d := range found.Declarations {
		s.declareCSS(d)
		if c.First && strings.HasPrefix(d.Name, "--_") {
			last := s.declarations[len(s.declarations)-1]
			last.when = nil
			last.left = newReason(
				"values of components", "its name begins with an underscore, as that of a value for one component",
			)
		}
	}
	if len(s.declarations) == 0 {
		hint := ""
		if found.Imports > 0 {
			hint = "; it imports other style sheets: convert these"
		}
		return s.errorAt(
			0, "expected JSON, YAML, or a style sheet with custom properties or variables, found none of them%s", hint,
		)
	}
	if found.Imports > 0 && !s.found {
		c.report.note("%s imports other style sheets, which are read only if they are named too", s.name)
	}
	if c.First && s.found {
		return nil
	}
	return c.chooseRoot(s)
}

// declareCSS adds a declaration of a style sheet.
func (s *input) declareCSS(d *sheet.Declaration) {
	t := s.declare(
		&declaration{
			at: d.At, name: d.Name, written: content.NewString(d.Value), when: d.Conditions, css: d,
			part: d.Name == sheet.ColorScheme,
		},
	)
	if d.Rule != "" {
		t.left, t.when = newReason(conditional, "it holds only in %s", content.Truncate(d.Rule)), nil
		return
	}
	if d.Overridden {
		t.left, t.when = newReason(overridden, "another declaration of the variable counts"), nil
		return
	}
	if d.Unknown != "" {
		t.left = newReason(unknown, "there is no %s, which it refers to", d.Unknown)
	}
}

// chooseRoot reads a style sheet without a rule for the whole page, or a mode, by the rule
// that has most of its properties.
func (c *conversion) chooseRoot(s *input) error {
	counts := map[string]int{} // of the properties that hold only in a rule
	chosen := ""               // of several rules the first one
	for _, d := range s.declarations {
		if d.css.Rule == "" && !d.part {
			return nil
		}
		counts[d.css.Rule]++
	}
	for _, d := range s.declarations {
		if rule := d.css.Rule; !strings.HasPrefix(rule, "@") && rule != "" && counts[rule] > counts[chosen] {
			chosen = rule
		}
	}
	if c.Selector != "" {
		return s.errorAt(0, "expected a rule for %s, found none", c.Selector)
	}
	if chosen == "" {
		return nil
	}
	for _, d := range s.declarations {
		if d.css.Rule == chosen {
			d.left, d.when = nil, []sheet.Condition{{}}
		}
	}
	c.report.note(
		"%s has no rule for the whole page; the %d properties in %q are read (--selector names another rule)", s.name,
		counts[chosen], content.Truncate(chosen),
	)
	return nil
}
