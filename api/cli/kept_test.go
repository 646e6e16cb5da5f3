package cli

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"designmanual/db/manual"
)

// A visitor asks for everything on all hosts, and follows every link.
type visitor struct {
	t       *testing.T
	address string
	fields  []string
	left    []string // addresses to ask for
	known   map[string]bool
	counts  map[string]int // of bodies, by the word in them
}

var (
	keptWords = regexp.MustCompile(`(?i)zqsecret(kept|member|quiet)|#a1b2c3|openword`)
	pageLink  = regexp.MustCompile(`https?://[\w.:-]+[^\s"'<>()\\\x60]*|(?:href|src|action)="(/[^"]*)"|\]\((/[^)]*)\)`)
)

// add adds an address unless it is known, or of another server.
func (v *visitor) add(address string) {
	address, _, _ = strings.Cut(strings.ReplaceAll(address, "&amp;", "&"), "#")
	if !v.known[address] && len(v.known) < 20_000 {
		v.known[address] = true
		v.left = append(v.left, address)
	}
}

// visit asks for what is left, and counts the words in the answers.
func (v *visitor) visit() {
	v.t.Helper()
	for len(v.left) > 0 {
		next := v.left[0]
		v.left = v.left[1:]
		host, path, _ := strings.Cut(strings.TrimPrefix(next, "http://"), "/")
		response, body := fetch(v.t, http.DefaultClient, "http://"+v.address+"/"+path, append([]string{"Host: " + host}, v.fields...)...)
		if response == nil {
			v.t.Fatalf("%s: no answer", next)
		}
		v.look(next, body)
		for _, link := range pageLink.FindAllStringSubmatch(body+" "+response.Header.Get("Location"), -1) {
			address := link[1] + link[2]
			if address != "" {
				v.add("http://" + host + address)
			} else if strings.Contains(link[0], "example") {
				v.add(link[0])
			}
		}
	}
}

// look counts the words in a body, and in the files of an archive.
func (v *visitor) look(name, body string) {
	if archive, err := zip.NewReader(strings.NewReader(body), int64(len(body))); err == nil {
		for _, f := range archive.File {
			r, err := f.Open()
			if err != nil {
				v.t.Fatal(err)
			}
			data, err := io.ReadAll(r)
			if err != nil {
				v.t.Fatal(err)
			}
			body += f.Name + string(data)
		}
	}
	for _, word := range slices.Compact(slices.Sorted(slices.Values(keptWords.FindAllString(strings.ToLower(body), -1)))) {
		v.counts[word]++
		if word == "zqsecretkept" || word == "#a1b2c3" || word != "openword" && v.fields == nil {
			at := strings.Index(strings.ToLower(body), word)
			v.t.Errorf("%q with %q shows %s: …%s", name, v.fields, word, body[max(0, at-200):min(len(body), at+100)])
		}
	}
}

