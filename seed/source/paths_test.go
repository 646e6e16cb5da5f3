package source

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// A name is found in whichever Unicode form the folder has it, and the exact one first.
func TestOtherUnicodeForm(t *testing.T) {
	const composed, decomposed = "\u00fcbung", "u\u0308bung"
	dir := t.TempDir()
	write(t, filepath.Join(dir, "logo-"+decomposed, decomposed+".svg"))
	write(t, filepath.Join(dir, "both", composed+".svg"))
	write(t, filepath.Join(dir, "both", decomposed+".svg"))
	if err := os.WriteFile(filepath.Join(dir, "both", composed+".svg"), []byte("the composed one"), 0o644); err != nil {
		t.Fatal(err)
	}
	files := OpenFolder(dir)
	for path, want := range map[string]string{
		"logo-" + composed + "/" + composed + ".svg":     "one",
		"logo-" + decomposed + "/" + composed + ".svg":   "one",
		"logo-" + decomposed + "/" + decomposed + ".svg": "one",
		"both/" + composed + ".svg":                      "the composed one",
		"both/" + decomposed + ".svg":                    "one",
	} {
		if text, err := fs.ReadFile(files, path); err != nil || string(text) != want {
			t.Errorf("%+q: %q, %v", path, text, err)
		}
	}
	if _, _, err := OpenAsset(files, "logo-"+composed+"/none.svg"); err == nil {
		t.Error("a missing file in a folder of another form is found")
	}
}

// What stands in place of a missing file is told.
func TestMissingFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".mark.svg.icloud"))
	write(t, filepath.Join(dir, "film.mp4.crdownload"))
	write(t, filepath.Join(dir, "logo", "Cover.PNG"))
	if err := os.Symlink("../.git/annex/objects/xW/SHA256E-s3--f5.ai/SHA256E-s3--f5.ai", filepath.Join(dir, "logo", "annexed.ai")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"mark.svg":        `there is no file "mark.svg" in the folder. There is ".mark.svg.icloud" in its place`,
		"film.mp4":        `There is "film.mp4.crdownload" in its place`,
		"logo/cover.png":  `There is "logo/Cover.PNG".`,
		"logo/annexed.ai": "found a link of git-annex. `git annex get` fetches the file",
	} {
		if _, _, err := OpenAsset(OpenFolder(dir), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", name, err, want)
		}
	}
}

// A caseless folder finds files by names in any case, as Windows and Macs do.
type caseless struct{ fs.FS }

func (c caseless) Stat(name string) (fs.FileInfo, error) { return fs.Stat(c.FS, strings.ToLower(name)) }

// A file that only Windows and Macs find by that name is told, and how it is written.
func TestNamesInOtherCase(t *testing.T) {
	files := caseless{fstest.MapFS{"logo/mark.svg": {Data: []byte("x")}, "2.svg": {Data: []byte("x")}}}
	for name, want := range map[string]string{
		"logo/mark.svg": "",
		"2.svg":         "",
		"Logo/mark.SVG": `found "Logo/mark.SVG" for "logo/mark.svg": Linux tells the two apart. Write "logo/mark.svg".`,
	} {
		if own := ownName(files, name); (own == "") != (want == "") {
			t.Errorf("%s: %q", name, own)
		}
		_, _, err := OpenAsset(files, name)
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v\nwant %s", name, err, want)
		}
	}
}

func TestAssetPathHelp(t *testing.T) {
	for ref, want := range map[string]string{
		"pictures\roastery.jpg":  `in JSON \r is no letter after a folder. Write / between folders: pictures/roastery.jpg`,
		"bilder\tiger\nuss.svg":  `in JSON \t is no letter after a folder. Write / between folders: bilder/tiger/nuss.svg`,
		`C:\Users\ida\mark.svg`:  "a path of one machine. Copy the file into this folder",
		"/Users/ida/mark.svg":    "a path of one machine.",
		"~/mark.svg":             "a path of one machine.",
		`\\server\share\mark.ai`: "a path of one machine.",
		"/mark.svg":              "an absolute path. Leave out the / at its beginning.",
	} {
		if _, err := AssetPath(ref); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v\nwant %s", ref, err, want)
		}
	}
}
