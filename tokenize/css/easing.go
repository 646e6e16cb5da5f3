package css

import (
	"fmt"
	"strings"

	"designmanual/tokenize/content"
)

// easingKeywords maps keywords to their curves (CSS Easing Functions Level 1,
// section 2.2).
var easingKeywords = map[string]string{
	"linear": "cubic-bezier(0, 0, 1, 1)", "ease": "cubic-bezier(0.25, 0.1, 0.25, 1)", "ease-in": "cubic-bezier(0.42, 0, 1, 1)",
	"ease-out": "cubic-bezier(0, 0, 0.58, 1)", "ease-in-out": "cubic-bezier(0.42, 0, 0.58, 1)",
}

// Easing returns an easing as cubic-bezier(0.2, 0, 0, 1). It accepts that
// function, a list of four numbers, or a keyword of CSS. Anything else is an
// error, including steps(), linear() with stops, and x outside 0 to 1.
func Easing(value any) (string, error) {
	if points, ok := value.(content.List); ok {
		return bezier(points)
	}
	text, _ := value.(string)
	text = strings.ToLower(collapseSpace(text))
	if curve, ok := easingKeywords[text]; ok {
		return curve, nil
	}
	inner, opened := strings.CutPrefix(text, "cubic-bezier(")
	inner, closed := strings.CutSuffix(inner, ")")
	if !opened || !closed {
		return "", fmt.Errorf("expected an easing (cubic-bezier(), four numbers or a CSS keyword), %s", Found(value))
	}
	var points content.List
	for part := range strings.SplitSeq(inner, ",") {
		points = append(points, content.Number(withoutPlus(strings.TrimSpace(part))))
	}
	return bezier(points)
}

// bezier returns the function with its numbers in shortest decimal form.
func bezier(points content.List) (string, error) {
	if len(points) != 4 {
		return "", fmt.Errorf("expected the four numbers of an easing, found %d", len(points))
	}
	var numbers [4]string
	for i, point := range points {
		q, ok := SplitQuantity(point)
		if _, quoted := point.(string); !ok || q.Unit != "" || quoted {
			return "", fmt.Errorf("expected a number in an easing, %s", Found(point))
		}
		if x := i%2 == 0; x && (q.Number < 0 || q.Number > 1) {
			return "", fmt.Errorf("expected an easing with x from 0 to 1, found %s", q)
		}
		numbers[i] = q.String()
	}
	return "cubic-bezier(" + strings.Join(numbers[:], ", ") + ")", nil
}
