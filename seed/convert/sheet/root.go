package sheet

import (
	"slices"
	"strings"
)

// rootMode returns the mode that the page has at rest: the first one that a rule for the whole page names too,
// empty for none. One that changes a value of the page is another mode, although some rule, as
// `:root, .dark { --radius: 4px }`, is for both. A light one stays: the page is called so anyway.
func (r *reader) rootMode() string {
	values := map[string]string{} // of the whole page
	for _, d := range r.sheet.Declarations {
		if isWhole(d.Conditions) {
			values[d.Name] = d.Value
		}
	}
	changed := map[string]bool{} // modes
	for _, d := range r.sheet.Declarations {
		if value, known := values[d.Name]; !known || value == d.Value || isWhole(d.Conditions) {
			continue
		}
		for _, mode := range modesOf(d.Conditions) {
			changed[mode] = true
		}
	}
	for _, mode := range r.rootModes {
		if !changed[mode] || IsLight(mode) {
			return mode
		}
	}
	return ""
}

// IsLight reports whether the name of a mode says that it is a light one.
func IsLight(mode string) bool { return strings.Contains(strings.ToLower(mode), "light") }

// isWhole reports whether some of the conditions of a rule is the whole page.
func isWhole(conditions []Condition) bool {
	return slices.ContainsFunc(conditions, func(c Condition) bool { return len(c.With) == 0 })
}

// modesOf returns the modes that conditions name, each by itself.
func modesOf(conditions []Condition) (modes []string) {
	for _, c := range conditions {
		if len(c.With) == 1 {
			modes = append(modes, c.With[0])
		}
	}
	return modes
}
