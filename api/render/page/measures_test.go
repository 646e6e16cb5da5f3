package page

import "testing"

// Coordinates of a curve are bounded.
func TestCurve(t *testing.T) {
	for _, test := range []struct {
		easing, want string
	}{
		{"cubic-bezier(0.2, 0, 0, 1)", "M0 100C20 100 0 0 100 0"},
		{"cubic-bezier(0, -1e39, 1, 1e39)", "M0 100C0 10000 100 -10000 100 0"},
		{"steps(4)", ""},
	} {
		if got := curve(test.easing); got != test.want {
			t.Errorf("%s is drawn as %s, want %s", test.easing, got, test.want)
		}
	}
}
