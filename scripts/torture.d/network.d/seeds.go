//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/crypto/bcrypt"
)

// site is the host of the base URL.
const site = "manuals.example"

// What the manual of open and large takes, as it is served.
const largeBytes = 2 << 20

// password opens the page of the manual "gated".
const password = "open sesame"

type object = map[string]any

// writeSeeds writes the seed files of two brands. One has a manual of each
// kind, the other none that anyone may know of.
func writeSeeds(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	hash, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
	if err != nil {
		return err
	}
	with := func(m object, key string, value any) object {
		m[key] = value
		return m
	}
	const past = "2024-01-01T00:00:00Z"
	brands := map[string][]object{
		"birch": {
			with(manualOf("birch", "guide", "public", 8<<10), "primary", true),
			manualOf("birch", "large", "public", largeBytes),
			manualOf("birch", "vault", "private", 8<<10),
			with(manualOf("birch", "older", "private", 8<<10), "expiresAt", past),
			with(manualOf("birch", "draft", "public", 8<<10), "published", false),
			with(manualOf("birch", "gated", "password", 8<<10), "password", string(hash)),
		},
		"alder": {
			with(manualOf("alder", "guide", "private", 8<<10), "primary", true),
			manualOf("alder", "plans", "private", 8<<10),
		},
	}
	for slug, manuals := range brands {
		text, err := json.Marshal(object{"brand": object{"slug": slug, "name": strings.ToUpper(slug[:1]) + slug[1:]}, "manuals": manuals})
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, slug+".json"), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// manualOf returns a manual that is served as a little more than that many
// bytes, which hardly compress.
func manualOf(brand, slug, visibility string, size int) object {
	var text strings.Builder
	for state := uint64(len(slug)); text.Len() < size; {
		state = state*6364136223846793005 + 1442695040888963407
		fmt.Fprintf(&text, "<p>%016x</p>", state)
	}
	return object{
		"id": "man_" + brand + "_" + slug, "slug": slug, "title": slug, "visibility": visibility, "updatedAt": "2026-03-01T10:00:00Z",
		"sections": []object{{
			"id": "sec", "anchor": "part", "title": "Part",
			"blocks": []object{
				{"id": "colors", "anchor": "colors", "type": "COLORS", "content": object{"colors": []object{{"name": "Blue", "hex": "#0B5FFF", "tints": true}}}},
				{"id": "text", "anchor": "text", "type": "TEXT", "content": object{"html": text.String()}},
			},
		}},
	}
}
