package check

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

//go:generate go test designmanual/seed -run TestSchemaFile -update

// writeSchema returns the JSON Schema of seed files: its head with a definition of each
// kind, in alphabetical order, which sections and blocks of that kind have.
func writeSchema(head *content.Value) []byte {
	kinds := slices.SortedFunc(
		slices.Values(manual.Kinds),
		func(a, b manual.KindInfo) int { return strings.Compare(string(a.Kind), string(b.Kind)) },
	)
	cases, defs := content.NewList(), content.NewObject()
	for _, info := range kinds {
		typed := content.NewObject(
			"properties", content.NewObject("type", content.NewObject("const", string(info.Kind))), "required",
			content.NewStrings("type"),
		)
		reference := content.NewObject("$ref", "#/$defs/"+string(info.Kind))
		then := content.NewObject("properties", content.NewObject("content", reference))
		cases.Children = append(cases.Children, content.NewObject("if", typed, "then", then))
	}
	for _, def := range head.Get("$defs").Members() {
		name := def.Name
		if name == "section" {
			def = extended(
				def, "allOf",
				content.NewList(append(cases.Children[:len(cases.Children):len(cases.Children)], sectionCase())...),
			)
		}
		if name == "block" {
			def = extended(def, "allOf", cases)
		}
		defs.Add(name, def)
	}
	for _, info := range kinds {
		defs.Add(string(info.Kind), kindSchema(info))
	}
	var out bytes.Buffer
	_ = json.Indent(&out, extended(head.Without("$defs"), "$defs", defs).Append(nil), "", "  ") // it is valid JSON
	return append(out.Bytes(), '\n')
}

// sectionCase returns the case of a section without a type, whose content is its own.
func sectionCase() *content.Value {
	info := manual.Kind("").Info()
	own := extended(
		content.NewObject("description", info.Help, "type", "object"), "properties", fieldSchemas(info.Fields),
	)
	typed := content.NewObject("required", content.NewStrings("type"))
	return content.NewObject(
		"if", content.NewObject("not", typed), "then",
		content.NewObject("properties", content.NewObject("content", own)),
	)
}

// extended returns an object with a further member.
func extended(object *content.Value, name string, value *content.Value) *content.Value {
	copied := content.NewObject()
	for _, member := range object.Members() {
		copied.Add(member.Name, member)
	}
	copied.Add(name, value)
	return copied
}

func kindSchema(info manual.KindInfo) *content.Value {
	fields := slices.Concat(info.Fields, manual.CommonFields)
	return extended(content.NewObject("description", info.Help, "type", "object"), "properties", fieldSchemas(fields))
}

func fieldSchemas(fields []manual.Field) *content.Value {
	o := content.NewObject()
	for _, f := range fields {
		o.Add(f.Name, fieldSchema(f))
	}
	return o
}

// fieldSchema returns the schema of a field.
func fieldSchema(f manual.Field) *content.Value {
	if f.Type == manual.RichField {
		return content.NewObject("description", f.Help, "$ref", "#/$defs/richText")
	}
	s := shapeOf(f, "", nil)
	schema := content.NewObject("description", f.Help, "type", typesOf(s.kinds))
	if f.Switch {
		schema.Add("not", content.NewObject("const", false))
	}
	switch f.Form {
	case manual.List:
		schema.Add("items", itemSchema(f))
	case manual.Map:
		properties := content.NewObject()
		for _, key := range f.Keys {
			properties.Add(key, itemSchema(f))
		}
		if f.Keys == nil {
			schema.Add("additionalProperties", itemSchema(f))
			break
		}
		schema.Add("properties", properties)
		schema.Add("additionalProperties", content.NewBool(false))
	default:
		addForm(schema, f)
	}
	return schema
}

// itemSchema returns the schema of an entry of a list or map.
func itemSchema(f manual.Field) *content.Value {
	s := itemShape(f, "", nil)
	schema := content.NewObject("description", f.Entry, "type", typesOf(s.kinds))
	addForm(schema, f)
	return schema
}

// addForm adds what the schema says of the form of a value. A shadow may be an array of layers too.
func addForm(schema *content.Value, f manual.Field) {
	for _, fact := range forms[f.Type].facts.Members() {
		schema.Add(fact.Name, fact)
	}
	if f.Words != nil {
		words := content.NewStrings(f.Words...)
		if !f.Required {
			words.Children = append(words.Children, content.NewNull())
		}
		schema.Add("enum", words)
	}
	if f.Type == manual.ShadowField {
		layer := content.NewObject("description", "A layer of a shadow.", "type", "object")
		addFields(layer, f.Fields)
		schema.Add("items", layer)
	}
	addFields(schema, f.Fields)
	if f.NoModes != "" {
		modes := content.NewObject("description", "Not allowed: "+f.NoModes, "type", "null")
		schema.Get("properties").Add("modes", modes)
	}
}

// addFields adds the members of an object.
func addFields(schema *content.Value, fields []manual.Field) {
	if fields == nil {
		return
	}
	required := content.NewList()
	for _, f := range fields {
		if f.Required {
			required.Children = append(required.Children, content.NewString(f.Name))
		}
	}
	schema.Add("properties", fieldSchemas(fields))
	if len(required.Children) > 0 {
		schema.Add("required", required)
	}
}

// typesOf returns the names of kinds of JSON in a schema: one, or an array of them.
func typesOf(kinds string) *content.Value {
	types := content.NewList()
	for _, kind := range kinds {
		types.Children = append(types.Children, content.NewString(schemaTypes[jsontext.Kind(kind)]))
	}
	if len(types.Children) == 1 {
		return types.Children[0]
	}
	return types
}

// schemaTypes are the names of the kinds of JSON in a schema.
var schemaTypes = map[jsontext.Kind]string{
	'{': "object", '[': "array", '"': "string", '0': "number", 't': "boolean", 'n': "null",
}
