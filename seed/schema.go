package seed

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
)

// SchemaName is the file name under which seed files look for their schema.
const SchemaName = "seed.schema.json"

// Schema returns the JSON Schema (draft 2020-12) of seed files, made of the
// declaration that files are checked against, for editors. It says what a
// schema can say of a file alone: not what holds between files, between the
// parts of a page, or for content that is left off the page since there is
// nothing in it.
func Schema() []byte {
	root := rootShape.schema()
	root = append(keywords{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "Seed file of designmanual"},
	}, root...)
	root = append(root, keyword{"$defs", definitions()})
	text, err := json.Marshal(root, jsontext.WithIndent("  "), json.WithMarshalers(json.MarshalToFunc(marshalKeywords)))
	if err != nil {
		panic(fmt.Sprintf("writing the schema: %v", err)) // it is made of strings, numbers and lists
	}
	return append(text, '\n')
}

// keywords is a JSON object that keeps its order.
type keywords []keyword

type keyword struct {
	name  string
	value any
}

func marshalKeywords(e *jsontext.Encoder, object keywords) error {
	if err := e.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, k := range object {
		if err := e.WriteToken(jsontext.String(k.name)); err != nil {
			return err
		}
		if err := json.MarshalEncode(e, k.value); err != nil {
			return err
		}
	}
	return e.WriteToken(jsontext.EndObject)
}

// definitions are the shapes that are used more than once: sections and
// blocks, and the content of each known kind.
func definitions() keywords {
	defs := keywords{{"section", sectionShape.schema()}, {"block", blockShape.schema()}}
	for _, kind := range knownKinds() {
		defs = append(defs, keyword{string(kind), blockKinds[kind].content.schema()})
	}
	return defs
}

// reference returns a reference to the definition of a shape, if it has one.
func (s *shape) reference() keywords {
	switch s {
	case sectionShape:
		return keywords{{"$ref", "#/$defs/section"}}
	case blockShape:
		return keywords{{"$ref", "#/$defs/block"}}
	}
	return nil
}

// schema writes a shape as a schema.
func (s *shape) schema() keywords {
	var k keywords
	if s.doc != "" {
		k = append(k, keyword{"description", s.doc})
	}
	if types := s.types(); len(types) == 1 {
		k = append(k, keyword{"type", types[0]})
	} else if len(types) > 1 {
		k = append(k, keyword{"type", types})
	}
	if s.choices != nil {
		k = append(k, keyword{"enum", s.enum()})
	}
	if s.rule != nil {
		k = append(k, s.rule.schema()...)
	}
	if s.items != nil {
		items := s.items.reference()
		if items == nil {
			items = s.items.schema()
		}
		k = append(k, keyword{"items", items})
	}
	if s.members != nil {
		k = append(k, s.object()...)
	}
	return append(k, between[s]...)
}

// enum lists the values that a shape allows, null among them where it does.
func (s *shape) enum() []any {
	var values []any
	for _, choice := range s.choices {
		values = append(values, choice)
	}
	if s.allows('n') {
		values = append(values, nil)
	}
	return values
}

func (s *shape) types() []string {
	names := map[rune]string{'{': "object", '[': "array", '"': "string", '0': "number", 't': "boolean", 'n': "null"}
	var types []string
	for _, kind := range s.kinds {
		types = append(types, names[kind])
	}
	return types
}

func (r *rule) schema() keywords {
	var k keywords
	if r.pattern != "" {
		k = append(k, keyword{"pattern", r.pattern})
	}
	return append(k, r.also...)
}

func (s *shape) object() keywords {
	properties := make(keywords, len(s.members))
	required := []string{}
	for i, f := range s.members {
		properties[i] = keyword{f.name, f.shape.schema()}
		if f.required {
			required = append(required, f.name)
		}
	}
	k := keywords{{"properties", properties}}
	if len(required) > 0 {
		k = append(k, keyword{"required", required})
	}
	if !s.open {
		k = append(k, keyword{"additionalProperties", false})
	}
	return k
}

// between are the rules between the keys of one object, and those that the
// content of a block follows from its type.
var between = map[*shape]keywords{
	manualShape: {
		{"dependentSchemas", keywords{
			{"password", keywords{{"properties", keywords{{"visibility", keywords{{"const", string(manual.Password)}}}}}}},
			{"approved", keywords{{"properties", keywords{{"review", keywords{{"const", true}}}}}, {"required", []string{"review"}}}},
		}},
	},
	sectionShape: {
		{"not", keywords{{"required", []string{"blocks", "type"}}}},
		{"allOf", contentByType()},
	},
	blockShape: {{"allOf", contentByType()}},
}

func contentByType() []keywords {
	var conditions []keywords
	for _, kind := range knownKinds() {
		conditions = append(conditions, keywords{
			{"if", keywords{{"properties", keywords{{"type", keywords{{"const", string(kind)}}}}}, {"required", []string{"type"}}}},
			{"then", keywords{{"properties", keywords{{"content", keywords{{"$ref", "#/$defs/" + string(kind)}}}}}}},
		})
	}
	return conditions
}
