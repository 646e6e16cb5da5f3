package admin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// An Explanation says where the tokens of a manual come from, and what of the
// manual is not served, with the reasons (specification, section 2.4).
type Explanation struct {
	ID        string            `json:"id"`
	Brand     string            `json:"brand"`
	Slug      string            `json:"slug"`
	Address   string            `json:"address"`
	Readers   string            `json:"standing"` // who can read the manual now, a sentence
	Tokens    []ExplainedToken  `json:"tokens"`   // in document order
	NotServed []manual.Note     `json:"notServed"`
	Sections  map[string]string `json:"sections"` // titles of the published sections, by id
}

// An ExplainedToken is a token and the block that it comes from.
type ExplainedToken struct {
	Token   string           `json:"token"` // path, the keys joined by dots
	Type    manual.TokenType `json:"type"`
	Value   string           `json:"value"`
	Section string           `json:"section"` // id
	Block   string           `json:"block"`   // id
	Kind    manual.Kind      `json:"kind"`    // of the block
}

func (h *Handler) explain(ctx context.Context, slug string) (Explanation, error) {
	var x Explanation
	err := h.Store.Read(ctx, func(tx *db.Tx) error {
		m, err := FindManual(tx.Index(), slug)
		if err != nil {
			return err
		}
		stored, err := tx.Content(m)
		if err != nil {
			return err
		}
		model := new(manual.Manual)
		if m.Published {
			if model, err = stored.Model(); err != nil {
				return err
			}
		}
		sections, err := content.Sections(model)
		if err != nil {
			return err
		}
		tokens, _, err := tokenize.Document(sections)
		if err != nil {
			return err
		}
		x = newExplanation(model, &tokens, slices.Concat(stored.Notes, pictureNotes(m)))
		x.ID = m.ID
		x.Brand = m.Brand.Slug
		x.Slug = m.Slug
		x.Readers = describeReaders(m, h.Now())
		x.Address = m.Address(tx.Index().Site)
		return nil
	})
	return x, err
}

// newExplanation returns where the tokens of a model come from, with notes.
func newExplanation(model *manual.Manual, tokens *manual.TokenDocument, notes []manual.Note) Explanation {
	x := Explanation{Tokens: []ExplainedToken{}, NotServed: []manual.Note{}, Sections: make(map[string]string)}
	kinds := make(map[string]manual.Kind)
	for _, s := range model.Sections {
		x.Sections[s.ID] = s.Title
		for _, b := range s.Blocks {
			kinds[b.ID] = b.Kind
		}
	}
	tokens.All(func(path []string, kind manual.TokenType, t manual.Token) {
		x.Tokens = append(x.Tokens, ExplainedToken{
			Token: strings.Join(path, "."), Type: kind, Value: t.Value, Section: t.Section, Block: t.Block,
			Kind: kinds[t.Block],
		})
	})
	x.NotServed = append(x.NotServed, notes...)
	return x
}

// pictureNotes returns a note for each picture of a manual that keeps its one size.
func pictureNotes(m *db.Head) []manual.Note {
	why := make(map[[32]byte]string)
	for _, s := range m.Smaller {
		why[s.Of] = s.Why
	}
	var notes []manual.Note
	for _, f := range m.Files {
		if why[f.Sum] != "" {
			notes = append(notes, manual.Note{
				Code: manual.NoteOneSize,
				Text: fmt.Sprintf("The picture %s has no smaller versions: %s.", f.Ref, why[f.Sum]),
			})
		}
	}
	return notes
}

// describeReaders says who can read a manual (specification, sections 3 and 5).
func describeReaders(m *db.Head, now time.Time) string {
	if !m.Published {
		return "Nothing of it is served: it is not published, and its address answers 404."
	}
	if m.Expired(now) {
		return fmt.Sprintf(
			"Nothing of it is served: its end date was %s, and its address answers 410.",
			m.ExpiresAt.Format(time.RFC3339),
		)
	}
	if m.Visibility == manual.Password {
		return fmt.Sprintf("It is protected by a password: an access token of brand %s reads it.", m.Brand.Slug)
	}
	if !m.Visibility.ForAnyone() {
		return fmt.Sprintf("It is %s: an access token of brand %s reads it.", m.Visibility, m.Brand.Slug)
	}
	return fmt.Sprintf("It is %s: anyone may read it.", m.Visibility)
}
