package markdown

import (
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// maxSkillLines is the greatest number of lines that SKILL.md takes from the
// manual.
const maxSkillLines = 20

// RenderSkill returns SKILL.md, the manual as a skill for agents
// (agentskills.io/specification): when to use it, the lines that an agent needs
// most, and the addresses of the rest. Brand is the brand's name and slug.
func RenderSkill(p Page, brand manual.Brand) []byte {
	r := newRenderer(p)
	name, description := manual.Skill(brand, p.Manual.Slug, p.Manual.Title)
	var out strings.Builder
	out.WriteString("---\nname: " + name + "\ndescription: " + string(content.NewString(description).Append(nil)) + "\n---\n\n" + heading(1, escape(p.Manual.Title)) + "\n\n")
	if p.Manual.Description != "" {
		out.WriteString(escape(p.Manual.Description) + "\n\n")
	}
	lines := r.skillLines(p)
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

// skillLines returns the first colors, fonts, themes and lengths of the manual,
// and the first things to do and not to do, each on one line.
func (r *renderer) skillLines(p Page) (lines []string) {
	add := func(most int, tokens []manual.Token) {
		for i, t := range tokens {
			tint := i > 0 && t.Block == tokens[i-1].Block && t.Entry == tokens[i-1].Entry
			if most > 0 && !t.Deprecated.Set && !tint {
				line := "- " + code(t.Variable) + ": " + code(t.Value)
				if t.Description != "" {
					line += ", " + escape(shortLine(t.Description))
				}
				lines = append(lines, line)
				most--
			}
		}
	}
	groups := p.Tokens.Groups
	add(8, groups[manual.ColorGroup].Tokens)
	add(3, groups[manual.FontFamilyGroup].Tokens)
	for _, theme := range p.Tokens.Themes[:min(2, len(p.Tokens.Themes))] {
		var roles []string
		for _, t := range theme.Colors {
			roles = append(roles, t.Name+" "+code(t.Value))
		}
		lines = append(lines, "- Theme "+code(theme.Slug)+": "+strings.Join(roles, ", "))
	}
	addAll := func(title string, tokens []manual.Token) {
		var names []string
		for _, t := range tokens {
			if len(names) < 12 && !t.Deprecated.Set && !strings.HasPrefix(t.Name, tokenize.BreakpointPrefix) {
				names = append(names, code(t.Variable)+" "+code(t.Value))
			}
		}
		if names != nil {
			lines = append(lines, "- "+title+": "+strings.Join(names, ", "))
		}
	}
	addAll("Spacing", groups[manual.DimensionGroup].Tokens)
	addAll("Corners", groups[manual.RadiusGroup].Tokens)
	rules := map[bool][]string{}
	for _, s := range p.Sections {
		for _, b := range s.Blocks {
			for _, item := range b.Content.Get("items").List() {
				text, do := shortLine(tokenize.PlainText(item.Get("html").Text())), item.Get("do").Is('t')
				if b.Kind == manual.DosDonts && text != "" {
					rules[do] = append(rules[do], map[bool]string{true: "- Do: ", false: "- Don't: "}[do]+escape(text))
				}
			}
		}
	}
	for _, do := range [...]bool{true, false} {
		room := max(0, (maxSkillLines-len(lines)+1)/2)
		lines = append(lines, rules[do][:min(room, len(rules[do]))]...)
	}
	return lines[:min(maxSkillLines, len(lines))]
}

// shortLine cuts a text after 160 characters.
func shortLine(text string) string {
	n := 0
	for i := range text {
		if n++; n > 160 {
			return strings.TrimSpace(text[:i]) + "…"
		}
	}
	return text
}
