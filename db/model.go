package db

import (
	"encoding/json"

	"designmanual/db/manual"
)

// The published model as its record has it: the fields of [manual.Manual].
type (
	modelRecord struct {
		ID          string            `msgpack:"id"`
		Slug        string            `msgpack:"slug"`
		Title       string            `msgpack:"title"`
		Description string            `msgpack:"description"`
		Visibility  manual.Visibility `msgpack:"visibility"`
		UpdatedAt   instant           `msgpack:"updated"`
		ExpiresAt   instant           `msgpack:"expires"`
		Sections    []sectionRecord   `msgpack:"sections"`
		Lang        string            `msgpack:"lang,omitempty"`
		Files       fileList          `msgpack:"files,omitempty"`
	}
	sectionRecord struct {
		ID      string        `msgpack:"id"`
		Anchor  string        `msgpack:"anchor"`
		Title   string        `msgpack:"title"`
		Content []byte        `msgpack:"content"`
		Blocks  []blockRecord `msgpack:"blocks"`
	}
	blockRecord struct {
		ID      string      `msgpack:"id"`
		Anchor  string      `msgpack:"anchor"`
		Kind    manual.Kind `msgpack:"kind"`
		Content []byte      `msgpack:"content"`
	}
)

func newModelRecord(m *manual.Manual) *modelRecord {
	return &modelRecord{
		ID: m.ID, Slug: m.Slug, Title: m.Title, Description: m.Description, Visibility: m.Visibility,
		UpdatedAt: instant{m.UpdatedAt}, ExpiresAt: instant{m.ExpiresAt}, Lang: m.Lang, Files: m.Files,
		Sections: each(m.Sections, func(s manual.Section) sectionRecord {
			return sectionRecord{
				ID: s.ID, Anchor: s.Anchor, Title: s.Title, Content: s.Content,
				Blocks: each(s.Blocks, func(b manual.Block) blockRecord {
					return blockRecord{ID: b.ID, Anchor: b.Anchor, Kind: b.Kind, Content: b.Content}
				}),
			}
		}),
	}
}

func (r *modelRecord) manual() *manual.Manual {
	return &manual.Manual{
		ID: r.ID, Slug: r.Slug, Title: r.Title, Description: r.Description, Visibility: r.Visibility,
		UpdatedAt: r.UpdatedAt.Time, ExpiresAt: r.ExpiresAt.Time, Lang: r.Lang, Files: r.Files,
		Sections: each(r.Sections, func(s sectionRecord) manual.Section {
			return manual.Section{
				ID: s.ID, Anchor: s.Anchor, Title: s.Title, Content: json.RawMessage(s.Content),
				Blocks: each(s.Blocks, func(b blockRecord) manual.Block {
					return manual.Block{ID: b.ID, Anchor: b.Anchor, Kind: b.Kind, Content: json.RawMessage(b.Content)}
				}),
			}
		}),
	}
}
