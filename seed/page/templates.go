package page

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"regexp"
	"strings"
	"sync"
)

// ownWords finds where a template says words of the page: {{w "key"}}, or
// {{w "key" .Field}} where the field is filled in for their %s.
var ownWords = regexp.MustCompile(`{{w "([^"]+)"(?: ([$.\w]+))?}}`)

// templateSets are the templates of each language, with the page's own words
// in them, made when first used.
var templateSets = func() (sets [len(languages)]func() *template.Template) {
	for i := range sets {
		sets[i] = sync.OnceValue(func() *template.Template {
			t := template.New("")
			names, _ := fs.Glob(files, "templates/*") // always there
			for _, name := range names {
				text, _ := files.ReadFile(name)
				template.Must(t.Parse(ownWords.ReplaceAllStringFunc(string(text), speech{own: i}.fix)))
			}
			return t
		})
	}
	return sets
}()

// fix returns the words in place of an action that says them.
func (s speech) fix(action string) string {
	found := ownWords.FindStringSubmatch(action)
	text := escaper.Replace(s.say(found[1]))
	if found[2] != "" {
		text = strings.Replace(text, "%s", "{{"+found[2]+"}}", 1)
	}
	return text
}

// execute writes a page in its language. An error is a fault of the template or
// the words, which the tests find.
func execute(s speech, name string, data any) []byte {
	var out bytes.Buffer
	out.Grow(1 << 14)
	if err := templateSets[s.own]().ExecuteTemplate(&out, name, data); err != nil {
		panic(fmt.Sprintf("writing the %s page: %v", name, err))
	}
	return bytes.Clone(out.Bytes()) // which takes no more room than it needs
}
