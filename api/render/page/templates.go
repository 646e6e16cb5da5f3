package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"sync"

	"designmanual/api/render/page/words"
)

// templateSets are the templates of each language, parsed on first use. The ids of a
// page's own elements begin with "dm:", which no anchor of a manual can.
var templateSets = func() map[string]func() *template.Template {
	sets := map[string]func() *template.Template{}
	for _, language := range words.Languages() {
		sets[language] = sync.OnceValue(func() *template.Template {
			t := template.New("").Funcs(template.FuncMap{
				"shown": shownColor, "inc": func(i int) int { return i + 1 },
				"extra": extraHTML, "token": tokenHTML, "amount": amountHTML, "rows": rowsHTML,
			})
			sources, _ := files.ReadDir("templates") // embedded
			for _, source := range sources {
				text, _ := files.ReadFile("templates/" + source.Name())
				template.Must(t.Parse(words.New(language, "").InTemplate(string(text))))
			}
			return t
		})
	}
	return sets
}()

// outputs are buffers for the output of templates, which would grow anew for each block.
var outputs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// execute renders a template in a language. An error is a fault of the template
// or the words, which tests find.
func execute(s words.Locale, name string, data any) []byte {
	out := outputs.Get().(*bytes.Buffer)
	defer outputs.Put(out)
	out.Reset()
	if err := templateSets[s.Language()]().ExecuteTemplate(out, name, data); err != nil {
		panic(fmt.Sprintf("writing the %s page: %v", name, err))
	}
	return bytes.Clone(out.Bytes())
}

//go:embed templates feed.xml
var files embed.FS
