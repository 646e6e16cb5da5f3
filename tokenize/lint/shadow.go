package lint

import (
	"strings"

	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// shadow checks a shadow, and reports whether it is written out.
func (c *checker) shadow(value []css.Token) bool {
	lengths := 0
	for _, i := range value {
		if i.Kind == "number" {
			lengths++
		}
		if i.Kind == "function" && !colorFunction.MatchString(strings.ToLower(c.word(i))) {
			return false
		}
		if text := c.word(i); text[0] == '$' || text[0] == '@' || i.Kind == "interpolation" {
			return false
		}
	}
	if lengths < 2 || len(c.shadows.points) == 0 {
		return false
	}
	start, end := value[0].Start, value[len(value)-1].End
	found := c.matchShadow(c.text[start:end])
	c.add(ShadowRule, start, end, found.token, "the shadow"+found.advice)
	return true
}

// matchShadow finds the token for a shadow.
func (l *Linter) matchShadow(text string) match {
	normal, p, _ := readShadow(text)
	if m, ok := l.shadows.known(normal, anyToken); ok {
		return m
	}
	if m := l.shadows.near(p, p.distance(point{})/2); isInset(m.token.Value) == isInset(text) {
		return m
	}
	return noneNear
}

func isInset(shadow string) bool { return strings.Contains(strings.ToLower(shadow), "inset") }

// readShadow is a [reader].
func readShadow(value string) (normal string, p point, ok bool) {
	return normalShadow(value), shadowPoint(value), true
}

var number = pattern.New(`-?[0-9]*\.?[0-9]+`)

// shadowPoint returns blur, offsets and spread of the first layer of a shadow.
func shadowPoint(shadow string) point {
	layer := css.Split(shadow[:min(len(shadow), 400)], ',')[0]
	place := [...]int{1, 2, 0, 3} // of x, y, blur and spread
	count := 0
	var p point
	for _, word := range css.Split(layer, ' ') {
		n := number.FindString(word)
		if n == "" || strings.HasPrefix(word, "#") || strings.Contains(word, "(") || count == len(place) {
			continue
		}
		q, _ := css.ReadQuantity(n)
		p[place[count]] = q.Number
		count++
	}
	return p
}

// normalShadow returns a shadow in a form in which its spellings agree.
func normalShadow(shadow string) string {
	if len(shadow) > 1000 {
		return shadow
	}
	var words []string
	for _, layer := range css.Split(shadow, ',') {
		for _, word := range css.Split(layer, ' ') {
			if hex, _, ok := parseColor(word); ok {
				word = hex
			}
			if q, ok := css.ReadQuantity(word); ok && q.Number == 0 {
				word = "0"
			}
			words = append(words, strings.ToLower(word))
		}
		words = append(words, ",")
	}
	return strings.Join(words, " ")
}
