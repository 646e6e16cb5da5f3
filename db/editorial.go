package db

import (
	"maps"
	"slices"

	"designmanual/db/manual"
)

// Editorial is what is kept of a manual for its administration and never
// read by the public side.
type Editorial struct {
	Anchors map[string]string    // section or block id to anchor, those kept off the page too
	Notes   []manual.Note        // what is not served as the seed file has it
	Tokens  manual.TokenDocument // with the section and block that each token comes from
	Parts   []Part               // of the page at the last import, those kept off it too
	Aliases map[string]string    // the id that a part without one would have now, to the one that it goes by
}

// A Part is a section, or a block of the section before it, where it stood on
// the page.
type Part struct {
	ID      string
	Kind    manual.Kind // of a block; empty for a section
	Derived bool        // the seed file gives no id
}

type (
	editorialRecord struct {
		Anchors []anchorRecord `msgpack:"anchors"` // by id
		Parts   []partRecord   `msgpack:"parts"`
		Aliases []aliasRecord  `msgpack:"aliases"` // by the id that a part would have
		Notes   []noteRecord   `msgpack:"notes"`
		Groups  []groupRecord  `msgpack:"groups"`
		Themes  []themeRecord  `msgpack:"themes"`
	}
	anchorRecord struct {
		ID     string `msgpack:"id"`
		Anchor string `msgpack:"anchor"`
	}
	partRecord struct {
		ID      string      `msgpack:"id"`
		Kind    manual.Kind `msgpack:"kind"`
		Derived bool        `msgpack:"derived"`
	}
	aliasRecord struct {
		From string `msgpack:"from"`
		ID   string `msgpack:"id"`
	}
	noteRecord struct {
		Code    manual.NoteCode `msgpack:"code"`
		Section string          `msgpack:"section"`
		Block   string          `msgpack:"block"`
		Token   string          `msgpack:"token"`
		Text    string          `msgpack:"text"`
	}
	groupRecord struct {
		Name   string           `msgpack:"name"`
		Type   manual.TokenType `msgpack:"type"`
		Tokens []tokenItem      `msgpack:"tokens"`
	}
	themeRecord struct {
		Slug   string      `msgpack:"slug"`
		Colors []tokenItem `msgpack:"colors"`
	}
	tokenItem struct {
		Name    string `msgpack:"name"`
		Value   string `msgpack:"value"`
		Section string `msgpack:"section"`
		Block   string `msgpack:"block"`
	}
)

func newEditorialRecord(ed Editorial) *editorialRecord {
	r := &editorialRecord{
		Notes: each(ed.Notes, func(n manual.Note) noteRecord {
			return noteRecord{Code: n.Code, Section: n.Section, Block: n.Block, Token: n.Token, Text: n.Text}
		}),
		Groups: each(ed.Tokens.Groups[:], func(g manual.TokenGroup) groupRecord {
			return groupRecord{Name: g.Name, Type: g.Type, Tokens: each(g.Tokens, newTokenItem)}
		}),
		Themes: each(ed.Tokens.Themes, func(t manual.Theme) themeRecord {
			return themeRecord{Slug: t.Slug, Colors: each(t.Colors, newTokenItem)}
		}),
	}
	for _, id := range slices.Sorted(maps.Keys(ed.Anchors)) {
		r.Anchors = append(r.Anchors, anchorRecord{ID: id, Anchor: ed.Anchors[id]})
	}
	for _, p := range ed.Parts {
		r.Parts = append(r.Parts, partRecord(p))
	}
	for _, from := range slices.Sorted(maps.Keys(ed.Aliases)) {
		r.Aliases = append(r.Aliases, aliasRecord{From: from, ID: ed.Aliases[from]})
	}
	return r
}

// editorial returns what the record holds; its Anchors are not nil. It is
// not ok where the record has other groups than [manual.Groups].
func (r *editorialRecord) editorial() (ed Editorial, ok bool) {
	ed.Anchors = make(map[string]string, len(r.Anchors))
	for _, a := range r.Anchors {
		ed.Anchors[a.ID] = a.Anchor
	}
	for _, p := range r.Parts {
		ed.Parts = append(ed.Parts, Part(p))
	}
	for _, a := range r.Aliases {
		if ed.Aliases == nil {
			ed.Aliases = make(map[string]string, len(r.Aliases))
		}
		ed.Aliases[a.From] = a.ID
	}
	ed.Notes = each(r.Notes, func(n noteRecord) manual.Note {
		return manual.Note{Code: n.Code, Section: n.Section, Block: n.Block, Token: n.Token, Text: n.Text}
	})
	if len(r.Groups) != len(ed.Tokens.Groups) {
		return Editorial{}, false
	}
	for i, g := range r.Groups {
		ed.Tokens.Groups[i] = manual.TokenGroup{Name: g.Name, Type: g.Type, Tokens: each(g.Tokens, tokenItem.token)}
	}
	ed.Tokens.Themes = each(r.Themes, func(t themeRecord) manual.Theme {
		return manual.Theme{Slug: t.Slug, Colors: each(t.Colors, tokenItem.token)}
	})
	return ed, true
}

func newTokenItem(t manual.Token) tokenItem {
	return tokenItem{Name: t.Name, Value: t.Value, Section: t.Section, Block: t.Block}
}

func (d tokenItem) token() manual.Token {
	return manual.Token{Name: d.Name, Value: d.Value, Section: d.Section, Block: d.Block}
}
