package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/crypto/bcrypt"
)

const (
	password  = "seven brass keys"
	saleLasts = 25 * time.Second // from when the seed file is written
)

// writeSeeds writes a seed file of the brand acme into a new folder and
// returns it: a manual for each thing that a proxy could get wrong.
func writeSeeds(dir string, now time.Time) (string, error) {
	hash, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
	if err != nil {
		return "", fmt.Errorf("hashing a password: %w", err)
	}
	locked := manual("dealers", "password")
	locked["password"] = string(hash)
	sale, over := manual("sale", "unlisted"), manual("over", "public")
	sale["expiresAt"] = now.Add(saleLasts).UTC().Format(time.RFC3339)
	over["expiresAt"] = "2025-03-31T22:00:00Z"
	guide := manual("guide", "public")
	guide["primary"] = true
	file := map[string]any{
		"brand": map[string]any{"slug": "acme", "name": "Acme", "domains": []string{"brand.acme.example"}},
		"manuals": []any{
			guide, manual("paper", "public"), manual("ink", "unlisted"), manual("crowd", "public"),
			manual("withdrawn", "unlisted"), manual("crew", "private"), locked, sale, over,
		},
	}
	text, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return "", err
	}
	folder := filepath.Join(dir, "seeds")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	return folder, os.WriteFile(filepath.Join(folder, "acme.json"), text, 0o600)
}

func manual(slug, visibility string) map[string]any {
	colors := make([]any, 24)
	for i := range colors {
		colors[i] = map[string]any{"name": fmt.Sprintf("%s %d", slug, i), "hex": fmt.Sprintf("#%06x", i*0x0a0b0c), "tints": true}
	}
	return map[string]any{
		"id": "man_acme_" + slug, "slug": slug, "title": "Acme " + slug,
		"visibility": visibility, "updatedAt": "2026-05-04T09:30:00Z",
		"sections": []any{map[string]any{
			"id": "sec_" + slug, "anchor": "colour", "title": "Colour",
			"blocks": []any{map[string]any{
				"id": "blk_" + slug, "anchor": "palette", "type": "COLORS", "content": map[string]any{"colors": colors},
			}},
		}},
	}
}
