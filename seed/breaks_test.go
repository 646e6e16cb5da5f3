package seed

import (
	"slices"
	"strings"
	"testing"
)

// TestBreaks imports two versions of a manual, and compares what the second one breaks for
// those who use the first.
func TestBreaks(t *testing.T) {
	colors := func(colors string, themes string) string {
		return `"sections":[{"id":"s","title":"Colour","blocks":[{"id":"c","anchor":"c","type":"COLORS","content":{"colors":[` + colors + `]}},` +
			`{"id":"t","anchor":"t","type":"THEMES","content":{"themes":[` + themes + `]}}]}]`
	}
	const light, dark = `{"name":"Light","colors":{"text":"#111"}}`, `,{"name":"Dark","colors":{"text":"#eee"}}`
	const password = `"password":"$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"`
	for _, tt := range []struct {
		about         string
		before, after []string // members of the manual
		breaks        []string
	}{
		{"nothing", []string{colors(`{"name":"A","hex":"#111"}`, light)}, []string{colors(`{"name":"A","hex":"#222"},{"name":"B","hex":"#333"}`, light+dark)}, nil},
		{"a renamed color", []string{colors(`{"name":"A","hex":"#111"}`, light)}, []string{colors(`{"name":"B","hex":"#111"}`, light)},
			[]string{"acme.guide: token color.a is renamed to color.b"}},
		{"a value in a mode", []string{colors(`{"name":"A","hex":"#111","modes":{"dark":"#eee"}}`, light+dark)}, []string{colors(`{"name":"A","hex":"#111"}`, light+dark)},
			[]string{"acme.guide: token color.a has no value in the mode dark any more"}},
		{"a theme", []string{colors("", light+dark)}, []string{colors("", light)},
			[]string{"acme.guide: mode dark is removed", "acme.guide: token theme.dark.text is removed"}},
		{"an anchor", []string{`"sections":[{"id":"s","anchor":"s","title":"S"}]`}, nil, []string{"acme.guide: anchor s is removed"}},
		{"public to unlisted", []string{`"visibility":"public"`}, []string{`"visibility":"unlisted"`}, nil},
		{"public to private", []string{`"visibility":"public"`}, []string{`"visibility":"private"`}, []string{"acme.guide: it was public and is private"}},
		{"unlisted to password", []string{`"visibility":"unlisted"`}, []string{`"visibility":"password"`, password}, []string{"acme.guide: it was unlisted and is password"}},
		{"password to private", []string{`"visibility":"password"`, password}, []string{`"visibility":"private"`}, []string{"acme.guide: it was password and is private"}},
		{"password to public", []string{`"visibility":"password"`, password}, []string{`"visibility":"public"`}, nil},
		{"no password", []string{`"visibility":"password"`, password}, []string{`"visibility":"password"`},
			[]string{"acme.guide: it has no password any more, so that nobody can enter one"}},
		{"not published", nil, []string{`"published":false`}, []string{"acme.guide: it is not published any more"}},
		{"ended", nil, []string{`"expiresAt":"2026-01-01T00:00:00Z"`}, []string{"acme.guide: it has ended"}},
	} {
		version := func(members []string) Source {
			if !strings.Contains(strings.Join(members, ""), `"visibility"`) {
				members = append([]string{`"visibility":"public"`}, members...)
			}
			return acme(`{"slug":"guide","title":"Guide",` + strings.Join(members, ",") + `}`)
		}
		store := openStore(t)
		importAll(t, store, Options{}, version(tt.before))
		report := importAll(t, store, Options{}, version(tt.after))
		if !slices.Equal(report.Breaks, tt.breaks) {
			t.Errorf("%s breaks %q, want %q", tt.about, report.Breaks, tt.breaks)
		}
	}
}
