package seed

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/crypto/bcrypt"
	"golang.org/x/text/language"

	"designmanual/db/manual"
)

// The seed format, declared: what a file holds, in the order it is written.
// The content of the known kinds of block is declared in the files kind_….go.

// reservedSlugs are the server's own paths and cannot be slugs of manuals.
var reservedSlugs = []string{"api", "healthz", "readyz"}

const (
	labelPattern  = `^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`
	labelExpected = "a DNS label ([a-z0-9] and inner hyphens, at most 63 characters)"
	www           = "www" // the site's own second name, so nobody's subdomain
)

func notEmpty(doc string) *shape {
	return matches(doc, "text that is not empty", `\S`, func(s string) bool { return strings.TrimSpace(s) != "" })
}

// slugShape is a DNS label other than the reserved ones.
func slugShape(doc string, reserved ...string) *shape {
	s := matches(doc, labelExpected+" other than "+listed(reserved), labelPattern, func(s string) bool { return !slices.Contains(reserved, s) })
	s.keywords = append(s.keywords, keyword{"not", keywords{{"enum", reserved}}})
	return s
}

// idShape is an id of a manual, a section or a block: the manual's author
// chooses it, so all that is asked is that it can stand on a line of a list.
func idShape(doc string) *shape {
	return matches(doc, "an id (1 to 200 bytes, no white space or control characters)", `^\S{1,200}$`, func(s string) bool {
		return len(s) <= 200 && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	})
}

// anchorShape is an anchor: what an address may have after its # and an
// element as its id. Percent signs are out, since browsers decode them, and
// what browsers end a fragment at (URL Fragment Text Directives, section 3.4).
// It may be as long as one that is made of a title.
func anchorShape(doc string) *shape {
	const expected = "an anchor (letters, marks, digits and any of - _ . ~ : @ ! $ & ' ( ) * + , ; = / ?, but no :~:)"
	return &shape{doc: doc, kinds: `"`, validate: expecting(expected, func(p place) bool {
		return p.str() != "" && !strings.Contains(p.str(), ":~:") && !strings.ContainsFunc(p.str(), func(r rune) bool {
			return !unicode.In(r, unicode.L, unicode.M, unicode.N) && !strings.ContainsRune("-_.~:@!$&'()*+,;=/?", r)
		})
	})}
}

// timeShape is a date-time of RFC 3339 with its zone. The pattern is the grammar
// of section 5.6, less the leap second: package time alone takes one-digit
// hours, a comma before the fraction, and offsets past a day.
func timeShape(doc, kinds string) *shape {
	s := matches(doc, "a date-time with its zone as RFC 3339 has it (2026-05-04T09:30:00Z)",
		`^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`,
		func(s string) bool { return !parseTime(s).IsZero() })
	s.kinds = kinds
	return s
}

// parseTime reads a date-time. It returns the zero time for anything else, and
// for a time that in UTC has no year from 1 to 9999, thus no RFC 3339 form.
func parseTime(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if t = t.UTC(); err != nil || t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}
	}
	return t
}

func typeShape(doc string) *shape {
	return matches(doc, "a kind in upper case (COLORS, PRESS_KIT)", `^[A-Z][A-Z0-9_]*$`, nil)
}

var domainShape = matches("A host name without a port.", "a host name without a port, and not an IP address (brand.acme.example)",
	`^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$`,
	func(s string) bool { return manual.HostName(strings.ToLower(s)) })

var brandShape = &shape{
	doc:   "The brand: its settings, or its slug alone in a further file of the same brand.",
	kinds: `{"`,
	members: []field{
		required("slug", slugShape("The brand's subdomain, a DNS label.", www)),
		required("name", notEmpty("The display name.")),
		optional("access", list("Access tokens of the brand, declared by the hash of their secret. They hold as long as the file has them.", accessShape)),
		optional("domains", list("Custom domains; the brand's addresses use the first one. A domain belongs to one brand only.", domainShape)),
	},
	keywords: keywords{{"pattern", labelPattern}, {"not", keywords{{"const", www}}}},
	validate: expecting(labelExpected+" other than www", func(p place) bool {
		return p.is('{') || manual.Label(p.str()) && p.str() != www
	}),
}

var accessShape = object("An access token. `designmanual token new` makes one.",
	required("id", idShape("The public id, unique among all tokens, for lists and logs.")),
	required("name", notEmpty("What the token is for.")),
	required("sha256", secret("The SHA-256 of the whole secret, in hex.", "the SHA-256 of a secret (64 hexadecimal digits)", `^[0-9A-Fa-f]{64}$`, nil)),
	optional("expires", timeShape("When the token ends, or null.", `"n`)))

// langShape is a language tag (BCP 47), whose subtags are known and stand
// between hyphens.
func langShape(doc string) *shape {
	return &shape{
		doc: doc, kinds: `"`, keywords: keywords{{"pattern", `^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`}},
		validate: expecting("a language tag as BCP 47 has it (nb, pt-BR)", func(p place) bool {
			_, err := language.Parse(p.str())
			return err == nil && p.str() != "" && !strings.Contains(p.str(), "_")
		}),
	}
}

