package convert

import (
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
		root, mode, ok := selectors(prelude, sh.prefix)
		switch {
		case !ok:
			return scope{rule: prelude}
		case root:
			s.root = true
			if s.mode == "" && sh.first == "" {
				sh.first = mode
			}
		default:
			s.mode = mode
		}
	}
	return s
}

// unquoted removes quotes and spaces, which selectors that mean the same may differ in.
var unquoted = strings.NewReplacer(`"`, "", "'", "", " ", "")

// selectors reports whether a list of selectors matches the whole page, and the
// mode that one of them makes; ok is false for neither. The prefix is that of the
// custom properties.
func selectors(list, prefix string) (root bool, mode string, ok bool) {
	for _, selector := range splitArguments(list) {
		whole, own, known := selectorMode(selector, prefix)
		if !known {
			continue
		}
		ok = true
		root = root || whole
		if mode == "" {
			mode = own
		}
	}
	return root, mode, ok
}

// selectorForm matches the next part of a selector: an attribute, or a character
// and the name that follows it.
var selectorForm = regexp.MustCompile(`^(?:\[([^\]]*)\]|:[:\w\\\x{80}-\x{10FFFF}-]*|(?s:.)[\w\\\x{80}-\x{10FFFF}-]*)`)

// selectorMode is selectors for one selector. Each of its parts must be the
// root or a mode.
func selectorMode(selector, prefix string) (root bool, mode string, ok bool) {
	for selector != "" {
		m := selectorForm.FindStringSubmatch(selector)
		name, arguments := m[0], m[1]
		selector = selector[len(name):]
		if name[0] == ':' && strings.HasPrefix(selector, "(") {
			end := css.Closing(selector)
			if end < 0 {
				return false, "", false
			}
			arguments, selector = selector[1:end-1], selector[end:]
		}
		own, known := "", true
		switch name = strings.ToLower(name); {
		case name == " " || name == "&" || name == ">":
		case name == ":root" || name == "html" || name == "*":
			root = true
		case name == ":host" && arguments == "":
			root = true
		case name == ":where" || name == ":is" || name == ":host":
			var whole bool
			whole, own, known = selectors(arguments, prefix)
			excludes := name == ":host" && strings.HasPrefix(arguments, ":not(")
			root, known = root || whole || excludes, known || excludes
		case name == ":not":
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
			return false, "", false
		}
		if own != "" {
			mode = own
		}
	}
	return root && mode == "", mode, root || mode != ""
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
