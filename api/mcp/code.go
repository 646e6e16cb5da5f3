package mcp

import (
	"context"
	"errors"

	"designmanual/tokenize/lint"
)

type codeQuery struct {
	Text   string `json:"text" jsonschema:"CSS, SCSS, JSX or HTML"`
	Manual string `json:"manual,omitempty" jsonschema:"the manual, as list_manuals names it; needed if there are several"`
	From   int    `json:"from,omitempty" jsonschema:"the number of the first finding, from 0"`
}

type codeFindings struct {
	Findings []codeFinding `json:"findings"`
	More     string        `json:"more,omitempty" jsonschema:"how to go on"`
}

type codeFinding struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule"`
	Found   string `json:"found"`
	Message string `json:"message"`
	Token   string `json:"token,omitempty" jsonschema:"the CSS custom property of the nearest token that is not deprecated"`
	Value   string `json:"value,omitempty" jsonschema:"its value"`
}

func (s *server) checkCode(ctx context.Context, q codeQuery) (codeFindings, error) {
	all, err := s.load(ctx, q.Manual)
	switch {
	case err != nil:
		return codeFindings{}, err
	case len(all) == 0:
		return codeFindings{}, errors.New("there is no manual; list_manuals says why")
	case len(all) > 1:
		return codeFindings{}, errors.New("there are several manuals: say which one; list_manuals names them")
	}
	var found []codeFinding
	for _, f := range lint.New(&all[0].tokens).Check(lint.Language(q.Text), []byte(q.Text)) {
		found = append(found, codeFinding{f.Line, f.Column, f.Rule, f.Found, f.Message, f.Token, brief(f.Value)})
	}
	fitting, more := part(found, q.From)
	return codeFindings{fitting, more}, nil
}
