package tokenize

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
)

// The rules of the Design Tokens Format Module 2025.10, as far as the
// documents of this package use it. What is not written here is not allowed.

type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

var (
	nameRule = regexp.MustCompile(`^[^${}.][^{}.]*$`) // section 5.1.1
	hexRule  = regexp.MustCompile(`^#[0-9a-f]{6}$`)
)

// checkStructured fails unless body is a valid document with every group, and
// returns how many tokens it has.
func checkStructured(t fataler, body []byte) (tokens int) {
	t.Helper()
	var document map[string]any
	if err := json.Unmarshal(body, &document); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	names := []string{manual.GroupThemes}
	for _, g := range manual.Groups {
		names = append(names, g.Name)
	}
	if keys := slices.Sorted(maps.Keys(document)); !slices.Equal(keys, slices.Sorted(slices.Values(names))) {
		t.Fatalf("groups %v", keys)
	}
	return checkGroup(t, document, "", document)
}

func checkGroup(t fataler, document map[string]any, path string, group map[string]any) (tokens int) {
	t.Helper()
	for name, member := range group {
		path := path + "/" + name
		object, ok := member.(map[string]any)
		if !ok || !nameRule.MatchString(name) {
			t.Fatalf("%s: %v", path, member)
		}
		if _, ok := object["$value"]; !ok {
			tokens += checkGroup(t, document, path, object)
			continue
		}
		tokens++
		members(t, path, object, "$value", "$type", "$description?", "$deprecated?", "$extensions?")
		if alias, ok := object["$value"].(string); ok && object["$type"] == "color" {
			name, ok := strings.CutPrefix(strings.TrimSuffix(alias, "}"), "{color.")
			if _, found := document["color"].(map[string]any)[name]; !ok || !found {
				t.Fatalf("%s: there is no token %s", path, alias)
			}
			continue
		}
		checkValue(t, path, object["$type"], object["$value"])
	}
	return tokens
}

// members returns those of an object, which must be just the ones named; a
// question mark stands after the name of one that may be missing.
func members(t fataler, path string, value any, names ...string) map[string]any {
	t.Helper()
	object, ok := value.(map[string]any)
	if !ok {
		t.Fatalf("%s: %v is no object", path, value)
	}
	known := 0
	for _, name := range names {
		name, optional := strings.CutSuffix(name, "?")
		if _, ok := object[name]; ok {
			known++
		} else if !optional {
			t.Fatalf("%s: %s is missing", path, name)
		}
	}
	if known != len(object) {
		t.Fatalf("%s: %v has members beside %v", path, object, names)
	}
	return object
}

func checkValue(t fataler, path string, kind, value any) {
	t.Helper()
	switch kind {
	case "color":
		checkColor(t, path, value)
	case "dimension":
		checkUnit(t, path, value, "px", "rem")
	case "duration":
		checkUnit(t, path, value, "ms", "s")
	case "cubicBezier":
		points, ok := value.([]any)
		if !ok || len(points) != 4 {
			t.Fatalf("%s: %v", path, value)
		}
		for i, point := range points {
			if v, ok := point.(float64); !ok || i%2 == 0 && (v < 0 || v > 1) {
				t.Fatalf("%s: point %d is %v", path, i, point)
			}
		}
	case "fontFamily":
		families, several := value.([]any)
		if !several {
			families = []any{value}
		}
		for _, family := range families {
			if name, ok := family.(string); !ok || strings.HasPrefix(name, "{") || several && len(families) < 2 {
				t.Fatalf("%s: %v", path, value)
			}
		}
	case "shadow":
		layers, several := value.([]any)
		if !several {
			layers = []any{value}
		}
		for _, layer := range layers {
			checkLayer(t, path, layer)
		}
	default:
		t.Fatalf("%s: $type is %v", path, kind)
	}
}

func checkColor(t fataler, path string, value any) {
	t.Helper()
	color := members(t, path, value, "colorSpace", "components", "alpha?", "hex")
	components, ok := color["components"].([]any)
	hex, _ := color["hex"].(string)
	if !ok || len(components) != 3 || color["colorSpace"] != "srgb" || !hexRule.MatchString(hex) {
		t.Fatalf("%s: %v", path, value)
	}
	for _, component := range components {
		if v, ok := component.(float64); !ok || v < 0 || v > 1 {
			t.Fatalf("%s: %v", path, value)
		}
	}
	if alpha, ok := color["alpha"]; ok {
		if v, ok := alpha.(float64); !ok || v < 0 || v >= 1 {
			t.Fatalf("%s: alpha is %v", path, alpha)
		}
	}
}

func checkUnit(t fataler, path string, value any, units ...any) {
	t.Helper()
	object := members(t, path, value, "value", "unit")
	if _, ok := object["value"].(float64); !ok || !slices.Contains(units, object["unit"]) {
		t.Fatalf("%s: %v", path, value)
	}
}

func checkLayer(t fataler, path string, value any) {
	t.Helper()
	layer := members(t, path, value, "color", "offsetX", "offsetY", "blur", "spread", "inset?")
	checkColor(t, path, layer["color"])
	for _, name := range []string{"offsetX", "offsetY", "blur", "spread"} {
		checkUnit(t, path+"/"+name, layer[name], "px", "rem")
	}
	if inset, ok := layer["inset"]; ok && inset != true {
		t.Fatalf("%s: inset is %v", path, inset)
	}
}
