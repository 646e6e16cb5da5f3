package sheet

import (
	"strings"

	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// entry returns an entry of a map, or the name of the map if there is none.
func (v *Variables) entry(name string, keys []string) (value, unknown string) {
	value, unknown = v.get(name)
	for _, key := range keys {
		found := false
		for _, e := range mapEntries(value) {
			if e.key == unquote(key) {
				value, found = e.value, true
				break
			}
		}
		if !found {
			return "", name + "." + unquote(key)
		}
	}
	return value, unknown
}

func unquote(text string) string {
	return escapedSign.ReplaceAllString(strings.Trim(strings.TrimSpace(text), `"'`), "$1")
}

// escapedSign matches a sign that a string of Sass escapes so that it is no interpolation or
// quote.
var escapedSign = pattern.New(`\\([#"'\\])`)

// A mapEntry is an entry of a map of SCSS.
type mapEntry struct{ key, value string }

// mapEntries returns the entries of a map, none of what is no map. Parentheses around
// anything else are no list.
func mapEntries(value string) []mapEntry {
	value = strings.TrimSpace(value)
	inside, opened := strings.CutPrefix(value, "(")
	inside, closed := strings.CutSuffix(inside, ")")
	if !opened || !closed || css.Closing(value) != len(value) {
		return nil
	}
	var entries []mapEntry
	for _, part := range splitList(inside) {
		pair := css.Split(part, ':')
		if len(pair) < 2 {
			return nil
		}
		key := pair[0]
		entries = append(entries, mapEntry{unquote(key), strings.TrimSpace(part[strings.Index(part, key)+len(key):])})
	}
	for i := range entries {
		entries[i].value = strings.TrimSpace(strings.TrimPrefix(entries[i].value, ":"))
	}
	return entries
}
