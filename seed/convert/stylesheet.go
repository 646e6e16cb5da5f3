package convert

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"designmanual/tokenize/css"
)

// A sheet reads a style sheet: the custom properties of CSS, in rules that
// apply to the whole page or make a mode, and the variables of SCSS.
type sheet struct {
	*input
	selector string // the one that the user names as the root, or empty
	imports  int
	prefix   string // of its first custom property
	sass     bool
}

const (
	maxDepth  = 64
	maxTokens = 100_000 // in the files of one command
)

var firstProperty = regexp.MustCompile(`--([a-z0-9]+)-[\w-]+\s*:`)

// readSheet reads a style sheet.
func (c *conversion) readSheet(s *input) error {
	sh := &sheet{input: s, selector: c.Selector, sass: !strings.EqualFold(filepath.Ext(s.name), ".css")}
	if m := firstProperty.FindSubmatch(s.data); m != nil {
		sh.prefix = string(m[1])
	}
	s.sheet, s.cascades = true, true
	if err := sh.read(); err != nil {
		return err
	}
	if len(s.tokens) == 0 {
		imports := ""
		if sh.imports > 0 {
			imports = "; it imports other style sheets: convert these"
		}
		return s.errorAt(0, "expected JSON, YAML, or a style sheet with custom properties or variables, found none of them%s", imports)
	}
	if sh.imports > 0 && !s.found {
		c.report.note("%s imports other style sheets, which are read only if they are named too", s.name)
	}
	return sh.chooseRoot(c)
}

// chooseRoot reads a style sheet without a rule for the whole page by the rule
// that has most of its properties.
func (sh *sheet) chooseRoot(c *conversion) error {
	counts := map[string]int{} // of the properties that hold only in a rule
	for _, t := range sh.tokens {
		if t.rule == "" {
			return nil
		}
		counts[t.rule]++
	}
	chosen, most := "", 0 // of several rules the first one
	for _, t := range sh.tokens {
		if counts[t.rule] > most && !strings.HasPrefix(t.rule, "@") {
			chosen, most = t.rule, counts[t.rule]
		}
	}
	if sh.selector != "" {
		return sh.errorAt(0, "expected a rule for %s, found none", sh.selector)
	}
	if chosen == "" {
		return nil
	}
	for _, t := range sh.tokens {
		if t.rule == chosen {
			t.left, t.rule = nil, ""
		}
	}
	c.report.note("%s has no rule for the whole page; the %d properties in %q are read (--selector names another rule)", sh.name, most, shorten(chosen))
	return nil
}

func shorten(text string) string {
	if runes := []rune(text); len(runes) > 80 {
		return string(runes[:80]) + "…"
	}
	return text
}

// read reads the declarations and rules of the style sheet.
func (sh *sheet) read() error {
	var statement strings.Builder
	start, brackets := 0, 0 // of the statement
	scopes := []scope{{}}   // of the blocks around it
	text := string(sh.data)
	for t := range css.Scan(text, 0, len(text), sh.sass) {
		part := text[t.Start:t.End]
		within := scopes[len(scopes)-1]
		switch {
		case t.Kind == "line":
			continue
		case strings.HasPrefix(part, "/*"):
			if len(part) < 4 || !strings.HasSuffix(part, "*/") {
				return sh.errorAt(t.Start, "expected the comment to be closed")
			}
			part = " "
		case t.Kind == "string" && (len(part) < 2 || part[len(part)-1] != part[0]):
			return sh.errorAt(t.Start, "expected the string to be closed")
		case t.Kind == "function" || part == "(" || part == "[" || t.Kind == "url" && !strings.HasSuffix(part, ")"):
			brackets++
		case part == ")" || part == "]":
			brackets = max(0, brackets-1)
		case brackets == 0 && part == "{":
			if len(scopes) > maxDepth {
				return sh.errorAt(t.Start, "expected at most %d blocks inside one another", maxDepth)
			}
			scopes = append(scopes, within.enter(strings.TrimSpace(statement.String()), sh))
			statement.Reset()
			continue
		case brackets == 0 && (part == ";" || part == "}"):
			sh.declare(start, strings.TrimSpace(statement.String()), within)
			statement.Reset()
			if part == "}" {
				scopes = scopes[:len(scopes)-1]
			}
			if len(scopes) == 0 {
				return sh.errorAt(t.Start, "expected every block to be closed once")
			}
			continue
		}
		if statement.Len() == 0 {
			part, start = strings.TrimLeft(part, " \t\r\n\f"), t.Start
		}
		statement.WriteString(part)
	}
	if brackets > 0 {
		return sh.errorAt(start, "expected every bracket to be closed")
	}
	if len(scopes) > 1 {
		return sh.errorAt(max(0, len(text)-1), "expected every block to be closed once")
	}
	sh.declare(start, strings.TrimSpace(statement.String()), scope{})
	return nil
}

// flags of a declaration, which do not belong to its value.
var flags = regexp.MustCompile(`(?i)(?:\s*!\s*(?:important|default|global))+$`)

// declare adds a custom property or a variable; other declarations are ignored.
func (sh *sheet) declare(at int, text string, within scope) {
	if strings.HasPrefix(text, "@import") || strings.HasPrefix(text, "@use") || strings.HasPrefix(text, "@forward") {
		sh.imports++
	}
	name, value, ok := strings.Cut(text, ":")
	name = unescape(strings.TrimSpace(name))
	variable := strings.HasPrefix(name, "$")
	if !ok || !strings.HasPrefix(name, "--") && !variable || strings.HasSuffix(name, "*") || within.ignored || strings.ContainsAny(name, "{}() ") {
		return
	}
	value = flags.ReplaceAllString(strings.TrimSpace(value), "")
	t := &token{at: at, name: name, mode: within.mode, written: value}
	if variable {
		t.name, t.mode = strings.ReplaceAll(name, "_", "-"), ""
	}
	if root := within.root || variable && within.top(); !root && within.mode == "" {
		t.rule = cmp.Or(within.rule, "no rule")
		t.left = because(conditional, "it holds only in %s", shorten(t.rule))
	}
	if variable && sh.addMap(*t, value, 0) {
		return
	}
	inside, ok := strings.CutPrefix(value, "light-dark(")
	if values := splitArguments(strings.TrimSuffix(inside, ")")); ok && strings.HasSuffix(inside, ")") && len(values) == 2 && t.left == nil {
		t.written = values[0]
		sh.tokens = append(sh.tokens, &token{at: at, name: name, mode: "dark", written: values[1], part: true})
	}
	sh.tokens = append(sh.tokens, t)
}

// addMap adds the entries of a map of SCSS, and reports whether the value of a token is one.
func (sh *sheet) addMap(t token, value string, depth int) bool {
	value, opened := strings.CutPrefix(value, "(")
	value, closed := strings.CutSuffix(value, ")")
	entries := splitArguments(value)
	if !opened || !closed || depth > maxDepth || slices.ContainsFunc(entries, func(entry string) bool { return !strings.Contains(entry, ":") }) {
		return false
	}
	for _, entry := range entries {
		key, value, _ := strings.Cut(entry, ":")
		inner := t
		inner.name += "." + strings.Trim(strings.TrimSpace(key), `"'`)
		value = strings.TrimSpace(value)
		if inner.written = value; !sh.addMap(inner, value, depth+1) {
			sh.tokens = append(sh.tokens, &inner)
		}
	}
	return true
}

// splitArguments splits text at commas outside brackets and strings, and leaves
// out empty parts.
func splitArguments(text string) []string {
	return slices.DeleteFunc(css.Split(text, ','), func(part string) bool { return part == "" })
}
