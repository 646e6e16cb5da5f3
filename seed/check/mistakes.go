package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"designmanual/db/manual"
	"designmanual/seed/asset"
	"designmanual/seed/problem"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// otherWords are words that people write in place of a key.
var otherWords = map[string][]string{
	"url":   {"src", "href", "uri", "path", "file", "link", "image"},
	"html":  {"text", "body", "content", "markdown", "description", "copy"},
	"name":  {"title", "label"},
	"hex":   {"color", "colour", "value", "rgb", "code"},
	"alt":   {"altText", "alternative"},
	"value": {"size", "px", "width", "min", "radius", "duration", "easing", "curve", "shadow", "gradient", "css"},

	"family":        {"fontFamily", "font", "typeface", "name"},
	"size":          {"fontSize"},
	"weight":        {"fontWeight"},
	"lineHeight":    {"leading"},
	"letterSpacing": {"tracking"},
	"case":          {"textTransform"},
	"usage":         {"role"},
	"ratio":         {"factor"},
}

// otherKinds are words that people write in place of a kind.
var otherKinds = map[string]manual.Kind{
	"SHADOW": manual.Elevation, "SHADOWS": manual.Elevation,
	"FONT": manual.Typography, "FONTS": manual.Typography, "TYPEFACES": manual.Typography,
	"DURATIONS": manual.Motion, "EASINGS": manual.Motion,
	"PICTURE": manual.Image, "PICTURES": manual.Image,
	"DOS_AND_DONTS": manual.DosDonts, "RICH_TEXT": manual.Text,
}

// meantKey returns the missing key that another word stands for, or "".
func meantKey(word string, missing []string) string {
	for _, key := range missing {
		if slices.Contains(otherWords[key], word) {
			return key
		}
	}
	return ""
}

// listOf returns the key of the list of an object whose entries have a key, or "": people
// write files beside logos instead of in a logo.
func listOf(s *shape, key string) string {
	for _, f := range s.members {
		if f.shape.items != nil && f.shape.items.member(key) != nil {
			return f.name
		}
	}
	return ""
}

// warnOfMistakes warns of what the content of a known kind has by mistake, which no shape tells.
func (c *checker) warnOfMistakes(block *content.Value, kind manual.Kind) {
	for _, entry := range block.Get("logos").List() {
		if kind == manual.Logo && entry.Is('{') && entry.Get("url") == nil && hasNone(entry, otherWords["url"]) {
			c.problems.WarnAt(
				entry, `missing key "url": the page shows no picture of this logo. Write the path of its file.`,
			)
		}
	}
	for _, entry := range block.Get("images").List() {
		if kind != manual.Image || entry.Get("url") == nil || entry.Get("alt") != nil {
			continue
		}
		if Closest("alt", entryKeys(entry)) == "" {
			c.problems.WarnAt(
				entry, `missing key "alt": who does not see the picture gets nothing. Write what it shows, or "" if `+
					"it only decorates.",
			)
		}
	}
}

func entryKeys(entry *content.Value) []string {
	var keys []string
	for _, m := range entry.Members() {
		keys = append(keys, m.Name)
	}
	return keys
}

// markup matches a tag or a reference to a character, in what is shown as it stands.
var markup = regexp.MustCompile(
	`(?i)</?(?:b|i|u|em|strong|br|span|p|a|sup|sub|small|font)(?:\s[^<>]*)?/?>|&(?:amp|nbsp|quot|shy|[lr]dquo|#\d+);`,
)

// plainKeys are keys of texts that are shown as they stand, without HTML.
var plainKeys = map[string]bool{"title": true, "name": true, "label": true}

// IsPlainKey reports whether the text of a key is shown as it stands, without HTML.
func IsPlainKey(key string) bool { return plainKeys[key] }

// warnOfHTML warns of HTML in a text that is shown as it stands.
func (c *checker) warnOfHTML(p *content.Value) {
	if found := markup.FindString(p.Text()); found != "" {
		c.problems.WarnAt(
			p, "expected plain text, found %s, which is shown as it stands. Leave it out.", content.Truncate(found),
		)
	}
}

