package seed

import (
	"bytes"
	"context"
	"crypto/sha256"
	"designmanual/seed/source"
	"io"
	"os"
	"testing"
)

// TestNamed imports sources with files from NewFolder and finds the same problems as
// with the folder itself.
func TestNamed(t *testing.T) {
	store, dir := openStore(t), t.TempDir()
	put(t, dir+"/mark.svg", aSVG)
	put(t, dir+"/a.zip", "PK\x03\x04")
	guide := acme(aManual("guide", `"sections":[{"title":"L","type":"LOGO","content":{"logos":[{"url":"mark.svg"},{"url":"./mark.svg"},{"url":"https://x.example/"}]}},
		{"title":"F","hidden":true,"blocks":[{"type":"DOWNLOADS","content":{"files":[{"url":"a.zip"},{"url":"none.zip"},{"url":"../b.zip"}]}}]}]`))
	guide.Files = source.OpenFolder(dir)
	named := Named([]Source{{Data: []byte("{")}, guide}, Options{})
	if len(named) != 3 || named[0] != (source.NamedFile{Source: 1, Path: "mark.svg", Sum: sha256.Sum256([]byte(aSVG)), Size: int64(len(aSVG))}) || named[1].Path != "a.zip" || named[2].Fault == "" {
		t.Fatalf("named %+v", named)
	}
	sent := guide
	sent.Files = source.NewFolder(named, func(n source.NamedFile) (io.ReadCloser, error) {
		data, err := os.ReadFile(dir + "/" + n.Path)
		return io.NopCloser(bytes.NewReader(data)), err
	})
	here, there := problemsOf(t, store, Options{Now: clock}, guide), problemsOf(t, store, Options{Now: clock}, sent)
	if here.Error() != there.Error() || len(here) != 2 {
		t.Errorf("here\n%v\nthere\n%v", here, there)
	}
	sent.Data = bytes.Replace(sent.Data, []byte(`,{"url":"none.zip"},{"url":"../b.zip"}`), nil, 1)
	if _, err := Import(context.Background(), store, []Source{sent}, Options{Now: clock}); err != nil || !stored(t, store, aSVG) {
		t.Error(err)
	}
}

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
