package convert

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"designmanual/db/manual"
)

// The seed file as it is written.

type seedFile struct {
	Brand   brandJSON    `json:"brand"`
	Manuals []manualJSON `json:"manuals"`
}

type brandJSON struct {
	Slug string `json:"slug"`
	Name string `json:"name"`
}

type manualJSON struct {
	ID         string            `json:"id"`
	Slug       string            `json:"slug"`
	Title      string            `json:"title"`
	Visibility manual.Visibility `json:"visibility"`
	Sections   []sectionJSON     `json:"sections"`
}

type sectionJSON struct {
	ID     string      `json:"id"`
	Anchor string      `json:"anchor"`
	Title  string      `json:"title"`
	Blocks []blockJSON `json:"blocks"`
}

type blockJSON struct {
	Type    manual.Kind   `json:"type"`
	Anchor  string        `json:"anchor"`
	Content *blockContent `json:"content"`
}

type blockContent struct {
	Colors      []swatch      `json:"colors,omitempty"`
	Fonts       []font        `json:"fonts,omitempty"`
	Scale       *typeScale    `json:"scale,omitempty"`
	Steps       []spacingStep `json:"steps,omitempty"`
	Breakpoints []entry       `json:"breakpoints,omitempty"`
	Durations   []entry       `json:"durations,omitempty"`
	Easings     []entry       `json:"easings,omitempty"`
	Radii       []entry       `json:"radii,omitempty"`
	Levels      []entry       `json:"levels,omitempty"`
	Themes      []themeEntry  `json:"themes,omitempty"`
}

type remarks struct {
	Description string `json:"description,omitempty"`
	Deprecated  any    `json:"deprecated,omitempty"`
}

// An entry pairs a name with a value.
type entry struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
	remarks
}

type swatch struct {
	Name  string            `json:"name"`
	Hex   string            `json:"hex"`
	Tints map[string]string `json:"tints,omitempty"`
	steps int               // how many there are up to the last of the tints
	remarks
}

type font struct {
	Family    string   `json:"family"`
	Usage     string   `json:"usage"`
	Fallbacks []string `json:"fallbacks,omitempty"`
	remarks
}

type typeScale struct {
	Base  string            `json:"base"`
	Ratio float64           `json:"ratio"`
	Sizes map[string]string `json:"sizes,omitempty"`
}

type spacingStep struct {
	number, value string
	remarks
}

// MarshalJSON writes a step that is its own value as a number.
func (s spacingStep) MarshalJSON() ([]byte, error) {
	if s.value == s.number+"px" && s.remarks == (remarks{}) {
		return []byte(s.number), nil
	}
	return json.Marshal(struct {
		Step  json.Number `json:"step"`
		Value string      `json:"value"`
		remarks
	}{json.Number(s.number), s.value, s.remarks})
}

type themeEntry struct {
	Name   string `json:"name"`
	Colors roles  `json:"colors"`
	remarks
}

type role struct{ name, value string }

type roles []role

// MarshalJSON writes the roles in their order.
func (r roles) MarshalJSON() ([]byte, error) {
	var members []string
	for _, role := range r {
		value, err := json.Marshal(role.value)
		if err != nil {
			return nil, err
		}
		members = append(members, fmt.Sprintf("%q:%s", role.name, value))
	}
	return []byte("{" + strings.Join(members, ",") + "}"), nil
}

// render writes the seed file.
func (b *builder) render(o Options) ([]byte, error) {
	b.finishScale()
	anchors := make(map[string]bool)
	for _, blocks := range b.blocks {
		for _, block := range blocks {
			anchors[block.anchor] = true
		}
	}
	next := make(map[string]int) // the suffix to try, so that many blocks take time in proportion
	free := func(anchor string) string {
		name := anchor
		for anchors[name] {
			next[anchor] = max(next[anchor]+1, 2)
			name = fmt.Sprint(anchor, "-", next[anchor])
		}
		anchors[name] = true
		return name
	}
	m := manualJSON{ID: "man_" + o.Brand + "_guide", Slug: "guide", Title: o.Name + " brand manual", Visibility: manual.Private, Sections: []sectionJSON{}}
	for i, s := range sections {
		out := sectionJSON{ID: "sec_" + s.name, Anchor: free(s.name), Title: s.title}
		for _, block := range b.blocks[i] {
			if block.content.empty() {
				continue
			}
			if block.anchor == "" {
				block.anchor = free(s.name + "-" + strings.ToLower(string(block.kind)))
			}
			out.Blocks = append(out.Blocks, blockJSON{block.kind, block.anchor, &block.content})
		}
		if len(out.Blocks) > 0 {
			m.Sections = append(m.Sections, out)
		}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(seedFile{brandJSON{o.Brand, o.Name}, []manualJSON{m}})
	return text.Bytes(), err
}
