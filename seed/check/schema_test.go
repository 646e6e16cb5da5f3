package check

import (
	"slices"
	"strings"
	"testing"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// The schema has the keys of every kind, and those that tokens are made of.
func TestSchemaKeys(t *testing.T) {
	for _, info := range manual.Kinds {
		checkSchema(t, info)
	}
	known := format().content
	for _, tt := range []struct {
		shape *shape
		want  []string
	}{
		{known[manual.Colors].member("colors").items.member("tints"), css.TintSteps[:]},
		{known[manual.Typography].member("scale").member("sizes"), tokenize.SizeKeys[:]},
		{known[manual.Themes].member("themes").items.member("colors"), tokenize.ThemeRoles[:]},
	} {
		if got := tt.shape.names(); !slices.Equal(got, tt.want) {
			t.Errorf("the schema has the keys %q, tokens are made of %q", got, tt.want)
		}
	}
}

// checkSchema compares the keys of a kind with its part of the schema.
func checkSchema(t *testing.T, info manual.KindInfo) {
	t.Helper()
	shape := format().content[info.Kind]
	if got, want := shape.names(), append(info.Names(), manual.CommonKeys...); !slices.Equal(got, want) {
		t.Errorf("the schema has the keys %q, want %q", got, want)
	}
	for _, key := range info.Keys {
		entry := shape.member(key.Name)
		if entry.items != nil {
			entry = entry.items
		}
		if got := entry.names(); key.Entry != nil && !slices.Equal(got, key.Entry) {
			t.Errorf("the schema has the keys %q in %s, want %q", got, key.Name, key.Entry)
		}
	}
	for _, path := range info.Files {
		at := shape
		for name := range strings.SplitSeq(path, ".") {
			if at.items != nil {
				at = at.items
			}
			if at = at.member(name); at == nil {
				t.Fatalf("the schema has no %s", path)
			}
		}
	}
}
