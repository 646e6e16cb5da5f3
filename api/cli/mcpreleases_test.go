package cli

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"designmanual/db/manual"
)

// An agent learns over both transports what changed between two releases. Without releases there
// is a note, and a long difference is told in parts.
func TestAgentOfReleases(t *testing.T) {
	folder := t.TempDir()
	seeds := filepath.Join(folder, "acme.json")
	publish := func(version, colors string) {
		writeFile(t, seeds, fmt.Appendf(nil, `{ "brand": { "slug": "acme", "name": "Acme" }, "manuals": [
			{ "id": "man_a", "slug": "guide", "primary": true, "title": "Guide", "visibility": "public", "updatedAt": "2026-05-04T09:30:00Z", "sections": [
			{ "id": "s", "anchor": "s", "title": "S", "blocks": [ { "id": "c", "anchor": "c", "type": "COLORS", "content": { "colors": [ %s ] } } ] } ] },
			{ "id": "man_b", "slug": "other", "title": "Other", "visibility": "public", "updatedAt": "2026-05-04T09:30:00Z" } ] }`, colors))
		run(t, exitDone, "release", version, seeds, "--slug", "acme.guide")
	}
	const blue = `{ "name": "Blue", "hex": "#0b5fff" }`
	publish("1.0.0", blue)
	var many []string
	for i := range 300 {
		many = append(many, fmt.Sprintf(`{ "name": "Gray %d", "hex": "#%06x" }`, i, i))
	}
	publish("1.1.0", blue+","+strings.Join(many, ","))
	publish("2.0.0", strings.Replace(blue, "Blue", "Royal", 1)+","+strings.Join(many, ","))
	database := filepath.Join(folder, "designmanual.db")
	run(t, exitDone, "import", "--db", database, seeds)
	address := newServer(t, "--db", database).address()
	_, port, _ := strings.Cut(address, ":")
	name := "acme.localhost:" + port
	overHTTP, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: "http://" + address + manual.AgentsPath, DisableStandaloneSSE: true, MaxRetries: -1,
		HTTPClient: &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			r.Host = "acme.localhost"
			return http.DefaultTransport.RoundTrip(r)
		})},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { overHTTP.Close() })
	documents := "http://" + address + manual.APIDocumentsPath("acme", "")
	for transport, session := range map[string]*mcp.ClientSession{
		"HTTP": overHTTP, "standard input": agent(t, "", documents+"guide.json", documents+"other.json"),
	} {
		for arguments, want := range map[string]string{
			`{"manual":"NAME"}`:                             `"releases":[{"breaking":true,"changes":"1 renamed","date":"`,
			`{"manual":"NAME","line":2}`:                    `"tokens":"http://NAME/-/releases/1.0.0/tokens.json","version":"1.0.0"}]}`,
			`{"manual":"NAME","from":"1.1.0","to":"2.0.0"}`: `{"breaking":true,"from":"1.1.0","lines":["token color.blue is renamed to color.royal"],"manual":"NAME","to":"2.0.0"}`,
			`{"manual":"NAME","to":"v2.0.0"}`:               `"from":"1.1.0","lines"`,
			`{"manual":"NAME","from":"1.1.0"}`:              `"to":"2.0.0"}`,
			`{"manual":"NAME","from":"2.0.0"}`:              `{"breaking":false,"from":"2.0.0","manual":"NAME","note":"no token changed","to":"2.0.0"}`,
			`{"manual":"NAME","from":"1.0.0"}`:              `of 301; the rest with line: `,
			`{"manual":"NAME","from":"1.0.0","line":290}`:   `"token color.gray-299 is added"`,
			`{"manual":"NAME/other"}`:                       `"note":"the manual has no releases; find_token has its tokens as they are"`,
			`{"manual":"NAME","from":"3.0.0"}`:              `there is no release "3.0.0"; there are 2.0.0, 1.1.0, 1.0.0`,
			`{"manual":"NAME","to":"1.0.0"}`:                `1.0.0 is the first release: there is none before it`,
			`{}`:                                            `there are 2 manuals: say which one with manual`,
		} {
			arguments, want := strings.ReplaceAll(arguments, "NAME", name), strings.ReplaceAll(want, "NAME", name)
			answer, _ := use(t, session, "releases", arguments)
			if !strings.Contains(answer, want) || utf8.RuneCountInString(answer) > 4000 {
				t.Errorf("%s: %s: %s", transport, arguments, answer)
			}
		}
	}
}
