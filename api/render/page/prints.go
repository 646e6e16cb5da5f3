package page

import (
	"strings"

	"designmanual/tokenize/content"
)

// A printValue is a color in a system for print.
type printValue struct{ System, Value string }

// printKeys are the keys of a color for print.
var printKeys = []string{"cmyk", "pantone", "ral", "ncs"}

// printValues returns a color in the systems for print that the manual names.
func printValues(color *content.Value) []printValue {
	var values []printValue
	for _, key := range printKeys {
		text := color.Get(key).Scalar()
		if list := color.Get(key).Scalars(); len(list) > 0 {
			text = strings.Join(list, " ")
		}
		if text == "" {
			continue
		}
		system := strings.ToUpper(key)
		text = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(text, system), "Pantone"))
		values = append(values, printValue{system, text})
	}
	return values
}
