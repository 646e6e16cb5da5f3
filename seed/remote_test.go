package seed

import (
	"testing"

	"designmanual/seed/source"
)

// Digest changes with the files that seed files refer to.
func TestDigest(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/acme.json", logos("mark.svg"))
	seen := make(map[[32]byte]string)
	for _, text := range []string{"", aSVG, aSVG + " ", "other"} {
		put(t, dir+"/mark.svg", text)
		sum := source.Digest(source.ReadPaths([]string{dir}))
		if before, ok := seen[sum]; ok || sum != source.Digest(source.ReadPaths([]string{dir})) {
			t.Errorf("%q has the digest of %q, or two", text, before)
		}
		seen[sum] = text
	}
}
