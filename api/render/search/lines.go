package search

import (
	"regexp"
	"strings"

	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// addresses are the members that hold addresses.
var addresses = map[string]bool{"url": true, "poster": true, "captions": true, "files": true}

// linesOf returns the lines of a value: the paragraphs of rich text, and the facts of an
// object on one line. Addresses are left out.
func linesOf(value *content.Value) []Line {
	var facts []string
	var lines []Line
	for _, member := range value.Members() {
		if member.Is('"') || member.Is('0') {
			if addresses[member.Name] {
				continue
			}
			texts := paragraphs(member.Scalar())
			if len(texts) == 1 && len(texts[0].Text) < 200 {
				facts = append(facts, label(member.Name)+texts[0].Text)
				continue
			}
			lines = append(lines, texts...)
			continue
		}
		if member.Is('t') {
			facts = append(facts, content.Readable(member.Name))
			continue
		}
		if addresses[member.Name] {
			for _, file := range member.List() {
				if label := file.Get("label").Scalar(); label != "" {
					facts = append(facts, label)
				}
			}
			continue
		}
		lines = append(lines, linesOf(member)...)
	}
	for _, item := range value.List() {
		lines = append(lines, linesOf(item)...)
	}
	if value.Is('"') || value.Is('0') {
		lines = append(lines, paragraphs(value.Scalar())...)
	}
	if len(facts) > 0 {
		lines = append([]Line{withContact(Line{Text: strings.Join(facts, " · ")}, "")}, lines...)
	}
	return lines
}

// plain are the members that say themselves what they are.
var plain = map[string]bool{
	"name": true, "title": true, "alt": true, "label": true, "family": true, "usage": true, "hex": true, "value": true,
	"step": true, "use": true, "unit": true,
	"description": true, "html": true, "text": true, "intro": true, "caption": true, "tags": true, "foreground": true,
	"background": true,
}

// label returns what stands before the value of a member.
func label(name string) string {
	if plain[name] {
		return ""
	}
	return content.Readable(name) + " "
}

// blockEnd matches where a block of HTML ends, cellEnd where a cell of a table does, and address what
// has a telephone number or an address for mail. The script of the page has them too.
var (
	blockEnd = regexp.MustCompile(
		`(?i)</?(?:p|li|ul|ol|h[1-6]|tr|table|dt|dd|dl|blockquote|div|figcaption|figure|pre|section|caption)\b[^>]*>|` +
			`<br\b[^>]*>|<hr\b[^>]*>`,
	)
	cellEnd = regexp.MustCompile(`(?i)</t[dh]>\s*<t[dh]\b[^>]*>`)
	address = regexp.MustCompile(`(?i)\S@\S+\.\S|\+\d[\d ()-]{6,}|"(?:mailto|tel):`)
)

// scriptPattern returns a pattern as that of a script, which has the flag elsewhere.
func scriptPattern(pattern *regexp.Regexp) string {
	return strings.TrimPrefix(pattern.String(), "(?i)")
}

// paragraphs returns the lines of rich or plain text: a paragraph, an item or a row each.
func paragraphs(text string) []Line {
	if content.IsAddress(text) {
		return nil
	}
	parts := []string{text}
	if content.IsRich(text) {
		parts = strings.Split(blockEnd.ReplaceAllString(cellEnd.ReplaceAllString(text, " · "), "\x00"), "\x00")
	}
	var lines []Line
	for _, part := range parts {
		line := withContact(Line{Text: tokenize.PlainText(part)}, part)
		if line.Text != "" && line.Text != "·" {
			lines = append(lines, line)
		}
	}
	return lines
}

// withContact returns a line, made of rich text, that answers to the usual words for an address if it has one.
func withContact(line Line, rich string) Line {
	if address.MatchString(line.Text) || address.MatchString(rich) {
		line.Of = "contact"
	}
	return line
}
