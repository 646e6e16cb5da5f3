package seed

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/crypto/bcrypt"
	"golang.org/x/text/language"

	"designmanual/db/manual"
	values "designmanual/seed/content"
	"designmanual/tokenize"
)

// A rule records the errors and warnings that a value of a shape is worth,
// beyond what its schema says.
type rule func(s *shape, f *faults, p place)

const www = "www" // the site's own second name, so nobody's subdomain

// rules are those of seed files and of the known kinds of block, by the paths
// of [readShape]; a star stands for all members.
var rules = map[string]rule{
	"brand":                label(www),
	"brand.slug":           label(www),
	"brand.name":           notEmpty,
	"brand.access.id":      id,
	"brand.access.name":    notEmpty,
	"brand.access.sha256":  matching("the SHA-256 of a secret (64 hexadecimal digits)", pattern, secret),
	"brand.access.expires": timestamp,
	"brand.domains": matching("a host name without a port, and not an IP address (brand.acme.example)",
		func(s string) bool { return manual.HostName(strings.ToLower(s)) }, shown),

	"manuals.id":         id,
	"manuals.slug":       label("api", "healthz", "readyz"), // the server's own paths
	"manuals.subdomain":  label(www),
	"manuals.lang":       expecting("a language tag as BCP 47 has it (nb, pt-BR)", isLanguage),
	"manuals.title":      notEmpty,
	"manuals.visibility": oneOf,
	"manuals.password":   matching("a bcrypt hash ($2a$, $2b$ or $2y$, 60 characters, a cost of at most 15)", rightCost, secret),
	"manuals.updatedAt":  timestamp,
	"manuals.expiresAt":  timestamp,

	"manuals.approved.title": notEmpty,
	"section.id":             id,
	"section.anchor":         anchor,
	"section.title":          notEmpty,
	"section.type":           kind,
	"block.id":               id,
	"block.anchor":           anchor,
	"block.type":             kind,

	"COLORS.colors.name":            warnNoName,
	"COLORS.colors.hex":             warnNoHex,
	"COLORS.colors.tints":           tints,
	"COLORS.colors.tints.*":         warnNoHex,
	"TYPOGRAPHY.fonts.family":       readBy(func(v any) (string, error) { return tokenize.FontFamily(values.Text(v)) }),
	"TYPOGRAPHY.fonts.fallbacks":    readBy(func(v any) (string, error) { return tokenize.Family(values.Text(v)) }),
	"TYPOGRAPHY.fonts.weights":      warnWeight,
	"TYPOGRAPHY.fonts.files.weight": matching(`a weight from 1 to 1000 ("400") or a range of them ("100 900")`, isWeightRange, shown),
	"TYPOGRAPHY.fonts.files.style":  oneOf,
	"TYPOGRAPHY.scale.base":         readBy(tokenize.Length),
	"TYPOGRAPHY.scale.ratio":        readBy(tokenize.Ratio),
	"TYPOGRAPHY.scale.sizes.*":      readBy(tokenize.Length),
	"SPACING.steps":                 step,
	"SPACING.steps.step":            readBy(tokenize.StepNumber),
	"SPACING.steps.unit":            readBy(tokenize.StepUnit),
	"BREAKPOINTS.breakpoints.value": readBy(tokenize.Length),
	"RADII.radii.value":             readBy(tokenize.Length),
	"MOTION.durations.value":        readBy(tokenize.Duration),
	"MOTION.easings.value":          easing,
	"ELEVATION.levels.value":        shadow,
	"ELEVATION.levels.value.x":      readBy(tokenize.SignedLength),
	"ELEVATION.levels.value.y":      readBy(tokenize.SignedLength),
	"ELEVATION.levels.value.blur":   readBy(tokenize.Length),
	"ELEVATION.levels.value.spread": readBy(tokenize.SignedLength),
	"ELEVATION.levels.value.color":  readBy(tokenize.ShadowColor),
}

// fileLists are the lists of a kind's content whose entries name files.
var fileLists = map[manual.Kind]string{
	manual.Logo: "logos", manual.Image: "images", manual.Downloads: "files", manual.DosDonts: "items", manual.Typography: "fonts",
}

// expecting makes a rule for strings for which a function returns true.
func expecting(expected string, right func(text string) bool) rule {
	return func(_ *shape, f *faults, p place) {
		if p.is('"') && !right(p.str()) {
			f.at(p, "expected %s, found %s", expected, shown(p))
		}
	}
}

// oneOf is for strings that the schema lists.
func oneOf(s *shape, f *faults, p place) {
	if !slices.Contains(s.enum, p.str()) {
		f.at(p, "expected %s, found %s", listed(s.enum), shown(p))
	}
}

// matching makes one for strings that match the schema's pattern too. In place
// of a secret, found returns other words.
func matching(expected string, right func(text string) bool, found func(p place) string) rule {
	return func(s *shape, f *faults, p place) {
		if text := p.str(); p.is('"') && !(s.pattern.MatchString(text) && right(text)) {
			f.at(p, "expected %s, found %s", expected, found(p))
		}
	}
}

func pattern(string) bool { return true } // alone says what is right
func secret(place) string { return "something else" }

// readBy makes a rule for numbers and strings that a function of tokenize reads:
// the error that it returns is the problem's text.
func readBy(read func(value any) (string, error)) rule {
	return func(_ *shape, f *faults, p place) {
		if p.is('"') || p.is('0') {
			if _, err := read(scalarOf(p)); err != nil {
				f.at(p, "%v", err)
			}
		}
	}
}

// scalarOf is a string or a number of a block's content in the form tokenize
// reads.
func scalarOf(p place) any {
	if p.is('"') {
		return p.str()
	}
	return values.Number(p.scalar())
}

