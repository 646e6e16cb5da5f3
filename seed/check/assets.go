package check

import (
	"fmt"

	"designmanual/db/manual"
	"designmanual/seed/asset"
	"designmanual/seed/problem"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// MaxManualBytes limits all distinct files of a manual.
const MaxManualBytes = 1 << 30

// checkAssets checks and reads every file that a block refers to.
func (c *checker) checkAssets(block *content.Value, kind manual.Kind) {
	urls := source.FileURLs(block, kind)
	if len(urls) == 0 {
		return
	}
	shown := shownPictures(block, kind)
	for _, found := range urls {
		a := c.checkAsset(found)
		if a != nil && shown[found.Node] {
			c.warnOfPicture(found.Node, a)
		}
	}
}

// checkAsset reads a file that the seed file refers to, once, and keeps it in [CheckedFile.Assets]. It
// returns nil for one that is refused, which it reports, for an address elsewhere, and for one that has
// been refused as active content.
func (c *checker) checkAsset(found source.FileURL) *asset.Asset {
	node := found.Node
	if what, _ := c.active.Find(found.URL, node.Name); !node.Is('"') || what != "" && !c.options.AllowActiveHTML {
		return nil
	}
	a, err := c.readAsset(found)
	if err != nil {
		help := ""
		if found.Own {
			help = ". A text that only tells of a file has its name alone, without a folder."
		}
		c.problems.Add(problem.Error, node.Tree, node.At(found.Written), int(node.Start), "%v%s", err, help)
		return nil
	}
	return a
}

// readAsset reads a file once. It returns nil for an address elsewhere.
func (c *checker) readAsset(found source.FileURL) (*asset.Asset, error) {
	name, err := source.AssetPath(found.URL)
	if err != nil || name == "" {
		return nil, err
	}
	if found.Font != nil && !asset.IsFont(name) {
		return nil, source.AssetError("expected a font file (.woff2, .woff, .ttf or .otf)")
	}
	a := c.file.Assets[name]
	if a == nil {
		a = c.options.Cache.Read(c.file.Files, name, c.options.AllowActiveHTML)
		c.file.Assets[name] = a
	}
	if a.Err != nil {
		return nil, a.Err
	}
	return a, c.countBytes(a)
}

// countBytes adds a file to the total of the manual, unless it was counted before.
func (c *checker) countBytes(a *asset.Asset) error {
	if c.counted[a.Sum] {
		return nil
	}
	c.counted[a.Sum] = true
	c.fileBytes += a.Size
	if c.fileBytes > MaxManualBytes {
		return source.AssetError(
			fmt.Sprintf("expected at most %d MiB of files in one manual, found more with this one", MaxManualBytes>>20),
		)
	}
	return nil
}
