package pages

import (
	"encoding/hex"
	"encoding/json"
	"time"

	"designmanual/api/hosts"
	"designmanual/db"
	"designmanual/db/manual"
)

// A skill is an entry of the index of skills.
type skill struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Description string `json:"description"`
	URL         string `json:"url"`
	Digest      string `json:"digest"`
}

// MakeSkills returns the index of the skills of a host (Agent Skills Discovery,
// version 0.2.0), one for each public manual, and when it changes.
// It returns false for a host without any.
func MakeSkills(ix *db.Index, s hosts.Scope, now time.Time) (index []byte, until time.Time, ok bool) {
	listed, until := Listed(ix, s, now)
	skills := []skill{}
	for _, e := range listed {
		document, ok := e.Document(manual.SkillDocument)
		if !ok {
			continue
		}
		name, description := manual.Skill(e.Brand.Brand, e.Slug, e.Title)
		address := ix.Site.Address(e.Brand.Brand, e.Slug, e.Subdomain, e.Primary)
		skills = append(skills, skill{
			Name: name, Type: "skill-md", Description: description,
			URL: address + manual.DocumentPath(manual.SkillDocument.Info().File), Digest: "sha256:" + hex.EncodeToString(document.Sum[:]),
		})
	}
	if len(skills) == 0 {
		return nil, until, false
	}
	index, err := json.Marshal(map[string]any{"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "skills": skills})
	return index, until, err == nil
}
