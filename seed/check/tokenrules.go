package check

import (
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/problem"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// noFalse is the rule for what may be true: false says nothing.
func noFalse(_ *shape, f *problem.Collector, p *content.Value) {
	if p.Is('f') {
		f.ErrorAt(p, "expected an object of steps or true, found false")
	}
}

// isWeightRange reports whether numbers is one weight of a font file or a range.
func isWeightRange(numbers string) bool {
	first, last, ranged := strings.Cut(numbers, " ")
	if !ranged {
		last = first
	}
	from, _ := strconv.Atoi(first)
	to, _ := strconv.Atoi(last)
	return from <= to && to <= 1000
}

func step(_ *shape, f *problem.Collector, p *content.Value) {
	if p.Is('"') || p.Is('0') {
		if _, _, err := tokenize.Step(p); err != nil {
			f.ErrorAt(p, "%v", err)
		}
		return
	}
	value, unit := p.Get("value"), p.Get("unit").Text()
	if !value.Is('"') && !value.Is('0') {
		return
	}
	if _, err := tokenize.StepUnit(unit); err != nil {
		return // StepUnit's own rule reports it
	}
	if _, err := tokenize.StepValue(value.Scalar(), unit); err != nil {
		f.ErrorAt(value, "%v", err)
	}
}

func easing(_ *shape, f *problem.Collector, p *content.Value) {
	if p.Is('[') && len(p.Children) != 4 {
		f.ErrorAt(p, "expected the four numbers of an easing, found %d", len(p.Children))
		return
	}
	if _, err := css.ReadEasing(p); err != nil {
		f.WarnAt(p, "%v: it makes no token", err)
	}
}

func shadow(_ *shape, f *problem.Collector, p *content.Value) {
	if p.Is('[') && len(p.Children) == 0 {
		f.ErrorAt(p, "expected at least one layer, found none")
	}
	if layers := countTokens(p); layers > MaxLayers {
		f.ErrorAt(p, "expected at most %d layers, found %d", MaxLayers, layers)
	} else if p.Is('"') {
		if _, err := css.Shadow(p.Text()); err != nil {
			f.ErrorAt(p, "%v", err)
			return
		}
	}
	warnVariable(f, p)
}

// countTokens counts what a list, tints or a shadow make: tokens or layers.
func countTokens(p *content.Value) int {
	if p.Is('t') {
		return len(manual.MadeTintSteps)
	}
	if p.Is('"') {
		return len(css.Layers(p.Text()))
	}
	if p.Get("x") != nil {
		return 1
	}
	return len(p.Children)
}

// fontSize accepts a length or a step of the type scale.
func fontSize(text string) (string, error) {
	if slices.Contains(manual.SizeKeys[:], text) {
		return text, nil
	}
	return css.Length(text)
}

// anyColor takes every text for the name of a color: which colors a manual has is known when
// its tokens are made.
func anyColor(name string) (string, bool) {
	return "#000000", name != "" && !strings.ContainsAny(name, "#(,")
}

func gradient(text string) (string, error) {
	_, err := css.ParseGradient(text, anyColor)
	return text, err
}

func cmyk(_ *shape, f *problem.Collector, p *content.Value) {
	if _, err := css.CMYK(p); err != nil {
		f.ErrorAt(p, "%v", err)
	}
}

func printName(system string) func(string) (string, error) {
	return func(text string) (string, error) { return text, css.PrintName(system, text) }
}

// typedValue checks the values of a further token by its type. What only makes no token, an
// easing that no cubic-bezier function says, is a note of the import.
func typedValue(_ *shape, f *problem.Collector, p *content.Value) {
	kind := manual.TokenType(p.Get("type").Text())
	if !slices.Contains(tokenize.FurtherTypes, kind) || kind == manual.CubicBezierToken {
		return
	}
	values := p.Get("modes").Members()
	if own := p.Get("value"); own != nil {
		values = append(values[:len(values):len(values)], own)
	}
	for _, value := range values {
		if _, err := tokenize.FurtherValue(kind, value, anyColor); err != nil && !value.Is('n') {
			f.ErrorAt(value, "%v", err)
		}
	}
}

// furtherGroups refuses a block of further tokens whose group is another one.
func furtherGroups(_ *shape, f *problem.Collector, p *content.Value) {
	for _, token := range p.Get("tokens").List() {
		kind := manual.TokenType(token.Get("type").Text())
		if !slices.Contains(tokenize.FurtherTypes, kind) {
			continue
		}
		if _, err := tokenize.FurtherGroup(p.Get("title").Text(), kind); err != nil {
			node := token.Get("type")
			if title := p.Get("title"); title.Text() != "" {
				node = title
			}
			f.ErrorAt(node, "%v", err)
			return
		}
	}
}
