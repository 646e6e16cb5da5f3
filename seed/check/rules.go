package check

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/crypto/bcrypt"
	"golang.org/x/net/idna"
	"golang.org/x/text/language"

	"designmanual/db/manual"
	"designmanual/seed/problem"
	"designmanual/tokenize/content"
)

// A rule checks a value beyond its schema and records errors and warnings.
type rule func(s *shape, f *problem.Collector, p *content.Value)

// WWW is the site's own second name, so no brand or manual can have it.
const WWW = "www"

// rules has the rules of what is around the content of blocks, by the paths of
// [readShape]; [forms] has those of the content.
var rules = map[string]rule{
	"brand": textRule(
		"an object with slug and name, or the slug of a brand that has one", func(s string) bool { return s != WWW },
		nil,
	),
	"brand.slug":           label(WWW),
	"brand.name":           notEmpty,
	"brand.access.id":      withoutSecret(id),
	"brand.access.name":    withoutSecret(notEmpty),
	"brand.access.sha256":  textRule("the SHA-256 of a secret (64 hexadecimal digits)", nil, hideValue),
	"brand.access.expires": timestamp,
	"brand.domains": textRule(
		"a host name alone, without scheme, port and path, and not an IP address (brand.acme.example)",
		func(s string) bool { return manual.IsHostName(strings.ToLower(s)) }, quoteHost,
	),

	"manuals.id":         id,
	"manuals.slug":       label("api", "healthz", "readyz"), // the server's own paths
	"manuals.subdomain":  label(WWW),
	"manuals.lang":       textRule("a language tag as BCP 47 has it (nb, pt-BR)", isLanguage, nil),
	"manuals.title":      notEmpty,
	"manuals.visibility": oneOf,
	"manuals.password": textRule(
		"a bcrypt hash ($2a$, $2b$ or $2y$, 60 characters, a cost of at most 15)", hasAllowedCost,
		func(*content.Value) string { return "something else. `designmanual password` makes one." },
	),
	"manuals.updatedAt": timestamp,
	"manuals.expiresAt": timestamp,

	"manuals.notes.date":     textRule("a day as RFC 3339 has it (2026-11-20)", isDay, nil),
	"manuals.approved.title": notEmpty,
	"cover.focus":            textRule(pointExpected, nil, nil),
	"section.id":             id,
	"section.anchor":         anchor,
	"section.title":          notEmpty,
	"section.type":           kind,
	"block.id":               id,
	"block.anchor":           anchor,
	"block.type":             kind,
	"richText":               warnNoHTML,
}

// oneOf is the rule for strings that must be in the schema's enum.
func oneOf(s *shape, f *problem.Collector, p *content.Value) {
	if !slices.Contains(s.enum, p.Text()) {
		f.ErrorAt(p, "expected %s, found %s", joinOr(s.enum), quoteValue(p))
	}
}

// textRule returns a rule for strings that must match the schema's pattern and satisfy
// a function, either of which may be nil. The function found describes a wrong value
// that must not be quoted, such as a secret; it may be nil too.
func textRule(expected string, right func(text string) bool, found func(p *content.Value) string) rule {
	if found == nil {
		found = quoteValue
	}
	return func(s *shape, f *problem.Collector, p *content.Value) {
		text := p.Scalar()
		if (p.Is('"') || p.Is('0')) && (!s.matches(text) || right != nil && !right(text)) {
			f.ErrorAt(p, "expected %s, found %s", expected, found(p))
		}
	}
}

func hideValue(*content.Value) string { return "something else" }

// parsedBy returns a rule for numbers and strings that a function of package
// tokenize must accept. Its error is the problem's text.
func parsedBy(read func(string) (string, error)) rule {
	return func(_ *shape, f *problem.Collector, p *content.Value) {
		if p.Is('"') || p.Is('0') {
			if _, err := read(p.Scalar()); err != nil {
				f.ErrorAt(p, "%v", err)
			}
		}
	}
}

var notEmpty = textRule("text that is not empty", func(s string) bool { return strings.TrimSpace(s) != "" }, nil)

