package mcp

import (
	"context"
	"fmt"

	"designmanual/api/render/markdown"
	"designmanual/db/manual"
)

type listQuery struct {
	From int `json:"from,omitempty" jsonschema:"the number of the first manual, from 0"`
}

type manualList struct {
	Manuals  []listedManual `json:"manuals"`
	Problems []string       `json:"problems,omitempty" jsonschema:"addresses that cannot be read, and why"`
	More     string         `json:"more,omitempty" jsonschema:"how to go on"`
}

type listedManual struct {
	Manual      string          `json:"manual" jsonschema:"the name to use in other tools"`
	Title       string          `json:"title"`
	Description string          `json:"description,omitempty"`
	URL         string          `json:"url"`
	UpdatedAt   string          `json:"updatedAt"`
	Exports     string          `json:"exports" jsonschema:"the page with style sheets, palettes and other files"`
	Tokens      map[string]int  `json:"tokens" jsonschema:"how many tokens each group has"`
	Themes      []string        `json:"themes,omitempty"`
	Files       map[string]int  `json:"files,omitempty" jsonschema:"how many files of each kind the tool files has"`
	Sections    []listedSection `json:"sections"`
	More        string          `json:"more,omitempty" jsonschema:"how many sections are left out"`
}

type listedSection struct {
	Anchor string `json:"anchor"`
	Title  string `json:"title"`
}

func (s *server) listManuals(ctx context.Context, q listQuery) (manualList, error) {
	all, problems, err := s.library(ctx)
	var list manualList
	if err != nil {
		return list, err
	}
	from := min(max(q.From, 0), len(all))
	list.Manuals = []listedManual{}
	for _, problem := range problems[:min(len(problems), 5)] {
		list.Problems = append(list.Problems, brief(problem))
	}
	if n := len(problems) - len(list.Problems); n > 0 {
		list.Problems = append(list.Problems, fmt.Sprintf("and %d more", n))
	}
	room := maxItems - length(list)
	for _, l := range all[from:min(from+maxLoaded, len(all))] {
		m, err := l.load(ctx)
		if err != nil {
			return manualList{}, err
		}
		item := m.listed()
		room -= length(item)
		if room < 0 && len(list.Manuals) > 0 {
			break
		}
		list.Manuals = append(list.Manuals, item)
	}
	if next := from + len(list.Manuals); next < len(all) {
		list.More = fmt.Sprintf("%d of %d manuals; the rest with from: %d", len(list.Manuals), len(all), next)
	}
	return list, nil
}

// listed returns the manual with as many sections as fit beside a few other manuals.
func (m *loadedManual) listed() listedManual {
	item := listedManual{
		Manual: m.name, Title: brief(m.Title), Description: brief(m.Description), URL: m.URL, UpdatedAt: m.UpdatedAt,
		Exports: m.URL + manual.ExportPath, Tokens: make(map[string]int), Files: make(map[string]int),
		Sections: []listedSection{},
	}
	for _, g := range m.page.Tokens.AllGroups() {
		if len(g.Tokens) > 0 {
			item.Tokens[g.Name] = len(g.Tokens)
		}
	}
	for _, mode := range m.page.Tokens.Modes[:min(len(m.page.Tokens.Modes), maxGrounds)] {
		item.Themes = append(item.Themes, mode.Slug)
	}
	if len(m.page.Tokens.Themes) > 0 {
		item.Tokens[manual.GroupThemes] = len(m.page.Tokens.Themes)
	}
	for _, kind := range fileKinds {
		if n := len(m.files(kind)); n > 0 {
			item.Files[kind] = n
		}
	}
	size := length(item) - len("[]")
	for i, section := range m.Sections {
		listed := listedSection{section.Anchor, brief(section.Title)}
		size += length(listed)
		if size > maxItems-100 {
			item.More = fmt.Sprintf("%d more sections; the resource of the manual has all", len(m.Sections)-i)
			break
		}
		item.Sections = append(item.Sections, listed)
	}
	return item
}

// A selection says which manual a call is about, and where in the answer it goes on.
type selection struct {
	Manual string `json:"manual,omitempty" jsonschema:"the manual, as list_manuals names it; without it all of them are searched, and check_code takes the only one"`
	From   int    `json:"from,omitempty" jsonschema:"where the answer goes on, as its more says"`
}

type sectionQuery struct {
	selection
	Section string `json:"section" jsonschema:"the id, the anchor or the title of the section"`
}

type sectionText struct {
	Manual   string `json:"manual"`
	URL      string `json:"url"`
	Title    string `json:"title"`
	Markdown string `json:"markdown"`
	More     string `json:"more,omitempty" jsonschema:"how to go on"`
}

func (s *server) getSection(ctx context.Context, q sectionQuery) (sectionText, error) {
	all, err := s.load(ctx, q.Manual)
	if err != nil {
		return sectionText{}, err
	}
	for _, m := range all {
		if section, ok := m.section(q.Section); ok {
			result := sectionText{Manual: m.name, URL: m.URL + "#" + section.Anchor, Title: brief(section.Title)}
			result.Markdown, result.More = excerpt(
				string(markdown.RenderSection(m.page, section)), q.From, maxItems-length(result),
			)
			return result, nil
		}
	}
	return sectionText{}, fmt.Errorf("there is no section %q; list_manuals names them", brief(q.Section))
}
