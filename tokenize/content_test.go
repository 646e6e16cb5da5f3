package tokenize

import (
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"
)

func TestLiteral(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Literal
		fail bool
	}{
		{in: `2.50`, want: Literal{Text: "2.50"}},
		{in: `-1e3`, want: Literal{Text: "-1e3"}},
		{in: `"2.5rem"`, want: Literal{Text: "2.5rem", Quoted: true}},
		{in: `""`, want: Literal{Quoted: true}},
		{in: `"a\u0042\n"`, want: Literal{Text: "aB\n", Quoted: true}},
		{in: `null`, want: Literal{}},
		{in: `true`, fail: true},
		{in: `[1]`, fail: true},
		{in: `{}`, fail: true},
	} {
		var got Literal
		if err := json.Unmarshal([]byte(tt.in), &got); (err != nil) != tt.fail || !tt.fail && got != tt.want {
			t.Errorf("%s: %+v, %v; want %+v", tt.in, got, err, tt.want)
		}
	}
}

// TestContent decodes the forms that are more than a list of members.
func TestContent(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		got      any
		want     any
	}{
		{"a bare step", `2.5`, new(SpacingStep), &SpacingStep{Bare: true, Step: Literal{Text: "2.5"}, Value: Literal{Text: "2.5"}}},
		{"a step that names its value", `{"step":2.5,"value":"10","unit":"px","Value":1}`, new(SpacingStep),
			&SpacingStep{Step: Literal{Text: "2.5"}, Value: Literal{Text: "10", Quoted: true}, Unit: "px"}},
		{"an easing in CSS", `"ease"`, new(EasingValue), &EasingValue{CSS: "ease"}},
		{"an easing in numbers", `[0,1]`, new(EasingValue), &EasingValue{Points: []Literal{{Text: "0"}, {Text: "1"}}}},
		{"a shadow in CSS", `"none"`, new(ShadowValue), &ShadowValue{CSS: "none"}},
		{"a shadow of one layer", `{"x":1,"inset":true,"X":2}`, new(ShadowValue),
			&ShadowValue{Layers: []ShadowLayer{{X: Literal{Text: "1"}, Inset: true}}}},
		{"a shadow of layers", `[{"color":"#000"}]`, new(ShadowValue), &ShadowValue{Layers: []ShadowLayer{{Color: "#000"}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := json.Unmarshal([]byte(tt.in), tt.got); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(tt.got, tt.want) {
				t.Errorf("%+v, want %+v", tt.got, tt.want)
			}
		})
	}
}
