package pull

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"designmanual/api/remote"
)

// service returns the manual of another service that implements the interface.
func service(t *testing.T, sections, tokens string) *remote.FoundManual {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	answer := func(path, body string) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, strings.ReplaceAll(body, "HOST", server.URL))
		})
	}
	answer("/api/v1/manuals/acme.json", `{"id":"m1","slug":"guide","title":"Guide","description":"","url":"HOST","visibility":"public",
		"updatedAt":"2026-05-04T09:30:00Z","expiresAt":null,"sections":[`+sections+`]}`)
	answer("/api/v1/manuals/acme/tokens.json", `{"color":{`+tokens+`},"dimension":{},"fontFamily":{},"fontSize":{},"duration":{},"cubicBezier":{},"radius":{},"shadow":{},"theme":{}}`)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, `<!doctype html><html lang="nb"><head><meta property="og:site_name" content="Acme &amp; Sons"></head>`)
	})
	mux.HandleFunc("GET /endless/{name}", func(w http.ResponseWriter, r *http.Request) {
		out := io.Writer(w)
		if r.PathValue("name") == "zipped.svg" {
			w.Header().Set("Content-Encoding", "gzip")
			out = gzip.NewWriter(w)
		}
		for zeros := make([]byte, 1<<20); ; {
			if _, err := out.Write(zeros); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("GET /uploads/{name}", func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>%s</title></svg>`, r.URL.RawQuery)
	})
	found, err := remote.New("").Find(context.Background(), server.URL+"/api/v1/manuals/acme.json")
	if err != nil {
		t.Fatal(err)
	}
	return found
}

const blue = `"blue":{"$value":"#0000FF","$type":"color"}`

func section(blocks string) string {
	return `{"id":"s1","anchor":"colour","url":"","title":"Colour","content":{},"blocks":[` + blocks + `]}`
}

const colors = `{"id":"b1","anchor":"colour-1","url":"","type":"COLORS","label":"Color","content":{"colors":[{"name":"Blue","hex":"#0000FF"}]}}`

// What a seed file cannot hold is listed with its place.
func TestDifferences(t *testing.T) {
	for _, c := range []struct {
		name, sections, tokens string
		want                   []string // parts of the differences
	}{
		{"no differences", section(colors), blue, nil},
		{"no section", "", "", nil},
		{"an older section without blocks", `{"id":"s1","anchor":"a","title":"T","content":{},"blocks":[{"id":"s1","anchor":"a","type":"TEXT","content":{"html":"x"}}]}`, "", nil},
		{"an empty block", section(`{"id":"b1","anchor":"b","type":"TEXT","content":{}}`), "", []string{"manuals[0].sections[0].blocks[0]: the TEXT block cannot be held"}},
		{"a kind in lower case", section(`{"id":"b1","anchor":"b","type":"text","content":{"x":1}}`), "", []string{"manuals[0].sections[0].blocks[0].type: "}},
		{"an id twice", section(colors + "," + strings.Replace(colors, "colour-1", "colour-2", 1)), blue, []string{"manuals[0].sections[0].blocks[1].id: "}},
		{"a token that no block makes", section(colors), blue + `,"red":{"$value":"#F00","$type":"color"}`, []string{"tokens: token color.red is removed"}},
		{"another value", section(colors), `"blue":{"$value":"navy","$type":"color"}`, []string{"tokens: token color.blue changes visibly from navy to #0000FF"}},
		{"a missing token", section(colors), "", []string{"tokens: token color.blue is added"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files, err := Manuals(t.Context(), []*remote.FoundManual{service(t, c.sections, c.tokens)}, Options{})
			if err != nil || len(files) != 1 || len(files[0].Deviations) != len(c.want) {
				t.Fatalf("%+v, %v", files, err)
			}
			for i, want := range c.want {
				if got := files[0].Deviations[i].String(); !strings.Contains(got, want) {
					t.Errorf("found %s, want %s", got, want)
				}
			}
		})
	}
}

// With Lossy the parts that an import refuses are left out.
func TestLossy(t *testing.T) {
	found := service(t, section(`{"id":"b0","anchor":"b","type":"text","content":{"x":1}},`+colors), blue)
	files, err := Manuals(t.Context(), []*remote.FoundManual{found}, Options{Lossy: true, Brand: "globex", Name: "Globex"})
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	text := string(files[0].JSON)
	if strings.Contains(text, `"text"`) || !strings.Contains(text, `"COLORS"`) || !strings.Contains(text, `"slug": "globex"`) || !strings.Contains(text, `"name": "Globex"`) {
		t.Error(text)
	}
	if len(files[0].Deviations) == 0 || !strings.Contains(files[0].Deviations[0].String(), "blocks[0].type") {
		t.Errorf("%v", files[0].Deviations)
	}
}

// memory is a folder in memory.
type memory struct{ fstest.MapFS }

func (m memory) Write(name string, data []byte) error {
	if m.MapFS[name] != nil {
		return fs.ErrExist
	}
	m.MapFS[name] = &fstest.MapFile{Data: data}
	return nil
}

// Files on the host of the manual are downloaded once and get different names.
// Addresses on other hosts stay.
func TestFiles(t *testing.T) {
	logos := `{"id":"b1","anchor":"b","type":"LOGO","content":{ "n": 1.0, "logos":[{"name":"A","url":"HOST/uploads/logo.svg?1"},{"name":"B","url":"HOST/uploads/logo.svg?2"},
		{"name":"C","url":"HOST/uploads/logo.svg?1"},{"name":"D","url":"https://elsewhere.example/logo.svg"}]}}`
	folder := memory{fstest.MapFS{}}
	files, err := Manuals(t.Context(), []*remote.FoundManual{service(t, section(logos), "")}, Options{Files: folder})
	if err != nil || len(files) != 1 || len(files[0].Deviations) > 0 {
		t.Fatalf("%+v, %v", files, err)
	}
	var compact bytes.Buffer
	for _, field := range strings.Fields(string(files[0].JSON)) {
		compact.WriteString(field)
	}
	want := `"content":{"n":1.0,"logos":[{"name":"A","url":"files/logo.svg"},{"name":"B","url":"files/2/logo.svg"},{"name":"C","url":"files/logo.svg"},{"name":"D","url":"https://elsewhere.example/logo.svg"}]}`
	if !strings.Contains(compact.String(), want) {
		t.Errorf("%s", compact.String())
	}
	if len(files[0].Notes) != 1 || !strings.Contains(files[0].Notes[0].Text, "https://elsewhere.example/logo.svg is not of this service") {
		t.Errorf("%v", files[0].Notes)
	}
	if names, err := fs.Glob(folder, "files/*.svg"); err != nil || len(names) != 1 || folder.MapFS["files/2/logo.svg"] == nil {
		t.Errorf("%v, %v", names, err)
	}
}

// A file is read up to the size that an import takes, compressed or not.
func TestEndlessFiles(t *testing.T) {
	for _, name := range []string{"plain.svg", "zipped.svg"} {
		found := service(t, section(`{"id":"b1","anchor":"b","type":"LOGO","content":{"logos":[{"name":"A","url":"HOST/endless/`+name+`"}]}}`), "")
		_, err := Manuals(t.Context(), []*remote.FoundManual{found}, Options{Files: memory{fstest.MapFS{}}})
		if err == nil || !strings.Contains(err.Error(), "more than 64 MiB") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The page says the brand's name and the language.
func TestPage(t *testing.T) {
	files, err := Manuals(t.Context(), []*remote.FoundManual{service(t, section(colors), blue)}, Options{})
	if err != nil || !strings.Contains(string(files[0].JSON), `"name": "Acme & Sons"`) || !strings.Contains(string(files[0].JSON), `"lang": "nb"`) || len(files[0].Notes) > 0 {
		t.Errorf("%+v, %v", files, err)
	}
	for brand, c := range map[string]struct{ url, want string }{
		"acme":   {"https://acme.manuals.example", "[]"},
		"other":  {"https://brand.acme.example/guide", "[brand.acme.example]"},
		"local":  {"http://127.0.0.1:8080", "[]"},
		"single": {"http://localhost:8080", "[]"},
	} {
		m := &pulledManual{FoundManual: &remote.FoundManual{Document: &remote.Manual{URL: c.url}}}
		if got := fmt.Sprint(domains(brand, []*pulledManual{m, m})); got != c.want {
			t.Errorf("%s: %s, want %s", c.url, got, c.want)
		}
	}
}

// A page that cannot be read is told with the reason: it may say all that is missed.
func TestUnreadPage(t *testing.T) {
	found := service(t, section(colors), blue)
	found.Document.URL = strings.Replace(found.Address(), "/api/v1/manuals/", "/missing/", 1)
	files, err := Manuals(t.Context(), []*remote.FoundManual{found}, Options{Brand: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	notes := files[0].Notes
	if len(notes) != 1 || !strings.Contains(notes[0].Text, "the page could not be read: ") {
		t.Errorf("notes are %v", notes)
	}
}

// An existing file with the same content is used, one with other content is an error.
func TestExistingFiles(t *testing.T) {
	found := service(t, section(`{"id":"b1","anchor":"b","type":"LOGO","content":{"logos":[{"name":"A","url":"HOST/uploads/logo.svg?1"}]}}`), "")
	folder := memory{fstest.MapFS{}}
	for range 2 { // of two runs
		files, err := Manuals(t.Context(), []*remote.FoundManual{found}, Options{Files: folder})
		if err != nil || !strings.Contains(string(files[0].JSON), `"files/logo.svg"`) {
			t.Fatalf("%+v, %v", files, err)
		}
	}
	folder.MapFS["files/logo.svg"].Data[0] ^= 1
	if files, err := Manuals(t.Context(), []*remote.FoundManual{found}, Options{Files: folder}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%+v, %v", files, err)
	}
}
