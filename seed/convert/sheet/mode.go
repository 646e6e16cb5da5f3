package sheet

import (
	"strconv"
	"strings"

	"designmanual/tokenize/pattern"
)

var (
	modeName   = pattern.New(`theme|mode|schem[ea]|appearance|density|contrast|brand`)
	attribute  = pattern.New(`^([\w-]+)\s*(?:[~|^$*]?=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))\s*[iIsS]?)?$`)
	themeClass = pattern.New(
		`(?:^|[-_])(?:theme|mode|scheme|density)[-_]+(.+)$|^(.*[^-_])[-_]+(?:theme|mode|scheme|density)$`,
	)
	knownClass = pattern.New(
		`^(?:dark|light|dim|night|day|compact|comfortable|cozy|spacious|high-contrast)(?:[-_].*)?$`,
	)
)

// modeOfClass returns the mode that a class makes: one with a word such as theme in it, or
// dark by itself or after the prefix of the custom properties. A class such as btn-dark
// makes none.
func modeOfClass(name, prefix string) (mode string, ok bool) {
	if prefix != "" {
		name = strings.TrimPrefix(name, prefix+"-")
	}
	if m := themeClass.FindStringSubmatch(name); m != nil {
		return m[1] + m[2], true
	}
	return name, knownClass.MatchString(name)
}

// modeOfAttribute returns the condition that an attribute makes: a mode, or that the color
// scheme of the reader decides. It reports whether the attribute is one for modes.
func modeOfAttribute(text string) (Condition, bool) {
	m := attribute.FindStringSubmatch(strings.TrimSpace(text))
	var c Condition
	if m == nil || !modeName.MatchString(strings.ToLower(m[1])) {
		return c, false
	}
	value := m[2] + m[3] + m[4]
	if isOfReader(value) {
		c.auto, c.root = true, true
		return c, true
	}
	if value != "" {
		c.With = []string{value}
	}
	return c, true
}

// isOfReader reports whether a mode is that of the color scheme of the reader.
func isOfReader(mode string) bool {
	return mode == "auto" || mode == "system" || strings.HasPrefix(mode, "media-query")
}

var escaped = pattern.New(`\\([0-9a-fA-F]{1,6}\s?|.)`)

// Unescape resolves the escapes in an identifier of CSS.
func Unescape(name string) string {
	if !strings.Contains(name, `\`) {
		return name
	}
	return escaped.ReplaceAllStringFunc(name, func(text string) string {
		n, err := strconv.ParseUint(strings.TrimSpace(text[1:]), 16, 32)
		if err != nil {
			return text[1:]
		}
		return string(rune(n))
	})
}