// sharePages matches the addresses of pages that show a file of a cloud drive or of a design
// tool, and are not the file.
var sharePages = []struct {
	page *regexp.Regexp
	host string
}{
	{regexp.MustCompile(`^https?://(www\.)?dropbox\.com/`), "Dropbox"},
	{regexp.MustCompile(`^https?://(drive|docs)\.google\.com/`), "Google Drive"},
	{regexp.MustCompile(`^https?://(1drv\.ms|onedrive\.live\.com|[a-z0-9-]+\.sharepoint\.com)/`), "OneDrive"},
	{regexp.MustCompile(`^https?://(www\.)?icloud\.com/`), "iCloud"},
	{regexp.MustCompile(`^https?://([a-z0-9-]+\.)?box\.com/`), "Box"},
	{regexp.MustCompile(`^https?://github\.com/[^/]+/[^/]+/blob/`), "GitHub"},
	{regexp.MustCompile(`^https?://(www\.)?(figma|canva)\.com/`), "a design tool"},
	{regexp.MustCompile(`^https?://(we\.tl|wetransfer\.com)/`), "WeTransfer"},
}

// warnSharePage warns of the address of a page in place of that of a picture or film.
func warnSharePage(what string, f *problem.Collector, p *content.Value) {
	for _, s := range sharePages {
		if s.page.MatchString(p.Text()) && !strings.Contains(p.Text(), "raw=1") {
			f.WarnAt(
				p,
				"expected the address of a %s, found a page of %s, which browsers cannot show as one. Download "+
					"the file and put it beside this one.",
				what, s.host,
			)
		}
	}
}

// largePicture is the size of a picture in bytes from which on it is better made smaller.
const largePicture = 16 << 20

// warnOfPicture warns of a picture that readers wait long for, or see cut or in other colors.
func (c *checker) warnOfPicture(p *content.Value, a *asset.Asset) {
	if a.Size > largePicture {
		c.problems.WarnAt(
			p, "the picture has %d MB. Make it smaller: 2000 pixels are enough for any screen.", a.Size/1_000_000,
		)
	}
	if a.Unscaled {
		c.problems.WarnAt(
			p,
			"the drawing has no viewBox and no size: browsers cannot scale it, and cut it off. Add "+
				"viewBox=\"0 0 200 100\" to its <svg>, with the drawing's own width and height.",
		)
	}
	if a.CMYK {
		c.problems.WarnAt(
			p,
			"expected a picture in RGB, found one in CMYK, the colors of print: browsers show other colors, or "+
				"nothing. Export it in RGB.",
		)
	}
}

// shownPictures returns the urls of a block that its page shows as pictures.
func shownPictures(block *content.Value, kind manual.Kind) map[*content.Value]bool {
	shown := make(map[*content.Value]bool)
	if path, ok := picturePaths[kind]; ok {
		for _, picture := range block.Find(path) {
			shown[picture] = true
		}
	}
	return shown
}

// picturePaths are the paths of the addresses of pictures, by kind.
var picturePaths = map[manual.Kind]string{
	"": "image", manual.Logo: "logos.url", manual.Image: "images.url", manual.DosDonts: "items.url",
	manual.Video: "videos.poster", manual.Icons: "icons.url",
}

// printColor matches the names of colors in systems of print.
var printColor = regexp.MustCompile(`(?i)^(pms|pantone|ral|hks|ncs|cmyk)\b`)

// hexHelp says, as the end of a message, what helps where a text is no hex color.
func hexHelp(text string) string {
	if _, ok := css.Hex("#" + text); ok {
		return fmt.Sprintf(". Write %q.", "#"+text)
	}
	if printColor.MatchString(text) {
		return ". The hex is what screens show; print values have keys of their own (pantone, cmyk, ral, ncs)."
	}
	if color, err := css.ParseColor(text); err == nil {
		hex, _ := color.Hex()
		return fmt.Sprintf(". Write %q.", hex)
	}
	return ". Write # and the six digits that a color picker shows."
}

// slugHelp says, as the end of a message, what a slug for a text would be, if it is not one of
// the reserved ones.
func slugHelp(text string, reserved []string) string {
	slug := tokenize.Slug(text)
	hasName := strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	if !hasName || len(text) > 63 || !manual.IsLabel(slug) || slices.Contains(reserved, slug) || isSecret(text) {
		return ""
	}
	return fmt.Sprintf(". Write %q.", slug)
}

// isSecret reports whether a text has the secret of an access token.
func isSecret(text string) bool { return manual.HideSecrets(text) != text }

var (
	kindName  = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)
	notInKind = regexp.MustCompile(`[ ./_-]+`) // what people write between the words of a kind
)

// kindHelp says, as the end of a message, how a kind is written.
func kindHelp(text string) string {
	kind := strings.Trim(notInKind.ReplaceAllString(strings.ToUpper(text), "_"), "_")
	if kindName.MatchString(kind) && kind != text && !isSecret(text) {
		return fmt.Sprintf(". Write %q.", kind)
	}
	return ""
}
