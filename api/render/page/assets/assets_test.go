package assets

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "make the scripts that are served anew")

// takenNames is what the script that is loaded later takes from the other one.
const takenNames = "const { later, body, all, plain, make, fill, say, inSlices, button, channels, rgb, hsl, hueOf, " +
	"tokenOf, colorOf, prepare, prepareSwatch, foldedModes, copy } = globalThis.designmanual;\n"

// scripts are the scripts as they are written, by what is served of them.
var scripts = []struct {
	name, before string
	files        []string
}{
	{name: "early.js", files: []string{"early.js"}},
	{name: "page.js", files: []string{"js/base.js", "js/contents.js", "js/copy.js", "js/later.js"}},
	{
		name: "later.js", before: takenNames,
		files: []string{"js/fold.js", "js/contrast.js", "js/rank.js", "js/search.js", "js/pictures.js"},
	},
}

// The scripts that are served are made of those that are written, whose hashes stand in min/hashes.txt.
func TestScripts(t *testing.T) {
	var hashes strings.Builder
	for _, script := range scripts {
		source := script.before
		for _, name := range script.files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			source += string(text)
		}
		if script.name != "early.js" {
			source = "\"use strict\";\n(() => {\n" + source + "})();\n"
		}
		if *update {
			minify(t, source, "min/"+script.name)
		}
		served, err := os.ReadFile("min/" + script.name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&hashes, "%s %x, written %x\n", script.name, sha256.Sum256(served), sha256.Sum256([]byte(source)))
	}
	if *update {
		if err := os.WriteFile("min/hashes.txt", []byte(hashes.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("min/hashes.txt")
	if err != nil {
		t.Fatal(err)
	}
	if hashes.String() != string(want) {
		t.Errorf("a script was changed: go test ./api/render/page/assets -update\n%s, want\n%s", hashes.String(), want)
	}
}

// minify writes a script without what a browser does not need, on one line: the checker of the W3C hashes no other one.
func minify(t *testing.T, source, name string) {
	t.Helper()
	cmd := exec.Command("go", "run", "github.com/evanw/esbuild/cmd/esbuild@v0.28.2", "--minify", "--charset=utf8")
	cmd.Stdin, cmd.Stderr = strings.NewReader(source), os.Stderr
	served, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(strings.TrimSuffix(string(served), "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
}
