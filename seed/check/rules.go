package check

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/crypto/bcrypt"
	"golang.org/x/net/idna"
	"golang.org/x/text/language"

	"designmanual/db/manual"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// A rule checks a value beyond its schema and records errors and warnings.
type rule func(s *shape, f *source.Collector, p *content.Node)

// WWW is the site's own second name, so no brand or manual can have it.
const WWW = "www"

// rules has the rules by the paths of [readShape]; a star stands for every
// member.
var rules = map[string]rule{
	"brand":                patternRule("an object with slug and name, or the slug of a brand that has one", func(s string) bool { return s != WWW }, quoteValue),
	"brand.slug":           label(WWW),
	"brand.name":           notEmpty,
	"brand.access.id":      withoutSecret(id),
	"brand.access.name":    withoutSecret(notEmpty),
	"brand.access.sha256":  patternRule("the SHA-256 of a secret (64 hexadecimal digits)", anyText, hideValue),
	"brand.access.expires": timestamp,
	"brand.domains": patternRule("a host name alone, without scheme, port and path, and not an IP address (brand.acme.example)",
		func(s string) bool { return manual.HostName(strings.ToLower(s)) }, quoteHost),

	"manuals.id":         id,
	"manuals.slug":       label("api", "healthz", "readyz"), // the server's own paths
	"manuals.subdomain":  label(WWW),
	"manuals.lang":       stringRule("a language tag as BCP 47 has it (nb, pt-BR)", isLanguage),
	"manuals.title":      notEmpty,
	"manuals.visibility": oneOf,
	"manuals.password":   patternRule("a bcrypt hash ($2a$, $2b$ or $2y$, 60 characters, a cost of at most 15; designmanual password makes one)", hasAllowedCost, hideValue),
	"manuals.updatedAt":  timestamp,
	"manuals.expiresAt":  timestamp,

	"manuals.notes.date":     patternRule("a day as RFC 3339 has it (2026-11-20)", isDay, quoteValue),
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
	"TYPOGRAPHY.fonts.family":       parsedBy(func(v any) (string, error) { return css.FontFamily(content.Text(v)) }),
	"TYPOGRAPHY.fonts.fallbacks":    parsedBy(func(v any) (string, error) { return css.Family(content.Text(v)) }),
	"TYPOGRAPHY.fonts.weights":      warnWeight,
	"TYPOGRAPHY.fonts.files.weight": patternRule(`a weight from 1 to 1000 ("400") or a range of them ("100 900")`, isWeightRange, quoteValue),
	"TYPOGRAPHY.fonts.files.style":  oneOf,
	"TYPOGRAPHY.scale.base":         parsedBy(css.Length),
	"TYPOGRAPHY.scale.ratio":        parsedBy(tokenize.Ratio),
	"TYPOGRAPHY.scale.sizes.*":      parsedBy(css.Length),
	"SPACING.steps":                 step,
	"SPACING.steps.step":            parsedBy(tokenize.StepKey),
	"SPACING.steps.unit":            parsedBy(tokenize.StepUnit),
	"BREAKPOINTS.breakpoints.value": parsedBy(css.Length),
	"RADII.radii.value":             parsedBy(css.Length),
	"MOTION.durations.value":        parsedBy(css.Duration),
	"MOTION.easings.value":          easing,
	"ELEVATION.levels.value":        shadow,
	"ELEVATION.levels.value.x":      parsedBy(css.ShadowLength),
	"ELEVATION.levels.value.y":      parsedBy(css.ShadowLength),
	"ELEVATION.levels.value.blur":   parsedBy(css.ShadowBlur),
	"ELEVATION.levels.value.spread": parsedBy(css.ShadowLength),
	"ELEVATION.levels.value.color":  parsedBy(css.ShadowColor),
	"LOGO.logos.background":         warnColor,
	"LOGO.logos.clearSpace":         warnClearSpace,
	"LOGO.logos.minWidth":           warnLength,
	"LOGO.logos.url":                warnExtension("picture", source.Pictures...),
	"IMAGE.images.url":              warnExtension("picture", source.Pictures...),
	"DOS_DONTS.items":               warnNoDo,
	"DOS_DONTS.items.url":           warnExtension("picture", source.Pictures...),
	"VIDEO.videos.url":              warnExtension("video", ".mp4", ".webm"),
	"VIDEO.videos.poster":           warnExtension("picture", source.Pictures...),
	"VIDEO.videos.captions":         warnExtension("text with times", ".vtt"),
	"ICONS.icons.url":               warnExtension("picture", ".svg"),
	"TYPOGRAPHY.fonts.files.url":    warnRemoteFont,
	"richText":                      warnNoHTML,
}