// Nothing that is kept off the pages stands in anything that is served, on any host, or
// in a static site: drafts, hidden sections, internal blocks, their files, what is not
// published or has ended, and what needs an access token.
func TestKeptOffPages(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/kept.txtar")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := txtar.Write(archive, "."); err != nil {
		t.Fatal(err)
	}
	var kept []string // paths of files that nobody sees, below the address of their manual
	for _, name := range []string{"open", "zqsecretkept-hidden", "zqsecretkept-picture", "zqsecretkept-internal", "zqsecretkept-draft", "zqsecretkept-off", "zqsecretmember"} {
		text := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><title>%s</title></svg>`, strings.Replace(name, "open", "openword", 1))
		writeFile(t, name+".svg", text)
		if strings.Contains(name, "kept") {
			kept = append(kept, (&manual.File{Name: name + ".svg", Sum: sha256.Sum256(text)}).Path())
		}
	}
	run(t, exitDone, "import", "acme.json", "globex.json", "shadow.json", "mixed.json")
	secret, _ := run(t, exitDone, "token", "create", "--brand", "acme", "--name", "n")
	hosts := []string{"manuals.example", "acme.manuals.example", "brand.acme.example", "acme-press.manuals.example", "shadow.example", "mixed.manuals.example", "unrelated.example",
		"www.manuals.example", "globex.manuals.example", "shadow.manuals.example", "nobody.manuals.example", "127.0.0.1"}
	const whole = 7 // of the hosts are asked for every document of every manual, the others for their lists
	below := []string{"", "/", manual.ExportPath, manual.FeedPath, manual.FilesZipPath, manual.BrandZipPath}
	for _, d := range manual.Documents {
		if d.File != "" {
			below = append(below, manual.ExportDocumentPath(d.File))
		}
	}
	for _, args := range [][]string{{"--base-url", "http://manuals.example"}, {"--base-url", "http://manuals.example/b", "--brand", "acme"}} {
		server := newServer(t, append(args, "--rate", "off", "--token-rate", "off")...)
		address := server.address()
		base := strings.TrimPrefix(args[1], "http://manuals.example")
		for _, fields := range [][]string{nil, {"Authorization: Bearer " + strings.TrimSpace(secret)}} {
			v := &visitor{t: t, address: address, fields: fields, known: make(map[string]bool), counts: make(map[string]int)}
			for i, host := range hosts {
				for _, path := range []string{"", manual.RobotsPath, manual.LLMsPath, manual.FaviconPath, manual.BrandsPath, manual.ManualListPath, manual.SkillsPath, manual.OpenAPIPath, "/nothing"} {
					v.add("http://" + host + base + path)
				}
				for _, slug := range []string{"guide", "press", "off", "unapproved", "old", "crew", "vault", "second"} {
					if i >= whole {
						break
					}
					for _, path := range below {
						v.add("http://" + host + base + path)
						v.add("http://" + host + base + "/" + slug + path)
					}
					for _, brand := range []string{"acme", "shadow"} {
						for _, document := range []string{manual.ManualSuffix, manual.TokensSuffix, manual.TokensSuffix + "?format=2025.10", manual.TokensSuffix + "?format=2025.10-resolver"} {
							v.add("http://" + host + base + manual.ManualsPath + brand + "." + slug + document)
							v.add("http://" + host + base + manual.ManualsPath + brand + document)
						}
					}
				}
				for _, call := range []string{`"resources/list"`, `"tools/call","params":{"name":"list_manuals","arguments":{}}`, `"tools/call","params":{"name":"search","arguments":{"query":"words"}}`, `"tools/call","params":{"name":"find_token","arguments":{"group":"color"}}`} {
					body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%s}`, call)
					v.look(host+" "+call, exchange(t, http.MethodPost, "http://"+address+base+manual.AgentsPath, body, append([]string{"Host: " + host, "Content-Type: application/json", "Accept: application/json, text/event-stream"}, fields...)...))
				}
			}
			v.visit()
			t.Logf("%d addresses, %v", len(v.known), v.counts)
			if v.counts["openword"] < 100 || v.counts["zqsecretmember"] == 0 && fields != nil {
				t.Errorf("the visitor has seen %v at %d addresses", v.counts, len(v.known))
			}
			for _, host := range hosts[:whole] {
				for _, at := range kept {
					for _, slug := range []string{"", "/press", "/off"} {
						if response, _ := fetch(t, http.DefaultClient, "http://"+address+base+slug+at, append([]string{"Host: " + host}, fields...)...); response.StatusCode != http.StatusNotFound {
							t.Errorf("%s%s%s: %s", host, slug, at, response.Status)
						}
					}
				}
			}
		}
		server.end()
	}
	for _, args := range [][]string{{"list"}, {"show", "acme.press"}, {"show", "acme.press", "--tokens"}, {"explain", "acme.press"}, {"explain", "acme.press", "--json"}} {
		out, _ := run(t, exitDone, args...)
		if strings.Contains(out, "zqsecretkept draft") || strings.Contains(out, "zqsecretkept-draft") {
			t.Errorf("%q shows the draft: %s", args, out)
		}
	}
	run(t, exitDone, "export", "--allow-expiring", "site")
	v := &visitor{t: t, counts: make(map[string]int)}
	err = filepath.WalkDir("site", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		v.look(path, path+string(bytes.ToValidUTF8(data, nil)))
		return err
	})
	if err != nil || v.counts["openword"] < 20 {
		t.Errorf("%v, %v", v.counts, err)
	}
}
