package css

import (
	"regexp"
	"slices"
	"strings"
)

// Calc computes a quantity (its unit is in lower case), calc(), or a sum or product of quantities with the
// same unit. Names have values, such as the channels of a relative color. It
// reports whether the text can be computed without knowing where it is used.
func Calc(text string, names map[string]float64) (Quantity, bool) {
	if names == nil && (text == "" || strings.IndexByte(beginsTerm, text[0]) < 0) {
		return Quantity{}, false // as nearly all texts that are asked for
	}
	terms := termForm.FindAllString(text, -1)
	if strings.Join(terms, "") != text || len(terms) > maxTerms {
		return Quantity{}, false
	}
	c := calculation{slices.DeleteFunc(terms, func(term string) bool { return strings.TrimSpace(term) == "" }), names}
	q, ok := c.sum(0)
	return q, ok && len(c.terms) == 0
}

const (
	maxTerms  = 256
	maxNested = 16
)

// termForm matches the parts of a calculation. A sign belongs to a number only
// if no space follows it.
var termForm = regexp.MustCompile(
	`\s+|calc\(|[()*/]|[-+]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?[a-zA-Z%]*|[-+]|[a-zA-Z]+`,
)

// beginsTerm are the bytes that a calculation without names begins with; c is that of calc.
const beginsTerm = spaceBytes + "0123456789+-.(c"

type calculation struct {
	terms []string
	names map[string]float64
}

// next takes the next term if it is one of some.
func (c *calculation) next(wanted ...string) string {
	var term string
	if len(c.terms) > 0 && slices.Contains(wanted, c.terms[0]) {
		term, c.terms = c.terms[0], c.terms[1:]
	}
	return term
}

func (c *calculation) sum(depth int) (Quantity, bool) { return c.chain(c.product, depth, "+", "-") }

func (c *calculation) product(depth int) (Quantity, bool) {
	return c.chain(c.operand, depth, "*", "/")
}

// chain computes operands with operators of equal precedence between them.
func (c *calculation) chain(operand func(depth int) (Quantity, bool), depth int, operators ...string) (Quantity, bool) {
	total, ok := operand(depth)
	for ok {
		operator := c.next(operators...)
		if operator == "" {
			break
		}
		var next Quantity
		next, ok = operand(depth)
		if ok {
			total, ok = apply(total, operator, next)
		}
	}
	return total, ok
}

func apply(a Quantity, operator string, b Quantity) (Quantity, bool) {
	switch operator {
	case "+":
		return Quantity{a.Number + b.Number, a.Unit}, a.Unit == b.Unit
	case "-":
		return Quantity{a.Number - b.Number, a.Unit}, a.Unit == b.Unit
	case "*":
		return Quantity{float64(a.Number * b.Number), a.Unit + b.Unit}, a.Unit == "" || b.Unit == ""
	}
	return Quantity{a.Number / b.Number, a.Unit}, b.Unit == "" && b.Number != 0
}

func (c *calculation) operand(depth int) (Quantity, bool) {
	if c.next("(", "calc(") != "" {
		if depth == maxNested {
			return Quantity{}, false
		}
		q, ok := c.sum(depth + 1)
		return q, ok && c.next(")") != ""
	}
	if len(c.terms) == 0 {
		return Quantity{}, false
	}
	term := c.terms[0]
	c.terms = c.terms[1:]
	if n, ok := c.names[strings.ToLower(term)]; ok {
		return Quantity{n, ""}, true
	}
	q, ok := ReadQuantity(strings.TrimPrefix(term, "+"))
	q.Unit = strings.ToLower(q.Unit)
	return q, ok
}