// stringRule returns a rule for strings that must satisfy a function.
func stringRule(expected string, right func(text string) bool) rule {
	return func(_ *shape, f *source.Collector, p *content.Node) {
		if p.Is('"') && !right(p.Text()) {
			f.ErrorAt(p, "expected %s, found %s", expected, quoteValue(p))
		}
	}
}

// oneOf is the rule for strings that must be in the schema's enum.
func oneOf(s *shape, f *source.Collector, p *content.Node) {
	if !slices.Contains(s.enum, p.Text()) {
		f.ErrorAt(p, "expected %s, found %s", joinOr(s.enum), quoteValue(p))
	}
}

// patternRule is like stringRule and requires the schema's pattern too. The
// function found describes the wrong value: a secret must not be quoted.
func patternRule(expected string, right func(text string) bool, found func(p *content.Node) string) rule {
	return func(s *shape, f *source.Collector, p *content.Node) {
		if text := p.Text(); p.Is('"') && !(s.pattern.MatchString(text) && right(text)) {
			f.ErrorAt(p, "expected %s, found %s", expected, found(p))
		}
	}
}

func anyText(string) bool            { return true } // for a pattern that needs no further check
func hideValue(*content.Node) string { return "something else" }

// parsedBy returns a rule for numbers and strings that a function of package
// tokenize must accept. Its error is the problem's text.
func parsedBy(read func(value any) (string, error)) rule {
	return func(_ *shape, f *source.Collector, p *content.Node) {
		if p.Is('"') || p.Is('0') {
			if _, err := read(scalarOf(p)); err != nil {
				f.ErrorAt(p, "%v", err)
			}
		}
	}
}

// scalarOf returns a string or number in the type that package tokenize expects.
func scalarOf(p *content.Node) any {
	if p.Is('"') {
		return p.Text()
	}
	return content.Number(p.Scalar())
}

var notEmpty = stringRule("text that is not empty", func(s string) bool { return strings.TrimSpace(s) != "" })

// withoutSecret returns a rule that also refuses secrets, for texts that lists and logs
// show.
func withoutSecret(other rule) rule {
	return func(s *shape, f *source.Collector, p *content.Node) {
		other(s, f, p)
		if text := p.Text(); manual.HideSecrets(text) != text {
			f.ErrorAt(p, "expected what lists and logs may show, found the secret of an access token")
		}
	}
}

// quoteHost quotes a wrong host name, also in the form that DNS has it in (RFC 5891).
func quoteHost(p *content.Node) string {
	if ascii, err := idna.Lookup.ToASCII(p.Text()); err == nil && ascii != p.Text() && manual.HostName(ascii) {
		return quoteValue(p) + ", which is written " + ascii
	}
	return quoteValue(p)
}

// label returns a rule for DNS labels other than the reserved ones.
func label(reserved ...string) rule {
	return patternRule("a DNS label ([a-z0-9] and inner hyphens, at most 63 characters) other than "+joinOr(reserved),
		func(s string) bool { return !slices.Contains(reserved, s) }, quoteValue)
}

// id is the rule for ids of manuals, sections and blocks. Authors choose them
// freely, but an id must fit on a line of a list.
var id = patternRule("an id (1 to 200 bytes, no white space or control characters)", func(s string) bool {
	return len(s) <= 200 && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
}, quoteValue)

// anchor is the rule for anchors, which appear in addresses after # and as ids
// of elements. Percent signs are not allowed because browsers decode them, nor
// is :~:, which ends a fragment (URL Fragment Text Directives, section 3.4). The
// length is unlimited because anchors made from titles are.
var anchor = stringRule("an anchor (letters, marks, digits and any of - _ . ~ : @ ! $ & ' ( ) * + , ; = / ?, but no :~:)", func(s string) bool {
	return s != "" && !strings.Contains(s, ":~:") && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N) && !strings.ContainsRune("-_.~:@!$&'()*+,;=/?", r)
	})
})

