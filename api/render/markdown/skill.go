package markdown

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/export"
)

// maxSkillLines is the greatest number of lines that SKILL.md takes from the
// manual.
const maxSkillLines = 20

// RenderSkill returns SKILL.md, the manual as a skill for agents
// (agentskills.io/specification): when to use it, the lines that an agent needs
// most, and the addresses of the rest. Brand is the brand's name and slug.
func RenderSkill(p Page, brand manual.BrandSettings) []byte {
	name, description := manual.Skill(brand, p.Manual.Slug, p.Manual.Title)
	var out strings.Builder
	out.WriteString("---\nname: " + name + "\ndescription: " + export.Quote(description) + "\n---\n\n")
	out.WriteString(heading(1, escape(p.Manual.Title)) + "\n\n")
	if p.Manual.Description != "" {
		out.WriteString(escape(p.Manual.Description) + "\n\n")
	}
	lines := skillLines(p)
	if len(lines) > 0 {
		out.WriteString(strings.Join(lines, "\n") + "\n\n")
	}
	documents := p.Address + manual.ExportPath + "/"
	out.WriteString("## How to read the rest\n\n" +
		"- The whole manual as text: " + documents + "manual.md\n" +
		"- Every color, length, font and theme with its name: " + documents + "tokens.json\n" +
		"- As a style sheet, whose custom properties have the names above: " + documents + "tokens.css\n" +
		"- The page that people read: " + p.Address + "\n")
	return []byte(out.String())
}

// skillLines returns, each on one line, what code and text need most of the manual: colors,
// those with a use first, fonts, text styles, themes, pairs of colors and lengths, and the
// first things to do and not to do. Where it leaves tokens out, it says how many there are.
func skillLines(p Page) []string {
	groups := p.Tokens.Groups
	others := tokenLines("typefaces", baseTokens(groups[manual.FontFamilyGroup].Tokens), maxSkillFonts)
	for _, g := range p.Tokens.Further {
		if g.Name == manual.GroupText {
			others = append(others, tokenList("Text styles, each also a class `text-style-…`", g.Tokens)...)
		}
	}
	others = append(others, themeLines(p.Tokens)...)
	others = append(others, pairLines(p)...)
	others = append(others, tokenList("Spacing", groups[manual.DimensionGroup].Tokens)...)
	others = append(others, tokenList("Corners", groups[manual.RadiusGroup].Tokens)...)
	rules := ruleLines(p, minSkillRules)
	room := maxSkillLines - len(others) - len(rules) - 1 // for the line that says how many there are
	lines := tokenLines(
		"colors", mostUsed(baseTokens(groups[manual.ColorGroup].Tokens)), max(1, min(maxSkillColors, room)),
	)
	lines = append(lines, others...)
	lines = append(lines, ruleLines(p, max(len(rules), maxSkillLines-len(lines)))...)
	return lines[:min(maxSkillLines, len(lines))]
}

// How many of its tokens SKILL.md names at most.
const (
	maxSkillColors = 8
	minSkillRules  = 4 // things to do and not to do that have room
	maxSkillFonts  = 3
	maxSkillThemes = 4
	maxSkillNames  = 12 // on one line
	maxSkillPairs  = 6
	maxSkillNote   = 160 // characters of what is said of a token, or of a rule
)

// baseTokens returns the tokens that are neither deprecated nor a tint of the one before.
func baseTokens(tokens []manual.Token) []manual.Token {
	var base []manual.Token
	for i, t := range tokens {
		isTint := i > 0 && t.Block == tokens[i-1].Block && t.Entry == tokens[i-1].Entry
		if !t.Deprecated.Set && !isTint {
			base = append(base, t)
		}
	}
	return base
}

// mostUsed returns the tokens with those first that say what they are for.
func mostUsed(tokens []manual.Token) []manual.Token {
	sorted := slices.Clone(tokens)
	slices.SortStableFunc(sorted, func(a, b manual.Token) int {
		return cmp.Compare(min(len(b.Description), 1), min(len(a.Description), 1))
	})
	return sorted
}

