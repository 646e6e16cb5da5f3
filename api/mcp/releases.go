package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"designmanual/api/remote"
	"designmanual/db/manual"
	"designmanual/tokenize/difference"
)

type releaseQuery struct {
	Manual string `json:"manual,omitempty" jsonschema:"the manual, as list_manuals names it; needed where there are several"`
	From   string `json:"from,omitempty" jsonschema:"the release that the code is made against, such as 1.3.0"`
	To     string `json:"to,omitempty" jsonschema:"a later release; the newest one without it. Alone it is compared with the one before"`
	Line   int    `json:"line,omitempty" jsonschema:"where the answer goes on, as its more says"`
}

type releaseAnswer struct {
	Manual   string          `json:"manual"`
	Releases []listedRelease `json:"releases,omitempty" jsonschema:"without from and to: all of them, the newest first"`
	From     string          `json:"from,omitempty"`
	To       string          `json:"to,omitempty"`
	Breaking *bool           `json:"breaking,omitempty" jsonschema:"code that uses the tokens may break"`
	Lines    []string        `json:"lines,omitempty" jsonschema:"what changed from one to the other, a token a line, what breaks first"`
	Note     string          `json:"note,omitempty"`
	More     string          `json:"more,omitempty" jsonschema:"how to go on"`
}

type listedRelease struct {
	Version  string `json:"version"`
	Date     string `json:"date"`
	Breaking bool   `json:"breaking" jsonschema:"code that uses the release before may break"`
	Changes  string `json:"changes,omitempty" jsonschema:"how many tokens changed since the release before"`
	Notes    string `json:"notes,omitempty"`
	Tokens   string `json:"tokens" jsonschema:"the address of its token document, which stays as it is"`
}

// A history is the list of the releases of a manual, the newest first, as it is served.
type history struct {
	Releases []struct {
		Version    string                 `json:"version"`
		Date       string                 `json:"date"`
		Notes      string                 `json:"notes"`
		Breaking   bool                   `json:"breaking"`
		Difference *difference.Difference `json:"difference"`
	} `json:"releases"`
}

// releases lists the releases of a manual, or says what changed between two.
func (s *server) releases(ctx context.Context, q releaseQuery) (releaseAnswer, error) {
	l, err := s.one(ctx, q.Manual)
	if err != nil {
		return releaseAnswer{}, err
	}
	known, err := l.history(ctx)
	if err != nil {
		return releaseAnswer{}, err
	}
	if len(known.Releases) == 0 {
		return releaseAnswer{
			Manual: l.name, Note: "the manual has no releases; find_token has its tokens as they are",
		}, nil
	}
	if q.From == "" && q.To == "" {
		return l.listReleases(ctx, known, q.Line)
	}
	from, to, err := known.between(q)
	if err != nil {
		return releaseAnswer{}, err
	}
	before, err := l.releasedTokens(ctx, from)
	if err != nil {
		return releaseAnswer{}, err
	}
	after, err := l.releasedTokens(ctx, to)
	if err != nil {
		return releaseAnswer{}, err
	}
	d := difference.Between(before, after)
	breaking := d.Breaking()
	answer := releaseAnswer{Manual: l.name, From: from, To: to, Breaking: &breaking}
	lines := d.Words()
	for i, line := range lines {
		lines[i] = manual.Shorten(line, 400)
	}
	answer.Lines, answer.More = part(lines, q.Line, "")
	answer.More = strings.ReplaceAll(answer.More, "with from:", "with line:")
	if len(lines) == 0 {
		answer.Note = "no token changed"
	}
	return answer, nil
}

// between returns the versions that a question is about.
func (h history) between(q releaseQuery) (string, string, error) {
	from, to := strings.TrimPrefix(q.From, "v"), strings.TrimPrefix(q.To, "v")
	if to == "" {
		to = h.Releases[0].Version
	}
	for _, version := range []string{from, to} {
		if version != "" && h.index(version) < 0 {
			return "", "", argumentError(
				fmt.Sprintf("there is no release %q; there are %s", brief(version), h.versions()),
			)
		}
	}
	if from == "" {
		before := h.index(to) + 1
		if before == len(h.Releases) {
			return "", "", argumentError(fmt.Sprintf("%s is the first release: there is none before it", to))
		}
		from = h.Releases[before].Version
	}
	return from, to, nil
}

// index returns the place of a version, or -1.
func (h history) index(version string) int {
	for i, r := range h.Releases {
		if r.Version == version {
			return i
		}
	}
	return -1
}

// versions returns the first versions as a list.
func (h history) versions() string {
	var all []string
	for _, r := range h.Releases {
		all = append(all, r.Version)
	}
	return firstOf(all, "")
}

// history returns the releases of the manual; there may be none.
func (l listed) history(ctx context.Context) (history, error) {
	body, err := l.released(ctx, "", "")
	var h history
	if err != nil || body == nil {
		return h, err
	}
	if err := json.Unmarshal(body, &h); err != nil {
		return h, fmt.Errorf("the releases of %s: %w", l.name, err)
	}
	return h, nil
}

// releasedTokens returns the tokens of a release.
func (l listed) releasedTokens(ctx context.Context, version string) (difference.Set, error) {
	documents, err := remote.ReadRelease(func(file string) ([]byte, error) { return l.released(ctx, version, file) })
	var set difference.Set
	if err != nil {
		return set, err
	}
	if set, err = difference.Read(documents...); err != nil {
		return set, fmt.Errorf("release %s of %s: %w", version, l.name, err)
	}
	return set, nil
}

// listReleases returns the releases from a number on.
func (l listed) listReleases(ctx context.Context, known history, from int) (releaseAnswer, error) {
	m, err := l.load(ctx)
	if err != nil {
		return releaseAnswer{}, err
	}
	items := make([]listedRelease, 0, len(known.Releases))
	for _, r := range known.Releases {
		items = append(items, listedRelease{
			Version: r.Version, Date: r.Date, Breaking: r.Breaking, Notes: brief(r.Notes),
			Tokens: m.URL + manual.ReleasePath(r.Version, manual.TokensDocument.Info().File),
		})
		if r.Difference != nil {
			items[len(items)-1].Changes = r.Difference.Summary()
		}
	}
	answer := releaseAnswer{Manual: l.name}
	answer.Releases, answer.More = part(items, from, "")
	answer.More = strings.ReplaceAll(answer.More, "with from:", "with line:")
	return answer, nil
}
