package tokenize

import (
	"fmt"
	"strings"

	"designmanual/db/manual"
)

// Easing returns an easing as a token serves it, always in the form
// cubic-bezier(0.2, 0, 0, 1). It takes that function, four numbers, or one of
// the keywords linear, ease, ease-in, ease-out and ease-in-out, which stand
// for the curves of CSS Easing Functions Level 1, section 2.2. An error means
// that no cubic-bezier function says it: steps(), linear() with stops, an x
// outside 0 to 1, or no easing at all.
func Easing(v manual.EasingValue) (string, error) {
	if v.Points != nil {
		return bezier(v.Points)
	}
	text := strings.ToLower(squeeze(v.CSS))
	switch text {
	case "linear":
		return "cubic-bezier(0, 0, 1, 1)", nil
	case "ease":
		return "cubic-bezier(0.25, 0.1, 0.25, 1)", nil
	case "ease-in":
		return "cubic-bezier(0.42, 0, 1, 1)", nil
	case "ease-out":
		return "cubic-bezier(0, 0, 0.58, 1)", nil
	case "ease-in-out":
		return "cubic-bezier(0.42, 0, 0.58, 1)", nil
	}
	inner, opened := strings.CutPrefix(text, "cubic-bezier(")
	inner, closed := strings.CutSuffix(inner, ")")
	if !opened || !closed {
		return "", fmt.Errorf("expected an easing (cubic-bezier(), four numbers or a CSS keyword), %s",
			found(manual.Literal{Text: v.CSS, Quoted: true}))
	}
	var points []manual.Literal
	for part := range strings.SplitSeq(inner, ",") {
		points = append(points, manual.Literal{Text: withoutPlus(strings.TrimSpace(part))})
	}
	return bezier(points)
}

// bezier writes the function with its four numbers in shortest decimal form.
func bezier(points []manual.Literal) (string, error) {
	if len(points) != 4 {
		return "", fmt.Errorf("expected the four numbers of an easing, found %d", len(points))
	}
	var b strings.Builder
	b.WriteString("cubic-bezier(")
	for i, point := range points {
		q, ok := splitQuantity(point.Text)
		if !ok || q.unit != "" || point.Quoted {
			return "", fmt.Errorf("expected a number in an easing, %s", found(point))
		}
		if x := i%2 == 0; x && (q.value < 0 || q.value > 1) {
			return "", fmt.Errorf("expected an easing with x from 0 to 1, found %s", q)
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(q.String())
	}
	b.WriteByte(')')
	return b.String(), nil
}
