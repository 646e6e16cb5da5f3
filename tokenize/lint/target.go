package lint

import (
	"strings"

	"designmanual/tokenize/pattern"
)

// staticTargets are renderers that resolve no custom properties, by what imports or
// names them: a var() written there has no value.
var staticTargets = []target{
	{
		"React Native",
		imports(`@?react-native[-\w]*(/.*)? expo(-[-\w]+)? nativewind @shopify/(restyle|react-native-skia)`),
	},
	{"next/og", imports(`next/og @vercel/og workers-og @cloudflare/pages-plugin-vercel-og(/.*)?`)},
	{"next/og", pattern.New(`\bImageResponse\s*\(`)},
	{"satori", imports(`satori(-html|/.*)?`)},
	{"React Email", imports(`@react-email/.* react-email jsx-email @maizzle/.* vue-email svelte-email`)},
	{"mail", imports(`mjml[-\w]* nodemailer juice`)},
	{"mail", pattern.New(`<mjml|<mj-[a-z]|urn:schemas-microsoft-com:(?:vml|office)|\[if\s+(?:[gl]te?\s+)?mso|` +
		`[{;"'\s]mso-[a-z-]+\s*:|x-apple-disable-message-reformatting`)},
	{"PDF", imports(`@react-pdf/.* pdfkit pdfmake(/.*)? jspdf pdf-lib @pdfme/.*`)},
}

// staticPaths are names of files and folders for the same renderers, whose parts import
// nothing that tells.
var staticPaths = []target{
	{"React Native", pattern.New(`(?i)\.(?:native|ios|android)\.[a-z]+$`)},
	{"next/og", pattern.New(`(?i)(?:^|[/\\])(?:opengraph-image|twitter-image)[^/\\]*$`)},
	{"next/og", pattern.New(`(?i)(?:^|[/\\])og(?:[-_.][^/\\]*)?(?:[/\\][^/\\]*)?$`)},
	{"mail", pattern.New(`(?i)(?:^|[/\\._-])(?:e-?mails?|mails?|mailers?|newsletters?)(?:[/\\._-]|$)`)},
	{"PDF", pattern.New(`(?i)(?:^|[/\\._-])pdfs?(?:[/\\._-]|$)`)},
}

type target struct {
	name string
	sign *pattern.Pattern
}

// imports returns a form for the name of one of several modules in quotes.
func imports(modules string) *pattern.Pattern {
	modules = strings.ReplaceAll(strings.Join(strings.Fields(modules), "|"), ".*", `[^"'\n]*`)
	return pattern.New(`["'](?:` + modules + `)["']`)
}

// staticTarget returns the renderer that a text is for if that knows no custom
// properties, else nothing.
func staticTarget(name, text string) string {
	for _, t := range staticPaths {
		if t.sign.MatchString(name) {
			return t.name
		}
	}
	for _, t := range staticTargets {
		if t.sign.MatchString(text) {
			return t.name
		}
	}
	return ""
}