var notEmpty = expecting("text that is not empty", func(s string) bool { return strings.TrimSpace(s) != "" })

// label is a DNS label other than the reserved ones.
func label(reserved ...string) rule {
	return matching("a DNS label ([a-z0-9] and inner hyphens, at most 63 characters) other than "+listed(reserved),
		func(s string) bool { return !slices.Contains(reserved, s) }, shown)
}

// id is that of a manual, a section or a block: the author chooses it, so all
// that is asked is that it can stand on a line of a list.
var id = matching("an id (1 to 200 bytes, no white space or control characters)", func(s string) bool {
	return len(s) <= 200 && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
}, shown)

// anchor is what an address may have after its # and an element as its id.
// Percent signs are out, since browsers decode them, and what browsers end a
// fragment at (URL Fragment Text Directives, section 3.4). It may be as long
// as one that is made of a title.
var anchor = expecting("an anchor (letters, marks, digits and any of - _ . ~ : @ ! $ & ' ( ) * + , ; = / ?, but no :~:)", func(s string) bool {
	return s != "" && !strings.Contains(s, ":~:") && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N) && !strings.ContainsRune("-_.~:@!$&'()*+,;=/?", r)
	})
})

// timestamp is one of RFC 3339 with its zone. The pattern is the grammar of
// section 5.6, less the leap second: package time alone takes one-digit hours,
// a comma before the fraction, and offsets past a day.
var timestamp = matching("a date-time with its zone as RFC 3339 has it (2026-05-04T09:30:00Z)",
	func(s string) bool { return !parseTime(s).IsZero() }, shown)

// parseTime reads a date-time. It returns the zero time for anything else, and
// for a time that in UTC has no year from 1 to 9999, thus no RFC 3339 form.
func parseTime(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if t = t.UTC(); err != nil || t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}
	}
	return t
}

var kind = matching("a kind in upper case (COLORS, PRESS_KIT)", pattern, shown)

// isLanguage tells whether a text is a language tag (BCP 47), whose subtags are
// known and stand between hyphens.
func isLanguage(s string) bool {
	_, err := language.Parse(s)
	return err == nil && s != "" && !strings.Contains(s, "_")
}

// maxCost is the highest cost of a password's hash: each step doubles the time
// that one try holds a processor, and this one is some seconds.
const maxCost = 15

func rightCost(hash string) bool {
	cost, err := bcrypt.Cost([]byte(hash))
	return err == nil && cost >= bcrypt.MinCost && cost <= maxCost
}

func warnNoName(_ *shape, f *faults, p place) {
	if strings.TrimSpace(p.str()) == "" {
		f.warn(p, `expected a name, found an empty one: the token is called "color"`)
	}
}

func warnNoHex(_ *shape, f *faults, p place) {
	if _, ok := tokenize.Hex(p.str()); !ok {
		f.warn(p, "expected a hex color (#0B5FFF), found %s: it makes no token", shown(p))
	}
}

func tints(_ *shape, f *faults, p place) {
	if p.is('f') {
		f.at(p, "expected an object of steps or true, found false")
	}
}

// warnWeight warns of a weight that is no number from 1 to 1000 and neither of
// the names that CSS has (CSS Fonts Module Level 4, section 2.2).
func warnWeight(_ *shape, f *faults, p place) {
	n, err := strconv.ParseFloat(p.scalar(), 64)
	if p.is('[') || p.str() == "normal" || p.str() == "bold" || err == nil && n >= 1 && n <= 1000 {
		return
	}
	found := shown(p)
	if p.is('0') {
		found = shortened(p.scalar())
	}
	f.warn(p, "expected a weight from 1 to 1000, normal or bold, found %s", found)
}

// isWeightRange tells whether numbers are a weight of a font file, or a range.
func isWeightRange(numbers string) bool {
	first, last, ranged := strings.Cut(numbers, " ")
	if !ranged {
		last = first
	}
	from, _ := strconv.Atoi(first)
	to, _ := strconv.Atoi(last)
	return from <= to && to <= 1000
}

func step(_ *shape, f *faults, p place) {
	value, unit := p.get("value"), p.get("unit").str()
	switch {
	case p.is('"'), p.is('0'):
		if _, _, err := tokenize.Step(scalarOf(p)); err != nil {
			f.at(p, "%v", err)
		}
	case value.is('"') || value.is('0'):
		if _, err := tokenize.StepUnit(unit); err != nil {
			return // said already
		}
		if _, err := tokenize.StepValue(scalarOf(value), unit); err != nil {
			f.at(value, "%v", err)
		}
	}
}

func easing(_ *shape, f *faults, p place) {
	if p.is('[') && len(p.children) != 4 {
		f.at(p, "expected four numbers or a string")
	}
}

func shadow(_ *shape, f *faults, p place) {
	if p.is('[') && len(p.children) == 0 {
		f.at(p, "expected at least one layer, found none")
	}
	if p.is('"') {
		if _, err := tokenize.Shadow(p.str()); err != nil {
			f.at(p, "%v", err)
		}
	}
}

// shown is a value as a problem quotes it: a string cut to a readable length,
// and the kind of anything else.
func shown(p place) string {
	if !p.is('"') {
		return kindNames[p.kind]
	}
	quoted, err := jsontext.AppendQuote(nil, shortened(p.str()))
	if err != nil {
		return "a string"
	}
	return string(quoted)
}

// shortened is a text as sentences quote it: no more than its first characters.
func shortened(text string) string {
	const most = 60
	count := 0
	for i := range text {
		if count == most {
			return text[:i] + "…"
		}
		count++
	}
	return text
}
