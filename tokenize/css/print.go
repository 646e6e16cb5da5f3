package css

import (
	"fmt"
	"regexp"
	"strings"

	"designmanual/tokenize/content"
)

// CMYK returns the four percentages of a color in print, which is a list of numbers from 0
// to 100 or a text of them, such as "100 70 0 5" or "100, 70, 0, 5 %".
func CMYK(value *content.Value) ([]string, error) {
	parts := value.Scalars()
	if !value.Is('[') {
		parts = strings.FieldsFunc(value.Text(), func(r rune) bool { return strings.ContainsRune(" ,/%\t\n", r) })
	}
	for i, part := range parts {
		q, ok := SplitQuantity(part)
		if !ok || q.Unit != "" || q.Number < 0 || q.Number > 100 {
			return nil, fmt.Errorf("expected numbers from 0 to 100, %s", Found(part))
		}
		parts[i] = q.String()
	}
	if len(parts) != 4 {
		return nil, fmt.Errorf("expected the four numbers of cyan, magenta, yellow and black, found %d", len(parts))
	}
	return parts, nil
}

// Forms of the names that print has for colors. Pantone's end in the paper or the book
// (C, U, M, CP, UP, TCX, TPG and others), RAL's are Classic, Design and Effect, NCS's have
// an edition, blackness, chromaticness and a hue.
var printForms = map[string]struct {
	form    *regexp.Regexp
	example string
}{
	"pantone": {
		regexp.MustCompile(`(?i)^(pantone )?(P )?[\pL\d][\pL\d .&'-]*?( (C|U|M|CP|UP|XGC|TCX|TPX|TPG|TN|TSX|PC|EC))?$`),
		"286 C",
	},
	"ral": {regexp.MustCompile(`(?i)^(RAL )?(\d{4}|\d{3} \d{2} \d{2}|\d{3}[ -][1-6M]|\d{7})( .+)?$`), "RAL 5002"},
	"ncs": {regexp.MustCompile(`(?i)^(NCS )?(S )?\d{4}-(N|[YRBG](\d{2}[YRBG])?)$`), "S 4050-R90B"},
}

// PrintName checks the name of a color in a system of print: pantone, ral or ncs.
func PrintName(system, text string) error {
	known := printForms[system]
	if !known.form.MatchString(strings.Join(strings.Fields(text), " ")) {
		return fmt.Errorf("expected a color as %q, %s", known.example, Found(text))
	}
	return nil
}
