package page

import (
	"regexp"
	"testing"

	"designmanual/api/render/page/words"
)

// Every word that a template uses exists.
func TestWordsOfTemplates(t *testing.T) {
	templates, err := files.ReadDir("templates")
	if err != nil {
		t.Fatal(err)
	}
	marker := regexp.MustCompile(`\bw "([^"]+)"`)
	for _, file := range templates {
		text, err := files.ReadFile("templates/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range marker.FindAllStringSubmatch(string(text), -1) {
			if !words.Known(match[1]) {
				t.Errorf("%s says %q, which has no words", file.Name(), match[1])
			}
		}
	}
}
