package manual

import "strings"

// maxSkillName is the greatest length of a skill's name, in bytes
// (agentskills.io/specification).
const maxSkillName = 64

// Skill returns the name and the description of a manual as a skill of agents
// (agentskills.io/specification). The name consists of letters, digits and single
// hyphens; the description says when to use the skill.
func Skill(brand BrandSettings, slug, title string) (name, description string) {
	words := strings.FieldsFunc(brand.Slug+"-"+slug, func(r rune) bool { return r == '-' })
	name = strings.Join(words, "-")
	name = strings.TrimSuffix(name[:min(maxSkillName, len(name))], "-")
	description = cut(title, 200) + ": colors, type, spacing and rules. " +
		"For pages, apps, slides and texts that are to look and sound like " + cut(brand.Name, 200) + "."
	return name, description
}

// cut returns the first characters of a text on one line.
func cut(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(most, len(runes))])
}
