package css

import (
	"regexp"
	"strings"
)

// Calc computes a quantity (its unit is in lower case), calc(), or a sum or product of quantities with the
// same unit. Names have values, such as the channels of a relative color. It
// reports whether the text can be computed without knowing where it is used.
func Calc(text string, names map[string]float64) (Quantity, bool) {
	c := calculation{terms: termForm.FindAllString(text, -1), names: names}
	if strings.Join(c.terms, "") != text || len(c.terms) > maxTerms {
		return Quantity{}, false
	}
	q, ok := c.sum(0)
	return q, ok && c.peek() == ""
}

const (
	maxTerms  = 256
	maxNested = 16
)

// termForm matches the parts of a calculation. A sign belongs to a number only
// if no space follows it.
var termForm = regexp.MustCompile(`\s+|calc\(|[()*/]|[-+]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?[a-zA-Z%]*|[-+]|[a-zA-Z]+`)

type calculation struct {
	terms []string
	names map[string]float64
}

// peek returns the next part that is not white space, empty at the end.
func (c *calculation) peek() string {
	for len(c.terms) > 0 && strings.TrimSpace(c.terms[0]) == "" {
		c.terms = c.terms[1:]
	}
	if len(c.terms) == 0 {
		return ""
	}
	return c.terms[0]
}

func (c *calculation) sum(depth int) (Quantity, bool) {
	total, ok := c.product(depth)
	for ok && (c.peek() == "+" || c.peek() == "-") {
		sign := 1.0
		if c.terms[0] == "-" {
			sign = -1
		}
		c.terms = c.terms[1:]
		var next Quantity
		next, ok = c.product(depth)
		ok = ok && next.Unit == total.Unit
		total.Number += float64(sign * next.Number)
	}
	return total, ok
}

func (c *calculation) product(depth int) (Quantity, bool) {
	total, ok := c.operand(depth)
	for ok && (c.peek() == "*" || c.peek() == "/") {
		divide := c.terms[0] == "/"
		c.terms = c.terms[1:]
		next, is := c.operand(depth)
		switch {
		case !is, divide && (next.Unit != "" || next.Number == 0), next.Unit != "" && total.Unit != "":
			return total, false
		case divide:
			total.Number /= next.Number
		default:
			total = Quantity{float64(total.Number * next.Number), total.Unit + next.Unit}
		}
	}
	return total, ok
}

func (c *calculation) operand(depth int) (Quantity, bool) {
	term := c.peek()
	if term == "" {
		return Quantity{}, false
	}
	c.terms = c.terms[1:]
	if term == "(" || term == "calc(" {
		if depth == maxNested {
			return Quantity{}, false
		}
		q, ok := c.sum(depth + 1)
		ok = ok && c.peek() == ")"
		if ok {
			c.terms = c.terms[1:]
		}
		return q, ok
	}
	if n, ok := c.names[strings.ToLower(term)]; ok {
		return Quantity{n, ""}, true
	}
	q, ok := ReadQuantity(strings.TrimPrefix(term, "+"))
	q.Unit = strings.ToLower(q.Unit)
	return q, ok
}
