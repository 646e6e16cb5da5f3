package tokenize

import "testing"

func TestCSSName(t *testing.T) {
	for _, test := range []struct{ group, token, want string }{
		{"color", "acme-blue-50", "--color-acme-blue-50"},
		{"fontFamily", "body", "--font-family-body"},
		{"fontSize", "3xs", "--font-size-3xs"},
		{"cubicBezier", "ease-out", "--cubic-bezier-ease-out"},
		{"dimension", "2-5", "--dimension-2-5"},
		{"theme", "dark-text-muted", "--theme-dark-text-muted"},
		{"color", "blå", "--color-blå"},
		{"color", "ink墨", "--color-ink墨"},
		{"color", "นำ้เงิน", "--color-นำ้เงิน"},
		{"color", "नीला", "--color-नीला"},
		{"color", "٣", "--color-٣"},
		{"color", "𐐨", "--color-𐐨"},
		{"color", "1ª", `--color-1\aa `},
		{"color", "5µm", `--color-5\b5 m`},
	} {
		if got := CSSName(test.group, test.token); got != test.want {
			t.Errorf("the name of %s.%s is %q, want %q", test.group, test.token, got, test.want)
		}
	}
}
