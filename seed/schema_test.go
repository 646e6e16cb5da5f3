package seed

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"designmanual/seed/check"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// beyondSchema lists the errors that no schema can express: invalid JSON, what a JSON
// reader drops, rules between parts, between files or with the store, and what only a
// function can judge.
var beyondSchema = regexp.MustCompile(`expected UTF-8|a pair of surrogates|the file ends too early|found an empty file|there is more after the object` +
	`|duplicate |objects and arrays inside one another` +
	`|is below the site|is the slug of another|settings of|unknown brand|primary manual|"primary"|slug alone` +
	`|active content|a date-time|a bcrypt hash|a host name|an anchor|an id` +
	`|expected a length|expected a duration|expected one CSS color|CSS shadow|without braces|the name of a typeface|a CSS unit|since the unit stands beside it` +
	`|unknown mode|numbers from 0 to 100|in the first theme|of two colors or more|a color as "|or its name \(bold\)|names the group|in the group|expected a number, found|expected a border|one of the manual` +
	`|has no typeface|the custom property|has no unit|ha(s|ve) no modes`)

func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(check.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource("seed.schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("seed.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(schema *jsonschema.Schema, data []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(bytes.TrimPrefix(data, content.ByteOrderMark)))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// TestSchemaAgrees checks that schema and importer agree on all fixtures and invalid
// files, except for beyondSchema.
func TestSchemaAgrees(t *testing.T) {
	schema := compiledSchema(t)
	for _, s := range source.ReadPaths([]string{"../fixtures"}) {
		if err := validate(schema, s.Data); err != nil {
			t.Errorf("%s: the schema refuses it: %v", s.Name, err)
		}
	}
	for _, name := range invalidCorpus(t) {
		sources := source.ReadPaths([]string{filepath.Join(invalidSeeds, name)})
		if len(sources) > 1 {
			continue // an error between files
		}
		_, err := Check(sources, Options{})
		var problems Problems
		if !errors.As(err, &problems) {
			t.Fatalf("%s: %v", name, err)
		}
		if validate(schema, sources[0].Data) == nil && !beyondSchema.MatchString(problems[0].Reason) {
			t.Errorf("the schema accepts what the importer refuses: %s", problems[0])
		}
	}
}

// TestSchemaFile checks that the schema beside the fixtures is a copy of this one.
func TestSchemaFile(t *testing.T) {
	path := filepath.Join("..", "fixtures", check.SchemaName)
	if *update {
		if err := os.WriteFile(path, check.Schema(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, check.Schema()) {
		t.Errorf("%s is not the schema of this program (write it with go test ./seed -update)", path)
	}
}

// TestLowerCaseTime checks that schema and importer take the small letters that RFC 3339 allows.
func TestLowerCaseTime(t *testing.T) {
	file := seedFile("acme.json", `{"brand":{"slug":"acme","name":"Acme"},"manuals":[`+
		aManual("guide", `"id":"m1","updatedAt":"2026-05-04t09:30:00.5z"`)+`]}`)
	if err := validate(compiledSchema(t), file.Data); err != nil {
		t.Errorf("the schema refuses it: %v", err)
	}
	if _, err := Check([]Source{file}, Options{}); err != nil {
		t.Error(err)
	}
}
