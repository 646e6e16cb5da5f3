//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// How many versions there are: imports go round, so that an older state that
// came back would be one of the others.
const manyVersions = 5

// A version is what the seed files hold at one time.
type version struct {
	seeds     string // the folder of the files
	documents documents
}

type object = map[string]any

// learn writes the seed files of every version, imports each into a store of
// its own and keeps the documents that come out.
func (y *yard) learn(ctx context.Context) error {
	for v := range manyVersions {
		folder := filepath.Join(y.folder, fmt.Sprint("seeds-", v))
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
		for _, brand := range []string{"alder", "birch"} {
			data, err := json.Marshal(seedFile(brand, v, y.manuals))
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(folder, brand+".json"), data, 0o600); err != nil {
				return err
			}
		}
		store := filepath.Join(folder, "learn.db")
		if out, err := y.command(ctx, "import", "--db", store, folder).CombinedOutput(); err != nil {
			return fmt.Errorf("importing version %d: %w: %s", v, err, out)
		}
		held, err := readStore(ctx, store)
		if err != nil {
			return err
		}
		y.versions = append(y.versions, version{folder, held})
	}
	return nil
}

// seedFile returns a brand with up to three manuals, which differ between
// versions in what they hold and how much of it there is. Anchors and times
// are given, so that the documents do not depend on the history of a store.
func seedFile(brand string, v, n int) object {
	manuals := make([]object, 0, n)
	for i, slug := range []string{"guide", "print", "crew"}[:n] {
		manuals = append(manuals, object{
			"id": "man_" + brand + "_" + slug, "slug": slug, "primary": i == 0,
			"title":      fmt.Sprintf("%s %s, version %d", brand, slug, v),
			"visibility": []string{"public", "unlisted", "private"}[i],
			"updatedAt":  fmt.Sprintf("2026-03-%02dT10:00:00Z", v+1),
			"sections":   sections(brand+slug, v, 1+(v*7+i*3)%5),
		})
	}
	return object{"brand": object{"slug": brand, "name": strings.ToUpper(brand[:1]) + brand[1:]}, "manuals": manuals}
}

func sections(of string, v, n int) []object {
	list := make([]object, n)
	for i := range list {
		var colors []object
		for c := range 4 + v {
			colors = append(colors, object{"name": fmt.Sprint("Color ", i, "-", c), "hex": fmt.Sprintf("#%02X%02X%02X", v*40, i*30, c*20), "tints": true})
		}
		text := strings.Repeat(fmt.Sprintf("<p>%s in version %d, section %d.</p>", of, v, i), 1+(v*5+i)%9*12)
		list[i] = object{
			"id": fmt.Sprint("sec_", i), "anchor": fmt.Sprint("part-", i), "title": fmt.Sprintf("Part %d of version %d", i, v),
			"blocks": []object{
				{"id": fmt.Sprint("blk_c", i), "anchor": fmt.Sprint("colors-", i), "type": "COLORS", "content": object{"colors": colors}},
				{"id": fmt.Sprint("blk_t", i), "anchor": fmt.Sprint("text-", i), "type": "TEXT", "content": object{"html": text}},
			},
		}
	}
	return list
}
