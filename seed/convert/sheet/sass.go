package sheet

import (
	"math"
	"path"
	"path/filepath"
	"strings"

	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// Variables are the variables of SCSS at a line: style sheets are evaluated from top to
// bottom, and each goes on with the variables of those before it.
type Variables struct {
	values  map[string]*variable
	aliases map[string]string // of modules, by the name that a file gives them
}

type variable struct {
	value string // without variables; of a map as written
	label string // of its file
	null  bool
}

// enter begins a file.
func (v *Variables) enter() {
	v.aliases = map[string]string{}
	if v.values == nil {
		v.values = map[string]*variable{}
	}
}

var useRule = pattern.New(`^@use\s+["']([^"']+)["'](?:\s+as\s+([\w*-]+))?`)

// use remembers the name that a file gives a module.
func (v *Variables) use(text string) {
	m := useRule.FindStringSubmatch(text)
	if m == nil {
		return
	}
	label := Label(m[1])
	name := m[2]
	if name == "" {
		name = label
	}
	v.aliases[name] = label
}

// Label returns the name of a file or a module without folder and endings, and without the underscore
// of a partial of Sass.
func Label(file string) string {
	base, _, _ := strings.Cut(path.Base(filepath.ToSlash(file)), ".")
	return strings.TrimLeft(base, "_")
}

const interpolationForm = `#\{([^{}]*)\}`

var (
	// interpolation matches what Sass replaces in the value of a custom property.
	interpolation = pattern.New(interpolationForm)

	// variableForm matches what of another value Sass replaces: an interpolation, an entry of a map,
	// and a variable, perhaps one of a module.
	variableForm = pattern.New(
		interpolationForm + `|(?:map-get|map\.get)\(\s*((?:[\w-]+\.)?\$[\w\pL\pM\pN-]+)\s*` +
			`((?:,\s*(?:"[^"]*"|'[^']*'|[\w\pL\pM\pN-]+)\s*)+)\)|((?:[\w-]+\.)?\$[\w\pL\pM\pN-]+)`,
	)
)

const maxValue = 16 << 10 // bytes of a value with its variables replaced

// evaluate returns a value with its variables replaced. Unknown is the variable that has no
// value.
func (v *Variables) evaluate(text string) (value, unknown string) {
	if !strings.Contains(text, "$") && !strings.Contains(text, "#{") {
		return text, ""
	}
	return v.replace(text, variableForm)
}

// replace replaces what a form matches in a value.
func (v *Variables) replace(text string, form *pattern.Pattern) (value, unknown string) {
	var out strings.Builder
	for {
		at := form.FindStringSubmatchIndex(text)
		if at == nil || unknown != "" || out.Len() > maxValue {
			out.WriteString(text)
			return out.String(), unknown
		}
		group := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return text[at[2*i]:at[2*i+1]]
		}
		out.WriteString(text[:at[0]])
		var part string
		if at[2] >= 0 {
			part, unknown = v.evaluate(group(1))
			part = unquote(part)
		} else if name := group(2); name != "" {
			part, unknown = v.entry(name, splitList(group(3)))
		} else {
			part, unknown = v.get(group(4))
		}
		out.WriteString(part)
		text = text[at[1]:]
	}
}

// get returns the value of a variable, or its name if it has none.
func (v *Variables) get(name string) (value, unknown string) {
	found := v.find(name)
	if found == nil || found.null {
		return "", name
	}
	return found.value, ""
}

func (v *Variables) find(name string) *variable {
	module, own, inModule := strings.Cut(name, ".$")
	if !inModule {
		return v.values[normal(name)]
	}
	found := v.values[normal("$"+own)]
	if found != nil && found.label == v.aliases[module] {
		return found
	}
	return nil
}

// normal returns the name of a variable with hyphens for underscores, which Sass does not
// tell from them.
func normal(name string) string { return strings.ReplaceAll(name, "_", "-") }

// declareVariable gives a variable a value. One inside a rule or a mixin is local and no
// token.
func (r *reader) declareVariable(d *Declaration, value string) {
	d.Name = normal(d.Name)
	d.Sass = true
	d.Conditions = []Condition{{}}
	within := r.enclosures[len(r.enclosures)-1]
	if !within.top() {
		d.Conditions, d.Rule = nil, "a rule, where the variable is local"
		if within.rule != "" {
			d.Rule = within.rule
		}
		r.addVariable(d, d.Value, 0)
		return
	}
	before := r.Variables.values[d.Name]
	if before != nil && !before.null && strings.Contains(strings.ToLower(flags.FindString(value)), "default") {
		d.Overridden = true
		r.addVariable(d, d.Value, 0)
		return
	}
	written := d.Value
	evaluated, unknown := r.Variables.evaluate(written)
	if before != nil {
		r.override(d.Name)
	}
	r.addVariable(d, written, 0)
	evaluated = computed(evaluated)
	r.Variables.values[d.Name] = &variable{
		evaluated, r.Label, evaluated == "null" || unknown != "" && len(mapEntries(evaluated)) == 0,
	}
}

// override marks the declarations of a variable, and of the entries of its map, that hold
// for the whole sheet.
func (r *reader) override(name string) {
	entry := name + "."
	for _, d := range r.sheet.Declarations {
		if d.Rule == "" && (d.Name == name || strings.HasPrefix(d.Name, entry)) {
			d.Overridden = true
		}
	}
}

// computed returns the result of a calculation, any other value as it is. Parentheses around
// a value or a list mean nothing where it is written.
func computed(value string) string {
	trimmed := strings.TrimSpace(value)
	inside, opened := strings.CutPrefix(trimmed, "(")
	if opened && css.Closing(trimmed) == len(trimmed) && mapEntries(trimmed) == nil {
		return computed(strings.TrimSuffix(strings.TrimSpace(strings.TrimSuffix(inside, ")")), ","))
	}
	if !strings.ContainsAny(trimmed, "+-*/(") {
		return value
	}
	q, ok := css.Calc(trimmed, nil)
	if !ok {
		return value
	}
	q.Number = math.Round(q.Number*1e10) / 1e10
	return q.String()
}

// addVariable adds the declaration of a variable, or one for each entry of a map.
func (r *reader) addVariable(d *Declaration, value string, depth int) {
	if strings.ReplaceAll(value, " ", "") == "()" {
		return // a map without entries
	}
	if d.Rule == "" && !d.Overridden && len(mapEntries(value)) == 0 {
		value, d.Unknown = r.Variables.evaluate(value)
		value = computed(value)
	}
	entries := mapEntries(value)
	if len(entries) == 0 || depth > maxDepth {
		d.Value = value
		r.sheet.Declarations = append(r.sheet.Declarations, d)
		return
	}
	for _, e := range entries {
		inner := *d
		inner.Name += "." + e.key
		r.addVariable(&inner, e.value, depth+1)
	}
}
