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

// wordAction matches an action that inserts words of the page: {{w "key"}}, or
// {{w "key" .Field}} where the field replaces their %s.
var wordAction = regexp.MustCompile(`{{w "([^"]+)"(?: ([$.\w]+))?}}`)

// templateSets are the templates of each language with its words inserted,
// parsed on first use. The ids of a page's own elements begin with "dm|", which
// no anchor of a manual can.
var templateSets = func() (sets [len(languages)]func() *template.Template) {
	for i := range sets {
		sets[i] = sync.OnceValue(func() *template.Template {
			t := template.New("")
			names, _ := fs.Glob(files, "templates/*") // embedded
			for _, name := range names {
				text, _ := files.ReadFile(name)
				template.Must(t.Parse(wordAction.ReplaceAllStringFunc(string(text), locale{index: i}.replaceWord)))
			}
			return t
		})
	}
	return sets
}()

// replaceWord returns the words for an action that inserts them.
func (s locale) replaceWord(action string) string {
	found := wordAction.FindStringSubmatch(action)
	text := escaper.Replace(s.translate(found[1]))
	if found[2] != "" {
		text = strings.Replace(text, "%s", "{{"+found[2]+"}}", 1)
	}
	return text
}

// execute renders a template in a language. An error is a fault of the template
// or the words, which tests find.
func execute(s locale, name string, data any) []byte {
	var out bytes.Buffer
	out.Grow(1 << 14)
	if err := templateSets[s.index]().ExecuteTemplate(&out, name, data); err != nil {
		panic(fmt.Sprintf("writing the %s page: %v", name, err))
	}
	return bytes.Clone(out.Bytes()) // without unused capacity
}
