package convert

import (
	"bytes"
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
	depth    int
	imports  int

	prefix       string // of its first custom property
	lineComments bool   // of SCSS
}

const (
	maxDepth  = 64
	maxTokens = 100_000 // in the files of one command
)

var firstProperty = regexp.MustCompile(`--([a-z0-9]+)-[\w-]+\s*:`)

// readSheet reads a style sheet.
func (c *conversion) readSheet(s *input) error {
	sh := &sheet{input: s, selector: c.Selector, lineComments: !strings.EqualFold(filepath.Ext(s.name), ".css")}
	if m := firstProperty.FindSubmatch(s.data); m != nil {
		sh.prefix = string(m[1])
	}
	s.sheet, s.cascades = true, true
	if _, err := sh.block(0, scope{}); err != nil {
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
		rule, only := t.holdsOnlyIn()
		if !only {
			return nil
		}
		counts[rule]++
	}
	chosen, most := "", 0 // of several rules the first one
	for _, t := range sh.tokens {
		if rule, _ := t.holdsOnlyIn(); counts[rule] > most && !strings.HasPrefix(rule, "@") {
			chosen, most = rule, counts[rule]
		}
	}
	if sh.selector != "" {
		return sh.errorAt(0, "expected a rule for %s, found none", sh.selector)
	}
	if chosen == "" {
		return nil
	}
	for _, t := range sh.tokens {
		if rule, _ := t.holdsOnlyIn(); rule == chosen {
			t.left = nil
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

// block reads declarations and rules up to the brace that closes the block, and
// returns the offset after it.
func (sh *sheet) block(at int, within scope) (int, error) {
	for {
		start, text, end, err := sh.statement(at)
		if err != nil {
			return 0, err
		}
		at = end + 1
		switch {
		case end < len(sh.data) && sh.data[end] == '{':
			if sh.depth++; sh.depth > maxDepth {
				return 0, sh.errorAt(end, "expected at most %d blocks inside one another", maxDepth)
			}
			if at, err = sh.block(at, within.enter(text, sh)); err != nil {
				return 0, err
			}
			sh.depth--
			continue
		case strings.HasPrefix(text, "@import") || strings.HasPrefix(text, "@use") || strings.HasPrefix(text, "@forward"):
			sh.imports++
		default:
			sh.declare(start, text, within)
		}
		if end == len(sh.data) || sh.data[end] == '}' {
			if (end == len(sh.data)) != (sh.depth == 0) {
				return 0, sh.errorAt(min(end, max(0, len(sh.data)-1)), "expected every block to be closed once")
			}
			return at, nil
		}
	}
}

// flags of a declaration, which do not belong to its value.
var flags = regexp.MustCompile(`(?i)(?:\s*!\s*(?:important|default|global))+$`)

// declare adds a custom property or a variable; other declarations are ignored.
func (sh *sheet) declare(at int, text string, within scope) {
	name, value, ok := strings.Cut(text, ":")
	name = unescape(strings.TrimSpace(name))
	variable := strings.HasPrefix(name, "$")
	if !ok || !strings.HasPrefix(name, "--") && !variable || strings.HasSuffix(name, "*") || within.ignored || strings.ContainsAny(name, "{}() ") {
		return
	}
	t := &token{input: sh.input, at: at, name: name, mode: within.mode}
	value = flags.ReplaceAllString(strings.TrimSpace(value), "")
	if variable {
		name = strings.ReplaceAll(name, "_", "-")
		t.name, t.mode = name, ""
	}
	if root := within.root || variable && within.top(); !root && within.mode == "" {
		t.left = &reason{conditional, "it holds only in " + shorten(within.rule), within.rule}
	}
	if inside, ok := strings.CutPrefix(value, "("); ok && variable && strings.HasSuffix(inside, ")") && sh.addMap(t, strings.TrimSuffix(inside, ")"), 0) {
		return
	}
	t.written = value
	inside, ok := strings.CutPrefix(value, "light-dark(")
	if values := splitArguments(strings.TrimSuffix(inside, ")")); ok && strings.HasSuffix(inside, ")") && len(values) == 2 && t.left == nil {
		t.written = values[0]
		sh.tokens = append(sh.tokens, &token{input: sh.input, at: at, name: name, mode: "dark", written: values[1], part: true})
	}
	sh.tokens = append(sh.tokens, t)
}

// addMap adds the entries of a map of SCSS, and reports whether it is one.
func (sh *sheet) addMap(t *token, text string, depth int) bool {
	entries := splitArguments(text)
	for _, entry := range entries {
		if !strings.Contains(entry, ":") || depth > maxDepth {
			return false
		}
	}
	for _, entry := range entries {
		key, value, _ := strings.Cut(entry, ":")
		inside := *t
		inside.name = t.name + "." + strings.Trim(strings.TrimSpace(key), `"'`)
		value = strings.TrimSpace(value)
		if nested, ok := strings.CutPrefix(value, "("); ok && strings.HasSuffix(nested, ")") && sh.addMap(&inside, strings.TrimSuffix(nested, ")"), depth+1) {
			continue
		}
		inside.written = value
		sh.tokens = append(sh.tokens, &inside)
	}
	return true
}

// splitArguments splits text at commas outside brackets and strings, and leaves
// out empty parts.
func splitArguments(text string) []string {
	return slices.DeleteFunc(css.Split(text, ','), func(part string) bool { return part == "" })
}

// partForm matches the next part of a style sheet: a comment, an escape, a string,
// the beginning of an interpolation of SCSS, or a character.
var partForm = regexp.MustCompile(`^(?s:/\*.*?\*/|\\.|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#\{|.)`)

// statement reads up to a semicolon or a brace outside of strings and brackets.
// It returns the offset of the text, the text without comments, and the offset
// of its end.
func (sh *sheet) statement(at int) (start int, text string, end int, err error) {
	var b strings.Builder
	depth, interpolations := 0, 0
	start = at
	for end = at; end < len(sh.data); {
		rest := sh.data[end:]
		if sh.lineComments && bytes.HasPrefix(rest, []byte("//")) && (end == 0 || sh.data[end-1] != ':' && sh.data[end-1] != '(') {
			line, _, _ := bytes.Cut(rest, []byte("\n"))
			end += len(line)
			continue
		}
		part := string(partForm.Find(rest))
		next := end + len(part)
		switch {
		case strings.HasPrefix(part, "/*"):
			part = " "
		case part == "/" && bytes.HasPrefix(rest, []byte("/*")):
			return 0, "", 0, sh.errorAt(end, "expected the comment to be closed")
		case part == `"` || part == "'":
			return 0, "", 0, sh.errorAt(end, "expected the string to be closed")
		case part == "#{":
			interpolations++
		case part == "}" && interpolations > 0:
			interpolations--
		case part == "(" || part == "[":
			depth++
		case part == ")" || part == "]":
			depth = max(0, depth-1)
		case depth == 0 && interpolations == 0 && (part == ";" || part == "{" || part == "}"):
			return start, strings.TrimSpace(b.String()), end, nil
		}
		if b.Len() == 0 {
			part, start = strings.TrimLeft(part, " \t\r\n\f"), end
		}
		b.WriteString(part)
		end = next
	}
	if depth > 0 {
		return 0, "", 0, sh.errorAt(start, "expected every bracket to be closed")
	}
	return start, strings.TrimSpace(b.String()), end, nil
}
