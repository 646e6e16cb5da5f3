package mcp

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
)

type searchQuery struct {
	selection
	Query string `json:"query" jsonschema:"a question or words: tone of voice, dark mode, how small may the logo be"`
}

type matchList struct {
	Matches []match  `json:"matches" jsonschema:"the best first"`
	Missing []string `json:"missing,omitempty" jsonschema:"words of the question that no section has"`
	More    string   `json:"more,omitempty" jsonschema:"how to go on"`
}

type match struct {
	Manual  string `json:"manual"`
	Section string `json:"section" jsonschema:"its id, for get_section"`
	Title   string `json:"title" jsonschema:"of the section, and of the block in it"`
	URL     string `json:"url"`
	Text    string `json:"text,omitempty" jsonschema:"the sentences that answer most of the question"`
}

// maxQuery is how many bytes of a question are searched for.
const maxQuery = 300

func (s *server) search(ctx context.Context, q searchQuery) (matchList, error) {
	question := strings.ToValidUTF8(q.Query[:min(len(q.Query), maxQuery)], "")
	var list matchList
	if strings.TrimSpace(question) == "" {
		return list, errors.New("query: expected words")
	}
	all, err := s.load(ctx, q.Manual)
	if err != nil {
		return list, err
	}
	type found struct {
		match
		score float64
	}
	var hits []found
	for i, m := range all {
		result := m.index().Find(question)
		for _, hit := range result.Hits {
			title := brief(hit.Unit.SectionTitle)
			if name := hit.Unit.Name(); name != "" && name != hit.Unit.SectionTitle {
				title += " › " + brief(name)
			}
			hits = append(
				hits, found{match{m.name, hit.Unit.Section, title, m.URL + "#" + hit.Unit.Anchor, hit.Text}, hit.Score},
			)
		}
		if i == 0 {
			list.Missing = result.Missing
		}
		list.Missing = slices.DeleteFunc(
			list.Missing, func(word string) bool { return !slices.Contains(result.Missing, word) },
		)
	}
	slices.SortStableFunc(hits, func(a, b found) int { return cmp.Compare(b.score, a.score) })
	matches := make([]match, len(hits))
	for i, hit := range hits {
		matches[i] = hit.match
	}
	list.Matches, list.More = part(
		matches, q.From, "no section has any of these words; list_manuals names the sections",
	)
	return list, nil
}
