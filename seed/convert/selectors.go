package convert

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"designmanual/tokenize/css"
)

// A scope says where the declarations of a block hold.
type scope struct {
	root    bool   // on the whole page
	mode    string // in a mode, such as dark; empty for none
	rule    string // only in this rule, if they hold in no mode and not on the whole page
	ignored bool   // they declare no values
}

// top reports whether the scope is that of a file.
func (s scope) top() bool { return s == scope{} }

var (
	colorScheme = regexp.MustCompile(`(?i)^@media\s*(?:screen and\s*)?\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)$|^@variant\s+(dark|light)$`)
	white       = regexp.MustCompile(`\s+`)
)

// enter returns the scope of a block inside this one. The label of a rule for
// the whole page that also makes a mode is kept as the first mode.
func (s scope) enter(prelude string, sh *sheet) scope {
	prelude = white.ReplaceAllString(prelude, " ")
	word, _, _ := strings.Cut(strings.ToLower(prelude), " ")
	word, _, _ = strings.Cut(word, "(")
	switch {
	case s.rule != "" || s.ignored:
		return s
	case word == "@theme":
		s.root = true
	case word == "@layer":
	case colorScheme.MatchString(prelude):
		m := colorScheme.FindStringSubmatch(prelude)
		s.mode = strings.ToLower(m[1] + m[2])
	case word == "@property" || word == "@font-face" || word == "@counter-style" || word == "@font-palette-values":
		s.ignored = true
	case strings.HasPrefix(word, "@"):
		s = scope{rule: prelude}
	case sh.selector != "":
		wanted := func(selector string) bool { return unquoted.Replace(selector) == unquoted.Replace(sh.selector) }
		if !slices.ContainsFunc(append(splitArguments(prelude), prelude), wanted) {
			return scope{rule: prelude}
		}
		s.root = true
	default:
		root, mode := selectors(prelude, sh.prefix)
		switch {
		case !root && mode == "":
			return scope{rule: prelude}
		case !root:
			s.mode = mode
		case s.mode == "" && sh.first == "":
			sh.first = mode
		}
		s.root = s.root || root
	}
	return s
}

// unquoted removes quotes and spaces, which selectors that mean the same may differ in.
var unquoted = strings.NewReplacer(`"`, "", "'", "", " ", "")

// selectors reports whether a list of selectors matches the whole page, and the
// mode that one of them makes. The prefix is that of the custom properties.
func selectors(list, prefix string) (root bool, mode string) {
	for _, selector := range splitArguments(list) {
		whole, own := selectorMode(selector, prefix)
		root, mode = root || whole, cmp.Or(mode, own)
	}
	return root, mode
}

// selectorForm matches the next part of a selector: an attribute, or a character
// and the name that follows it.
var selectorForm = regexp.MustCompile(`^(?:\[([^\]]*)\]|:[:\w\\\x{80}-\x{10FFFF}-]*|(?s:.)[\w\\\x{80}-\x{10FFFF}-]*)`)

// selectorMode is selectors for one selector. Each of its parts must be the
// root or a mode.
func selectorMode(selector, prefix string) (root bool, mode string) {
	for selector != "" {
		m := selectorForm.FindStringSubmatch(selector)
		name, arguments := strings.ToLower(m[0]), m[1]
		selector = selector[len(m[0]):]
		if name[0] == ':' && strings.HasPrefix(selector, "(") {
			end := css.Closing(selector)
			if end < 0 {
				return false, ""
			}
			arguments, selector = selector[1:end-1], selector[end:]
		}
		whole, own, known := false, "", true
		switch {
		case name == " " || name == "&" || name == ">" || name == ":not":
		case name == ":root" || name == "html" || name == "*" || name == ":host" && (arguments == "" || strings.HasPrefix(arguments, ":not(")):
			whole = true
		case name == ":where" || name == ":is" || name == ":host":
			whole, own = selectors(arguments, prefix)
			known = whole || own != ""
		case name == ":has":
			known = mode != ""
		case name[0] == '.':
			own, known = modeOfClass(name[1:], prefix)
		case name[0] == '[':
			own, known = modeOfAttribute(arguments)
		default:
			known = false
		}
		if !known {
			return false, ""
		}
		root, mode = root || whole, cmp.Or(own, mode)
	}
	return root && mode == "", mode
}

var (
	modeAttribute = regexp.MustCompile(`^([\w-]*(?:theme|mode|scheme|appearance)[\w-]*)(?:\s*[~|^$*]?=\s*["']?([^"'\]]*?)["']?\s*i?)?$`)
	lightOrDark   = regexp.MustCompile(`^(?:dark|light|dim|night|day)(?:[-_].*)?$`)
	themeName     = regexp.MustCompile(`(?:^|[-_])(?:theme|mode|scheme)[-_](.+)$|^(.+)[-_](?:theme|mode|scheme)$`)
)

// modeOfClass returns the mode that a class makes: one with a word such as theme
// in it, or dark by itself or after the prefix of the custom properties. A class
// such as btn-dark makes none.
func modeOfClass(name, prefix string) (string, bool) {
	if m := themeName.FindStringSubmatch(name); m != nil {
		return m[1] + m[2], true
	}
	name = strings.TrimPrefix(name, prefix+"-")
	return name, lightOrDark.MatchString(name)
}

// modeOfAttribute returns the mode that an attribute makes, empty if it makes
// none by itself.
func modeOfAttribute(text string) (string, bool) {
	m := modeAttribute.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return "", false
	}
	if m[2] == "auto" || m[2] == "system" {
		return "", true
	}
	return m[2], true
}