// timestamp is the rule for RFC 3339 date-times with a zone. The schema's pattern
// is the grammar of section 5.6 without leap seconds, because package time also
// accepts one-digit hours, a comma before the fraction and offsets over a day.
var timestamp = patternRule("a date-time with its zone as RFC 3339 has it (2026-05-04T09:30:00Z)",
	func(s string) bool { return !ParseTime(s).IsZero() }, quoteValue)

// ParseTime parses a date-time. It returns the zero time on an error and for a
// year outside 1 to 9999 in UTC, which RFC 3339 cannot represent.
func ParseTime(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if t = t.UTC(); err != nil || t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}
	}
	return t
}

// isDay reports whether s is a day of the calendar.
func isDay(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

var kind = patternRule("a kind in upper case (COLORS, PRESS_KIT)", anyText, quoteValue)

// isLanguage reports whether s is a language tag (BCP 47) with known subtags
// and hyphens.
func isLanguage(s string) bool {
	_, err := language.Parse(s)
	return err == nil && s != "" && !strings.Contains(s, "_")
}

// maxCost is the highest bcrypt cost of a password. Each step doubles the time
// of one check; this one takes some seconds.
const maxCost = 15

func hasAllowedCost(hash string) bool {
	cost, err := bcrypt.Cost([]byte(hash))
	return err == nil && cost >= bcrypt.MinCost && cost <= maxCost
}

func warnNoName(_ *shape, f *source.Collector, p *content.Node) {
	if strings.TrimSpace(p.Text()) == "" {
		f.WarnAt(p, `expected a name, found an empty one: the token is called "color"`)
	}
}

func warnNoHex(_ *shape, f *source.Collector, p *content.Node) {
	if _, ok := css.Hex(p.Text()); !ok {
		f.WarnAt(p, "expected a hex color (#0B5FFF), found %s: it makes no token", quoteValue(p))
	}
}

func tints(_ *shape, f *source.Collector, p *content.Node) {
	if p.Is('f') {
		f.ErrorAt(p, "expected an object of steps or true, found false")
	}
}

// warnWeight warns unless a weight is a number from 1 to 1000, normal or bold
// (CSS Fonts Module Level 4, section 2.2).
func warnWeight(_ *shape, f *source.Collector, p *content.Node) {
	n, err := strconv.ParseFloat(p.Scalar(), 64)
	if p.Is('[') || p.Text() == "normal" || p.Text() == "bold" || err == nil && n >= 1 && n <= 1000 {
		return
	}
	found := quoteValue(p)
	if p.Is('0') {
		found = source.Truncate(p.Scalar())
	}
	f.WarnAt(p, "expected a weight from 1 to 1000, normal or bold, found %s", found)
}

// warnClearSpace warns unless a value is a share or a length.
func warnClearSpace(s *shape, f *source.Collector, p *content.Node) {
	if !p.Is('0') {
		warnLength(s, f, p)
	}
}

// warnLength warns of a text that is no length: the page shows it and draws nothing.
func warnLength(_ *shape, f *source.Collector, p *content.Node) {
	if _, err := css.Length(scalarOf(p)); err != nil {
		f.WarnAt(p, "%v: it is shown as text", err)
	}
}

// warnColor warns of a text that is no color: the page draws nothing.
func warnColor(_ *shape, f *source.Collector, p *content.Node) {
	if text := p.Text(); text != "" {
		if _, err := css.ShadowColor(text); err != nil {
			f.WarnAt(p, "expected a color (#0B5FFF), found %s: it is shown as text", quoteValue(p))
		}
	}
}

// warnExtension returns a rule that warns of a file that the page cannot show.
func warnExtension(what string, extensions ...string) rule {
	return func(_ *shape, f *source.Collector, p *content.Node) {
		if path, err := source.AssetPath(p.Text()); path != "" && err == nil && !slices.Contains(extensions, extension(path)) {
			f.WarnAt(p, "expected a %s (%s), found %s", what, joinOr(extensions), quoteValue(p))
		}
	}
}

func warnRemoteFont(_ *shape, f *source.Collector, p *content.Node) {
	if path, err := source.AssetPath(p.Text()); path == "" && err == nil && p.Text() != "" {
		f.WarnAt(p, "expected the path of a file in the folder of the seed file, found an address: the page loads no fonts from elsewhere")
	}
}

func warnNoDo(_ *shape, f *source.Collector, p *content.Node) {
	if p.Is('{') && p.Get("do") == nil {
		f.WarnAt(p, `missing key "do": without it this is shown as a don't`)
	}
}

var (
	textName = regexp.MustCompile(`^[^\s<]+\.(?i:md|markdown|html?)$`)
	markdown = regexp.MustCompile(`(?m)^#{1,6} \S|^[*-] \S.*\n[*-] \S|\*\*\S[^*]*\*\*|\]\(https?:`)
)

// warnNoHTML warns of Markdown, or of the name of a file, where HTML stands.
func warnNoHTML(_ *shape, f *source.Collector, p *content.Node) {
	switch text := p.Text(); {
	case p.Tree.In != nil: // a text beside the seed file
	case textName.MatchString(text):
		f.WarnAt(p, `expected HTML, found the name of a file: its text is shown with { "file": %s }`, quoteValue(p))
	case !strings.Contains(text, "<") && markdown.MatchString(text):
		f.WarnAt(p, `expected HTML, found Markdown, which is shown as it stands: it belongs in a file, { "file": "voice.md" }`)
	}
}

// isWeightRange reports whether numbers is one weight of a font file or a range.
func isWeightRange(numbers string) bool {
	first, last, ranged := strings.Cut(numbers, " ")
	if !ranged {
		last = first
	}
	from, _ := strconv.Atoi(first)
	to, _ := strconv.Atoi(last)
	return from <= to && to <= 1000
}

func step(_ *shape, f *source.Collector, p *content.Node) {
	value, unit := p.Get("value"), p.Get("unit").Text()
	switch {
	case p.Is('"'), p.Is('0'):
		if _, _, err := tokenize.Step(scalarOf(p)); err != nil {
			f.ErrorAt(p, "%v", err)
		}
	case value.Is('"') || value.Is('0'):
		if _, err := tokenize.StepUnit(unit); err != nil {
			return // StepUnit's own rule reports it
		}
		if _, err := tokenize.StepValue(scalarOf(value), unit); err != nil {
			f.ErrorAt(value, "%v", err)
		}
	}
}

func easing(_ *shape, f *source.Collector, p *content.Node) {
	if p.Is('[') && len(p.Children) != 4 {
		f.ErrorAt(p, "expected four numbers or a string")
	}
}

func shadow(_ *shape, f *source.Collector, p *content.Node) {
	if p.Is('[') && len(p.Children) == 0 {
		f.ErrorAt(p, "expected at least one layer, found none")
	}
	if layers := countLayers(p); layers > MaxLayers {
		f.ErrorAt(p, "expected at most %d layers, found %d", MaxLayers, layers)
	} else if p.Is('"') {
		if _, err := css.Shadow(p.Text()); err != nil {
			f.ErrorAt(p, "%v", err)
		}
	}
}

// A tokenCount counts the tokens, or parts of one, that a value makes.
type tokenCount func(p *content.Node) int

// tokenCounts has the counts of values in lists that make tokens, by the paths of [rules].
var tokenCounts = map[string]tokenCount{"COLORS.colors.tints": countTints, "ELEVATION.levels.value": countLayers}

func countTints(p *content.Node) int {
	if p.Is('t') {
		return len(css.TintSteps)
	}
	return len(p.Children)
}

func countLayers(p *content.Node) int {
	if p.Is('"') {
		return len(css.Layers(p.Text()))
	}
	return len(p.Children)
}

// quoteValue describes a value in a problem: a shortened string in quotes, or the
// kind of any other value.
func quoteValue(p *content.Node) string {
	if !p.Is('"') {
		return kindNames[p.Kind]
	}
	quoted, err := jsontext.AppendQuote(nil, source.Truncate(p.Text()))
	if err != nil {
		return "a string"
	}
	return string(quoted)
}