// withoutSecret returns a rule that also refuses secrets, for texts that lists and logs
// show.
func withoutSecret(other rule) rule {
	return func(s *shape, f *problem.Collector, p *content.Value) {
		other(s, f, p)
		if isSecret(p.Text()) {
			f.ErrorAt(p, "this is the secret of an access token, and lists and logs show this text. Write another.")
		}
	}
}

// quoteHost quotes a wrong host name, also in the form that DNS has it in (RFC 5891).
func quoteHost(p *content.Value) string {
	host := strings.TrimSpace(p.Text())
	if _, rest, isURL := strings.Cut(host, "://"); isURL {
		host = rest
	}
	if u, err := url.Parse("//" + host); err == nil {
		host = u.Hostname()
	}
	ascii, err := idna.Lookup.ToASCII(strings.TrimSuffix(host, "."))
	if err != nil || ascii == p.Text() || !manual.IsHostName(ascii) || isSecret(p.Text()) {
		return quoteValue(p)
	}
	return quoteValue(p) + fmt.Sprintf(". Write %q.", ascii)
}

// label returns a rule for DNS labels other than the reserved ones.
func label(reserved ...string) rule {
	other := textRule(
		"at most 63 lower-case letters, digits and inner hyphens", nil,
		func(p *content.Value) string { return quoteValue(p) + slugHelp(p.Text(), reserved) },
	)
	return func(s *shape, f *problem.Collector, p *content.Value) {
		if slices.Contains(reserved, p.Text()) {
			f.ErrorAt(p, "%q is a name that the server needs itself. Choose another.", p.Text())
			return
		}
		other(s, f, p)
	}
}

// id is the rule for ids of manuals, sections and blocks. Authors choose them
// freely, but an id must fit on a line of a list.
var id = textRule("an id (1 to 200 bytes, no white space or control characters)", func(s string) bool {
	return len(s) <= 200 && !strings.ContainsFunc(
		s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) },
	)
}, nil)

var anchor = textRule(
	"an anchor (letters, marks, digits and any of - _ . ~ : @ ! $ & ' ( ) * + , ; = / ?, but no :~:)",
	manual.IsAnchor, nil,
)

// timestamp is the rule for RFC 3339 date-times with a zone. The schema's pattern
// is the grammar of section 5.6 without leap seconds, which package time does not know. It also
// accepts one-digit hours, a comma before the fraction and offsets over a day.
var timestamp = textRule("a date-time with its zone as RFC 3339 has it (2026-05-04T09:30:00Z)",
	func(s string) bool { return !ParseTime(s).IsZero() }, nil)

// ParseTime parses a date-time, whose letters may be small ones. It returns the zero time on
// an error and for a year outside 1 to 9999 in UTC, which RFC 3339 cannot represent.
func ParseTime(s string) time.Time {
	t, err := time.Parse(time.RFC3339, strings.ToUpper(s))
	t = t.UTC()
	if err != nil || t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}
	}
	return t
}

// isDay reports whether s is a day of the calendar.
func isDay(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

var kind = textRule(
	"a kind in upper case (COLORS, PRESS_KIT)", nil,
	func(p *content.Value) string { return quoteValue(p) + kindHelp(p.Text()) },
)

// isLanguage reports whether s is a language tag (BCP 47) with known subtags
// and hyphens.
func isLanguage(s string) bool {
	if s == "" || strings.Contains(s, "_") {
		return false
	}
	_, err := language.Parse(s)
	return err == nil
}

// maxCost is the highest bcrypt cost of a password. Each step doubles the time
// of one check; this one takes some seconds.
const maxCost = 15

func hasAllowedCost(hash string) bool {
	cost, err := bcrypt.Cost([]byte(hash))
	if err != nil {
		return false
	}
	return cost >= bcrypt.MinCost && cost <= maxCost
}

// quoteValue describes a value in a problem: a shortened string in quotes, or the
// kind of any other value.
func quoteValue(p *content.Value) string {
	if !p.Is('"') {
		return jsonKindNames[p.Kind]
	}
	quoted, _ := jsontext.AppendQuote(nil, content.Truncate(p.Text())) // parsed text is UTF-8
	return string(quoted)
}
