package seed

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"os"
	"testing"
)

// TestNamed imports where the files are not, with those that the store lacks
// sent there, and finds the same faults.
func TestNamed(t *testing.T) {
	store, dir := openStore(t), t.TempDir()
	put(t, dir+"/mark.svg", aSVG)
	put(t, dir+"/a.zip", "PK\x03\x04")
	source := acme(aManual("guide", `"sections":[{"title":"L","type":"LOGO","content":{"logos":[{"url":"mark.svg"},{"url":"./mark.svg"},{"url":"https://x.example/"}]}},
		{"title":"F","hidden":true,"blocks":[{"type":"DOWNLOADS","content":{"files":[{"url":"a.zip"},{"url":"none.zip"},{"url":"../b.zip"}]}}]}]`))
	source.Files = openFolder(dir)
	named := Named([]Source{{Data: []byte("{")}, source}, Options{})
	if len(named) != 3 || named[0] != (NamedFile{1, "mark.svg", sha256.Sum256([]byte(aSVG)), int64(len(aSVG)), ""}) || named[1].Path != "a.zip" || named[2].Fault == "" {
		t.Fatalf("named %+v", named)
	}
	opened := 0
	sent := source
	sent.Files = NewFolder(named, func(n NamedFile) (io.ReadCloser, error) {
		opened++
		data, err := os.ReadFile(dir + "/" + n.Path)
		return io.NopCloser(bytes.NewReader(data)), err
	})
	here, there := problemsOf(t, store, Options{Now: clock}, source), problemsOf(t, store, Options{Now: clock}, sent)
	if here.Error() != there.Error() || len(here) != 2 {
		t.Errorf("here\n%v\nthere\n%v", here, there)
	}
	sent.Data = bytes.Replace(sent.Data, []byte(`,{"url":"none.zip"},{"url":"../b.zip"}`), nil, 1)
	opened = 0
	if _, err := Import(context.Background(), store, []Source{sent}, Options{Now: clock}); err != nil || !stored(t, store, aSVG) || opened != 3 {
		t.Errorf("%v, %d opened", err, opened)
	}
}

// Digest follows the files that seed files name.
func TestDigest(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/acme.json", logos("mark.svg"))
	seen := make(map[[32]byte]string)
	for _, text := range []string{"", aSVG, aSVG + " ", "other"} {
		put(t, dir+"/mark.svg", text)
		sum := Digest(ReadPaths([]string{dir}))
		if before, ok := seen[sum]; ok || sum != Digest(ReadPaths([]string{dir})) {
			t.Errorf("%q has the digest of %q, or two", text, before)
		}
		seen[sum] = text
	}
}