var seoShape = object("Settings for search engines.",
	optional("description", text("The meta description; an empty string where there is none.")))

var blockShape = &shape{
	doc:   "A block.",
	ref:   "block",
	kinds: "{",
	members: []field{
		optional("id", idShape("Stable id of the block, unique in the manual. Without one it is derived from the section's id and the block's anchor or type.")),
		optional("anchor", anchorShape("The block's anchor on the page. Without one it is made of the section's anchor and the type on the first import and kept from then on.")),
		required("type", typeShape("The kind of block, a constant in upper case. Unknown kinds are served as they stand.")),
		optional("internal", boolean("true keeps the block off the page.")),
		optional("content", free("What the block stores, an object served exactly as written. A block with nothing in it is left off the page.")),
		optional("comments", anything("Accepted and never served.")),
		optional("history", anything("Accepted and never served.")),
	},
	between: keywords{{"allOf", contentByType()}},
}

var sectionShape = &shape{
	doc:   "A section.",
	ref:   "section",
	kinds: "{",
	members: []field{
		optional("id", idShape("Stable id of the section, unique in the manual. Give one if the title may change: the anchor follows the id.")),
		optional("anchor", anchorShape("The section's anchor on the page. Without one it is made from the title on the first import and kept from then on.")),
		required("title", notEmpty("The heading.")),
		optional("hidden", boolean("true keeps the section off the page.")),
		optional("content", free("What the section holds besides its blocks, an object served as it is.")),
		optional("blocks", list("The blocks in page order.", blockShape)),
		optional("type", typeShape("Only in a section saved before blocks existed, which has no blocks: it is served as one block of this kind, with the section's content, id and anchor.")),
		optional("comments", anything("Accepted and never served.")),
		optional("history", anything("Accepted and never served.")),
	},
	between: keywords{
		{"not", keywords{{"required", []string{"blocks", "type"}}}},
		{"allOf", contentByType()},
	},
}

var approvedShape = object("What is served of a manual that reviews changes before publishing.",
	required("title", notEmpty("The approved title.")),
	optional("seo", seoShape),
	optional("sections", list("The approved sections in page order.", sectionShape)))

var manualShape = &shape{
	doc:   "A manual.",
	kinds: "{",
	members: []field{
		optional("id", idShape("Stable for the manual's whole life, unique in the store. Without one it is derived from the slugs of brand and manual.")),
		required("slug", slugShape("The manual's slug, a DNS label unique in the brand.", reservedSlugs...)),
		optional("primary", boolean("true for the manual at the brand's own host root. Exactly one manual of a brand is primary; a single one needs no flag.")),
		optional("subdomain", slugShape("A subdomain of the manual's own, a DNS label.", www)),
		optional("lang", langShape("The manual's language, BCP 47; en where it is not given.")),
		required("title", notEmpty("The title; a draft where the manual reviews changes.")),
		optional("seo", seoShape),
		required("visibility", &shape{doc: "Who may read the manual.", kinds: `"`, keywords: keywords{{"enum", manual.Visibilities}},
			validate: expecting("public, unlisted, private or password", func(p place) bool { return slices.Contains(manual.Visibilities[:], manual.Visibility(p.str())) })}),
		optional("password", secret("The bcrypt hash of the page's password; only with visibility password. Never served.", "a bcrypt hash ($2a$, $2b$ or $2y$, 60 characters, a cost of at most 15)", `^\$2[aby]\$\d{2}\$[./A-Za-z0-9]{53}$`, rightCost)),
		optional("published", boolean("false: the manual answers 404 everywhere. true where it is not given.")),
		optional("updatedAt", timeShape("When the manual last changed. Without one: the time of the import that last changed what is served.", `"`)),
		optional("expiresAt", timeShape("The end date, from which on the address answers 410, or null.", `"n`)),
		optional("review", boolean("true: title, seo and sections are a draft, and approved is what is served.")),
		optional("approved", approvedShape),
		optional("sections", list("The sections in page order.", sectionShape)),
		optional("comments", anything("Accepted and never served.")),
		optional("history", anything("Accepted and never served.")),
	},
	between: keywords{{"dependentSchemas", keywords{
		{"password", keywords{{"properties", keywords{{"visibility", keywords{{"const", string(manual.Password)}}}}}}},
		{"approved", keywords{{"properties", keywords{{"review", keywords{{"const", true}}}}}, {"required", []string{"review"}}}},
	}}},
}

var rootShape = object("A seed file: one brand and its manuals as they stand in the editor.",
	optional("$schema", text("Where an editor finds this schema; the importer ignores it.")),
	required("brand", brandShape),
	required("manuals", list("The manuals of the brand.", manualShape)))

// maxCost is the highest cost of a password's hash: each step doubles the time
// that one try holds a processor, and this one is some seconds.
const maxCost = 15

func rightCost(hash string) bool {
	cost, err := bcrypt.Cost([]byte(hash))
	return err == nil && cost >= bcrypt.MinCost && cost <= maxCost
}
