package page

import (
	"strings"
	"unicode/utf8"

	"designmanual/api/render/page/look"
	"designmanual/api/render/page/rgb"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// A swatch is a color on its card. The script adds what follows from the hex (the color
// as RGB and HSL) and from the id (the custom property), so that a page of hundreds of
// colors stays light.
type swatch struct {
	ID, Name string
	Value    string // as readers see and copy it
	Written  string // as the manual has it, if that is another notation than hex
	Fill     string // as CSS has it, empty for what is no color
	Hex      bool   // the value is a hex
	Clear    bool   // it is transparent
	Data     string // attributes, escaped
	Print    []printValue
	Modes    []modeValue
	Folded   foldedModes // in place of Modes
	Tints    []tint
	Extra    *value
}

// A tint is a cell of a ramp. The color itself stands on one of its steps.
type tint struct {
	Step, Fill string
	Own        bool
	Data       string // an attribute, escaped
}

// How many letters of a name stand in a line at least: on a card in a block that is narrower than 20rem, than 28rem,
// than 42rem, and wider, as on a card of many, and in a list that is narrower than 20.875rem, than 24rem, than 64rem,
// and wider.
var (
	cardWidths = [...]int{28, 15, 21, 21}
	manyWidths = [...]int{32, 17, 23, 23}
	listWidths = [...]int{14, 20, 23, 34}
)

// nameLines returns the most lines that a name of the swatches takes, broken where browsers break it.
func nameLines(swatches []swatch, width int) int {
	most := 1
	for _, s := range swatches {
		lines, used := 1, 0
		for part := range strings.SplitAfterSeq(strings.ReplaceAll(s.Name, " ", "-"), "-") {
			n := utf8.RuneCountInString(part)
			if used > 0 && used+n > width {
				lines, used = lines+1, 0
			}
			used += n
			lines, used = lines+(used-1)/width, (used-1)%width+1
		}
		most = max(most, lines)
	}
	return most
}

func (b *builder) swatch(it item) swatch {
	text := it.text("hex")
	s := swatch{ID: b.id(it.Name), Name: it.Name, Value: shownColor(text), Fill: look.Color(text)}
	hex, isHex := css.Hex(text)
	if isHex {
		s.Fill = strings.ToUpper(s.Fill) // as the value that follows it, so that the page packs well
	} else if color, err := css.ParseColor(text); err == nil {
		hex, _ = color.Hex()
		s.Value, s.Written = strings.ToUpper(hex), text
	}
	s.Hex = hex != ""
	if s.Hex {
		color := rgb.Parse(hex)
		s.Clear = color[3] < 255
		if it.Token.Variable != "" {
			b.sectionColors = append(b.sectionColors, namedColor{s.Name, color, it.Token.modes})
		}
	}
	s.Print = printValues(it.entry)
	s.Extra = b.extra(it.entry.Without(printKeys...), "name", "hex", "tints", "modes")
	if len(b.Tokens.Modes) > maxModes && len(it.Token.modes) > 0 {
		s.Folded = b.foldModes(it.Token.modes)
	} else {
		s.Modes = b.modesOf(it.Token)
	}
	if variable := it.Token.Variable; variable == "" {
		s.Data = ` data-css=""`
	} else if _, name, _ := strings.Cut(s.ID, b.block.Anchor+"."); variable != "--color-"+name {
		s.Data = ` data-css="` + escaper.Replace(variable) + `"`
	}
	if it.Token.path != "" {
		s.Data += ` data-path="` + escaper.Replace(it.Token.path) + `"`
	}
	if len(it.Tokens) > 1 {
		s.Tints = tints(it.Token, it.Tokens[1:])
	}
	return s
}

// tints returns the cells of a ramp. The custom property of a tint is told where it does
// not follow from that of the color and the step.
func tints(color token, tokens []token) []tint {
	var cells []tint
	for _, t := range tokens {
		cell := tint{
			Step: t.Title[strings.LastIndexByte(t.Title, ' ')+1:], Fill: shownColor(t.Value),
			Own: strings.EqualFold(t.Value, color.Value),
		}
		if t.Variable != color.Variable+"-"+cell.Step {
			cell.Data = ` data-css="` + escaper.Replace(t.Variable) + `"`
		}
		cells = append(cells, cell)
	}
	return cells
}

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

// A ramp has so many colors at least and at most, so that they have room in one row.
const (
	shortestRamp = 5
	longestRamp  = 15
)

// rampName matches the name of a color of a ramp.
var rampName = pattern.New(`^(.+?)[-_. /]?[0-9]+$`)

// isRamp reports whether colors are the steps of one color, as gray0 to gray9, one of which may be without a step,
// and have nothing beside their values.
func isRamp(swatches []swatch) bool {
	if len(swatches) < shortestRamp || len(swatches) > longestRamp {
		return false
	}
	stem, plain := "", ""
	for _, s := range swatches {
		if len(s.Tints)+len(s.Modes)+s.Folded.Count+len(s.Print)+len(s.Written) > 0 || s.Extra != nil {
			return false
		}
		step := rampName.FindStringSubmatch(s.Name)
		if step == nil && plain != "" || step != nil && stem != "" && step[1] != stem {
			return false
		}
		if step == nil {
			plain = s.Name
		} else {
			stem = step[1]
		}
	}
	return plain == "" || plain == stem
}
