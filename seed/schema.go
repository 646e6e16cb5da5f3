package seed

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// SchemaName is the file name under which seed files look for their schema.
const SchemaName = "seed.schema.json"

// Schema returns the JSON Schema (draft 2020-12) of seed files, made of the
// declaration that files are checked against, for editors. It says what a
// schema can say of a file alone: not what holds between files, between the
// parts of a page, or for content that is left off the page since there is
// nothing in it.
func Schema() []byte {
	root := slices.Concat(keywords{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "Seed file of designmanual"},
	}, rootShape.schema(), keywords{{"$defs", definitions()}})
	text, err := json.Marshal(root, jsontext.WithIndent("  "))
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

// MarshalJSONTo writes the object.
func (object keywords) MarshalJSONTo(e *jsontext.Encoder) error {
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
	defs := keywords{{sectionShape.ref, sectionShape.schema()}, {blockShape.ref, blockShape.schema()}}
	for _, kind := range knownKinds {
		defs = append(defs, keyword{string(kind), blockKinds[kind].content.schema()})
	}
	return defs
}

func reference(name string) keywords { return keywords{{"$ref", "#/$defs/" + name}} }

// schema writes a shape as a schema.
func (s *shape) schema() keywords {
	k := keywords{{"description", s.doc}}
	if types := s.types(); len(types) == 1 {
		k = append(k, keyword{"type", types[0]})
	} else if len(types) > 1 {
		k = append(k, keyword{"type", types})
	}
	k = append(k, s.keywords...)
	switch {
	case s.items == nil:
	case s.items.ref != "":
		k = append(k, keyword{"items", reference(s.items.ref)})
	default:
		k = append(k, keyword{"items", s.items.schema()})
	}
	if s.members != nil {
		k = append(k, s.properties()...)
	}
	return append(k, s.between...)
}

func (s *shape) types() []string {
	var types []string
	for _, kind := range s.kinds {
		name := kindNames[jsontext.Kind(kind)]
		types = append(types, name[strings.IndexByte(name, ' ')+1:]) // without its article
	}
	return types
}

// properties are the keywords for an object's members.
func (s *shape) properties() keywords {
	properties := make(keywords, len(s.members))
	var required []string
	for i, f := range s.members {
		properties[i] = keyword{f.name, f.shape.schema()}
		if f.required {
			required = append(required, f.name)
		}
	}
	k := keywords{{"properties", properties}}
	if required != nil {
		k = append(k, keyword{"required", required})
	}
	if !s.open {
		k = append(k, keyword{"additionalProperties", false})
	}
	return k
}

// contentByType are the shapes that the content of a block follows from its
// type.
func contentByType() []keywords {
	var conditions []keywords
	for _, kind := range knownKinds {
		conditions = append(conditions, keywords{
			{"if", keywords{{"properties", keywords{{"type", keywords{{"const", string(kind)}}}}}, {"required", []string{"type"}}}},
			{"then", keywords{{"properties", keywords{{"content", reference(string(kind))}}}}},
		})
	}
	return conditions
}
