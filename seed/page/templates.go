package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"sync"
)

//go:embed templates/*.html
var templateFiles embed.FS

// templateSets are the templates of each language, made when first used: they
// say the page's words through the function w.
var templateSets = func() (sets [len(languages)]func() *template.Template) {
	for i := range sets {
		sets[i] = sync.OnceValue(func() *template.Template {
			s := speech{own: i}
			t := template.New("").Funcs(template.FuncMap{"w": s.say, "ratio": s.ratio}).Option("missingkey=error")
			return template.Must(t.ParseFS(templateFiles, "templates/*.html"))
		})
	}
	return sets
}()

// execute writes a page in its language.
func execute(s speech, name string, data any) ([]byte, error) {
	var out bytes.Buffer
	if err := templateSets[s.own]().ExecuteTemplate(&out, name, data); err != nil {
		return nil, fmt.Errorf("writing the %s page: %w", name, err)
	}
	return out.Bytes(), nil
}
