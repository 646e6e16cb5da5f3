package lint

import "regexp"

// staticTargets are renderers that resolve no custom properties, by what imports or
// names them: a var() written there has no value.
var staticTargets = []struct {
	name string
	sign *regexp.Regexp
}{
	{"React Native", regexp.MustCompile(`["'](?:@?react-native[-\w]*(?:/[^"']*)?|expo(?:-[-\w]+)?|nativewind|@shopify/(?:restyle|react-native-skia))["']`)},
	{"next/og", regexp.MustCompile(`["'](?:next/og|@vercel/og|workers-og|@cloudflare/pages-plugin-vercel-og[^"']*)["']|\bImageResponse\s*\(`)},
	{"satori", regexp.MustCompile(`["'](?:satori|satori-html|satori/[^"']*)["']`)},
	{"React Email", regexp.MustCompile(`["'](?:@react-email/[^"']*|react-email|jsx-email|@maizzle/[^"']*|vue-email|svelte-email)["']`)},
	{"mail", regexp.MustCompile(`["'](?:mjml[-\w]*|nodemailer|juice)["']|<mjml|<mj-[a-z]|urn:schemas-microsoft-com:(?:vml|office)|\[if\s+(?:[gl]te?\s+)?mso|[{;"'\s]mso-[a-z-]+\s*:|x-apple-disable-message-reformatting`)},
	{"PDF", regexp.MustCompile(`["'](?:@react-pdf/[^"']*|pdfkit|pdfmake(?:/[^"']*)?|jspdf|pdf-lib|@pdfme/[^"']*)["']`)},
}

// staticPaths are names of files and folders for the same renderers, whose parts import
// nothing that tells.
var staticPaths = []struct {
	name string
	sign *regexp.Regexp
}{
	{"React Native", regexp.MustCompile(`(?i)\.(?:native|ios|android)\.[a-z]+$`)},
	{"next/og", regexp.MustCompile(`(?i)(?:^|[/\\])(?:opengraph-image|twitter-image)[^/\\]*$|(?:^|[/\\])og(?:[-_.][^/\\]*)?(?:[/\\][^/\\]*)?$`)},
	{"mail", regexp.MustCompile(`(?i)(?:^|[/\\._-])(?:e-?mails?|mails?|mailers?|newsletters?)(?:[/\\._-]|$)`)},
	{"PDF", regexp.MustCompile(`(?i)(?:^|[/\\._-])pdfs?(?:[/\\._-]|$)`)},
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
