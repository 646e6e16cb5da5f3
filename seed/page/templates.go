package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"regexp"
	"sync"
)

//go:embed templates/*.html
var templateFiles embed.FS

// fixedWords finds where a template says words of the page with nothing
// filled in.
var fixedWords = regexp.MustCompile(`{{w "([^"]+)"}}`)

// templateSets are the templates of each language, made when first used: the
// page's own words are in them, or come through the function w.
var templateSets = func() (sets [len(languages)]func() *template.Template) {
	for i := range sets {
		sets[i] = sync.OnceValue(func() *template.Template {
			s := speech{own: i}
			t := template.New("").Funcs(template.FuncMap{"w": s.say}).Option("missingkey=error")
			files, _ := templateFiles.ReadDir("templates") // always there
			for _, file := range files {
				text, _ := templateFiles.ReadFile("templates/" + file.Name())
				template.Must(t.Parse(fixedWords.ReplaceAllStringFunc(string(text), s.fix)))
			}
			return t
		})
	}
	return sets
}()

// fix returns the words in place of an action that says them.
func (s speech) fix(action string) string {
	return escaper.Replace(s.say(fixedWords.FindStringSubmatch(action)[1]))
}

// buffers are kept, since an import writes thousands of pages.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// execute writes a page in its language.
func execute(s speech, name string, data any) ([]byte, error) {
	out := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(out)
	out.Reset()
	if err := templateSets[s.own]().ExecuteTemplate(out, name, data); err != nil {
		return nil, fmt.Errorf("writing the %s page: %w", name, err)
	}
	return bytes.Clone(out.Bytes()), nil
}