// tokenLines returns the first tokens, a line each.
func tokenLines(name string, tokens []manual.Token, most int) []string {
	var lines []string
	for _, t := range tokens[:min(most, len(tokens))] {
		line := "- " + code(t.Variable) + ": " + code(valueText(t))
		for _, m := range t.Modes {
			line += ", " + m.Mode + " " + code(valueText(t.In(m.Mode)))
		}
		if t.Description != "" {
			line += ", " + escape(manual.Shorten(t.Description, maxSkillNote))
		}
		lines = append(lines, line)
	}
	if len(tokens) > most {
		lines = append(lines, fmt.Sprintf("- These are %d of %d %s; tokens.json has all", most, len(tokens), name))
	}
	return lines
}

// tokenList returns the first tokens on one line, but no breakpoints.
func tokenList(title string, tokens []manual.Token) []string {
	var names []string
	left := 0
	for _, t := range tokens {
		if t.Deprecated.Set || t.List == "breakpoints" {
			continue
		}
		if len(names) == maxSkillNames {
			left++
			continue
		}
		names = append(names, code(t.Variable)+" "+code(valueText(t)))
	}
	if names == nil {
		return nil
	}
	if left > 0 {
		title += fmt.Sprintf(" (%d of %d)", len(names), len(names)+left)
	}
	return []string{"- " + title + ": " + strings.Join(names, ", ")}
}

// themeLines returns the themes, a line each with the custom properties that follow them, and
// on one line those that have no room or no colors.
func themeLines(d *manual.TokenDocument) []string {
	var others []string
	var lines []string
	for _, mode := range d.Modes {
		theme := d.Theme(mode.Slug)
		if len(theme.Colors) == 0 || len(lines) == maxSkillThemes {
			others = append(others, code(mode.Slug))
			continue
		}
		var roles []string
		for _, t := range theme.Colors {
			roles = append(roles, code("--theme-"+t.Name)+" "+code(t.Value))
		}
		where := "at rest"
		if lines != nil {
			where = "by " + code(`data-theme="`+theme.Slug+`"`)
		}
		lines = append(lines, "- Theme "+code(theme.Slug)+", "+where+": "+strings.Join(roles, ", "))
	}
	if len(others) > 0 {
		lines = append(lines, "- Further themes and modes: "+strings.Join(others, ", "))
	}
	return lines
}

// pairLines returns the first pairs of colors on one line.
func pairLines(p Page) []string {
	var pairs []string
	for _, s := range p.Sections {
		for _, b := range s.Blocks {
			for _, pair := range b.Content.Get("pairings").List() {
				text := escape(pair.Get("foreground").Scalar()) + " on " + escape(pair.Get("background").Scalar())
				if use := pair.Get("use").Scalar(); use != "" {
					text += " (" + escape(manual.Shorten(use, maxSkillNote/2)) + ")"
				}
				if b.Kind == manual.Pairings {
					pairs = append(pairs, text)
				}
			}
		}
	}
	if pairs == nil {
		return nil
	}
	title := "Pairs"
	if len(pairs) > maxSkillPairs {
		title = fmt.Sprintf("Pairs (%d of %d)", maxSkillPairs, len(pairs))
	}
	return []string{"- " + title + ": " + strings.Join(pairs[:min(maxSkillPairs, len(pairs))], ", ")}
}

// ruleLines returns the first things to do and not to do, half of the room each.
func ruleLines(p Page, room int) []string {
	rules := map[bool][]string{}
	for _, s := range p.Sections {
		for _, b := range s.Blocks {
			for _, item := range b.Content.Get("items").List() {
				text := manual.Shorten(tokenize.PlainText(item.Get("html").Scalar()), maxSkillNote)
				do := item.Get("do").Bool(false)
				if b.Kind == manual.DosDonts && text != "" {
					rules[do] = append(rules[do], map[bool]string{true: "- Do: ", false: "- Don't: "}[do]+escape(text))
				}
			}
		}
	}
	var lines []string
	for _, do := range [...]bool{true, false} {
		half := max(0, (room-len(lines)+1)/2)
		if !do {
			half = max(0, room-len(lines))
		}
		lines = append(lines, rules[do][:min(half, len(rules[do]))]...)
	}
	return lines
}
