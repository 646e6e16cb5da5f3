package check

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// SchemaName is the file name that seed files refer to as their $schema.
const SchemaName = "seed.schema.json"

// headSchema is the schema of what is around the content of blocks.
//
//go:embed head.schema.json
var headSchema []byte

// Schema returns the JSON Schema (draft 2020-12) of seed files, for editors.
// [Check] checks the same and more: what holds between files or between the parts of a page.
// For the content of empty blocks it checks less.
func Schema() []byte { return writeSchema(parseHead()) }

// parseHead returns the schema of the head.
func parseHead() *content.Value {
	head := &content.Tree{Data: headSchema}
	head.Parse(func(f content.Fault) { panic(f.Text) }) // the schema in the program is valid JSON
	return head.Root
}

// A shape describes the values allowed at one place, as the schema does, and has the
// rule that checks the rest.
type shape struct {
	kinds   string           // allowed JSON kinds, of { [ " 0 t n; all if empty; t is both booleans
	members []field          // of an object, in the usual order
	open    bool             // an object may have other members
	others  *shape           // of these, nil for any
	items   *shape           // of an array
	tokens  bool             // countTokens counts the value
	pattern *pattern.Pattern // of a string
	enum    []string         // allowed strings
	rule    rule             // checks what the schema cannot express; not called for null
}

// A field is a member of an object.
type field struct {
	name     string
	required bool
	shape    *shape
}

// A seedFormat has the shapes that the schema allows.
type seedFormat struct {
	root    *shape                 // of a seed file
	content map[manual.Kind]*shape // of the content of each known kind of block
}

// format makes the shapes from the schema of the head and the table of kinds, once.
var format = sync.OnceValue(func() *seedFormat {
	head := parseHead()
	defs := head.Get("$defs")
	seeds := &seedFormat{root: readShape(head, "", defs), content: make(map[manual.Kind]*shape)}
	rich := readShape(content.NewObject("$ref", "#/$defs/richText"), "", defs)
	for _, info := range manual.Kinds {
		seeds.content[info.Kind] = kindShape(info, rich)
	}
	seeds.content[""] = fieldsShape(manual.Kind("").Info().Fields, "section", rich)
	return seeds
})

// patternOf returns the pattern that a schema has for a string, or nil.
func patternOf(schema *content.Value) *pattern.Pattern {
	text := schema.Get("pattern").Text()
	if text == "" {
		return nil
	}
	return pattern.New(text)
}

// matches reports whether a string matches the pattern of a shape.
func (s *shape) matches(text string) bool { return s.pattern == nil || s.pattern.MatchString(text) }

// schemaKinds maps the type names of JSON Schema to JSON kinds.
var schemaKinds = map[string]string{
	"object": "{", "array": "[", "string": `"`, "number": "0", "boolean": "t", "null": "n",
}

// readShape reads the shape at a path. Items have the path of their list, and the
// path below a $ref begins with the name of the definition.
func readShape(p *content.Value, path string, defs *content.Value) *shape {
	if ref := p.Get("$ref"); ref != nil {
		path = strings.TrimPrefix(ref.Text(), "#/$defs/")
		p = defs.Get(path)
	}
	s := &shape{
		open: !p.Get("additionalProperties").Is('f'), kinds: schemaKinds[p.Get("type").Text()], rule: rules[path],
	}
	for _, name := range p.Get("type").List() {
		s.kinds += schemaKinds[name.Text()]
	}
	for _, value := range p.Get("enum").List() {
		if value.Is('"') {
			s.enum = append(s.enum, value.Text())
		}
	}
	s.pattern = patternOf(p)
	if items := p.Get("items"); items != nil {
		s.items = readShape(items, path, defs)
	}
	required := make(map[string]bool)
	for _, name := range p.Get("required").List() {
		required[name.Text()] = true
	}
	for _, member := range p.Get("properties").Members() {
		inside := strings.TrimPrefix(path+"."+member.Name, ".")
		s.members = append(s.members, field{member.Name, required[member.Name], readShape(member, inside, defs)})
	}
	return s
}

var jsonKindNames = map[jsontext.Kind]string{
	'{': "an object", '[': "an array", '"': "a string", '0': "a number", 't': "true", 'f': "false",
	'n': "null",
}

// expected lists the allowed kinds in words.
func (s *shape) expected() string {
	if s.enum != nil {
		return joinOr(s.enum)
	}
	var words, required []string
	for _, f := range s.members {
		if f.required {
			required = append(required, f.name)
		}
	}
	for _, kind := range s.kinds {
		word := jsonKindNames[jsontext.Kind(kind)]
		if kind == '{' && required != nil {
			word += " (" + strings.Join(required, ", ") + ")"
		}
		words = append(words, word)
		if kind == 't' {
			words = append(words, jsonKindNames['f'])
		}
	}
	return joinOr(words)
}

func (s *shape) allows(kind jsontext.Kind) bool {
	if kind == 'f' {
		kind = 't'
	}
	return s.kinds == "" || strings.IndexByte(s.kinds, byte(kind)) >= 0
}

// member returns the shape of a member, or nil.
func (s *shape) member(name string) *shape {
	for _, f := range s.members {
		if f.name == name {
			return f.shape
		}
	}
	return nil
}

// names returns the names of the members.
func (s *shape) names() []string {
	names := make([]string, len(s.members))
	for i, f := range s.members {
		names[i] = f.name
	}
	return names
}

// joinOr joins words with commas and a final "or".
func joinOr(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
