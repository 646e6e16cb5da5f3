package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"designmanual/db/manual"
)

const agentSeed = `{ "brand": { "slug": "acme", "name": "Acme" }, "manuals": [
	{ "slug": "guide", "primary": true, "title": "Acme guide", "visibility": "public", "updatedAt": "2026-05-04T09:30:00Z", "sections": [
		{ "id": "sec_color", "anchor": "colour", "title": "Colour", "blocks": [
			{ "type": "COLORS", "content": { "colors": [ { "name": "Blue", "hex": "#0B5FFF" }, { "name": "Night", "hex": "#001030" }, { "name": "Blå", "hex": "#2368A2" }, { "name": "Beak Red", "hex": "#D7301F", "use": "Warnings", "deprecated": "Use Blue" } ] } },
			{ "type": "THEMES", "content": { "themes": [ { "name": "Day", "colors": { "background": "#FFFFFF", "text": "Night" } } ] } } ] },
		{ "id": "100%", "title": "Percent" }, { "id": "a#b/..\u202e", "title": "Odd" },
		{ "id": "sec_voice", "title": "Voice", "blocks": [ { "type": "TEXT", "content": { "html": "<p>Short words, <b>warm</b> tone.</p>" } } ] } ] },
	{ "slug": "crew", "title": "Crew", "visibility": "private", "updatedAt": "2026-05-04T09:30:00Z" } ] }`

// agentServer starts a server with agentSeed. It returns the paths of the seed file and
// the database, the server's address, and an access token of the brand. Flags are those
// of `serve`.
func agentServer(t *testing.T, flags ...string) (seeds, database, address, secret string) {
	t.Helper()
	folder := t.TempDir()
	seeds, database = filepath.Join(folder, "acme.json"), filepath.Join(folder, "designmanual.db")
	writeFile(t, seeds, []byte(agentSeed))
	run(t, exitDone, "import", "--db", database, seeds)
	secret, _ = run(t, exitDone, "token", "create", "--db", database, "--brand", "acme", "--name", "agent")
	return seeds, database, newServer(t, append(flags, "--db", database)...).address(), secret
}

// TestAgentOverHTTP uses the official client: an agent sees the open manuals of the
// host, and those of its brand with an access token. Without manuals to read, a host
// answers as an unknown one.
func TestAgentOverHTTP(t *testing.T) {
	seeds, database, address, secret := agentServer(t)
	connect := func(address, host, token string) *mcp.ClientSession {
		transport := &mcp.StreamableClientTransport{Endpoint: "http://" + address + manual.AgentsPath, DisableStandaloneSSE: true, MaxRetries: -1,
			HTTPClient: &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				r.Host = host
				if token != "" {
					r.Header.Set("Authorization", "Bearer "+token)
				}
				return http.DefaultTransport.RoundTrip(r)
			})}}
		session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { session.Close() })
		return session
	}
	_, _, below, _ := agentServer(t, "--base-url", "http://localhost/brand", "--brand", "acme")
	if answer, failed := use(t, connect(below+"/brand", "localhost", ""), "list_manuals", "{}"); failed || !strings.Contains(answer, `"exports":"http://localhost/brand/-/export"`) {
		t.Errorf("below a path: %s", answer)
	}
	for host, token := range map[string]string{"localhost": "", "acme.localhost": ""} {
		session := connect(address, host, token)
		if answer, failed := use(t, session, "list_manuals", "{}"); failed || !strings.Contains(answer, `"title":"Acme guide"`) || strings.Contains(answer, "rew") {
			t.Errorf("%s: %s", host, answer)
		}
		if answer, failed := use(t, session, "find_token", `{"name":"Beak Red"}`); failed || !strings.Contains(answer, `"value":"#D7301F"`) {
			t.Errorf("%s: %s", host, answer)
		}
		if resources, err := session.ListResources(t.Context(), nil); err != nil || len(resources.Resources) != 6 {
			t.Errorf("%s: %v, %v", host, resources, err)
		}
		prompt, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "follow_the_brand"})
		if err != nil || !strings.Contains(prompt.Messages[0].Content.(*mcp.TextContent).Text, "Acme guide") {
			t.Errorf("%s: %v, %v", host, prompt, err)
		}
	}
	if answer, _ := use(t, connect(address, "acme.localhost", strings.TrimSpace(secret)), "list_manuals", "{}"); !strings.Contains(answer, `"title":"Crew"`) {
		t.Errorf("with the token: %s", answer)
	}
	session := connect(address, "localhost", "")
	for _, change := range []struct{ from, to, want string }{ // while its connection is open
		{"Acme guide", "Another guide", `"title":"Another guide"`}, {`"public"`, `"private"`, `"manuals":[]`},
	} {
		text, err := os.ReadFile(seeds)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, seeds, []byte(strings.Replace(string(text), change.from, change.to, 1)))
		run(t, exitDone, "import", "--db", database, seeds)
		if answer, _ := use(t, session, "list_manuals", "{}"); !strings.Contains(answer, change.want) {
			t.Errorf("after a change to %s: %s", change.to, answer)
		}
	}
	for _, c := range []struct {
		method, host, body string
		want               int
	}{
		{"POST", "nobody.localhost", "{}", 404}, {"GET", "acme.localhost", "", 405}, {"POST", "acme.localhost", strings.Repeat(" ", 70<<10), 413}, {"OPTIONS", "acme.localhost", "", 204},
	} {
		request, _ := http.NewRequest(c.method, "http://"+address+"/-/mcp", strings.NewReader(c.body))
		request.Host = c.host
		request.Header = http.Header{"Origin": {"https://x.example"}, "Access-Control-Request-Method": {"POST"}, "Content-Type": {"application/json"}}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != c.want || response.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s %s: %d %v", c.method, c.host, response.StatusCode, response.Header)
		}
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// agent starts `designmanual mcp` and connects the official client to it.
func agent(t *testing.T, token string, addresses ...string) *mcp.ClientSession {
	t.Helper()
	command := exec.Command(os.Args[0], append([]string{"mcp"}, addresses...)...)
	command.Args[0] = "designmanual" // TestMain runs the program for this name
	command.Env = append(os.Environ(), tokenVariable+"="+token)
	command.Stderr = os.Stderr
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, &mcp.CommandTransport{Command: command}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// use calls a tool and returns the text of its result.
func use(t *testing.T, session *mcp.ClientSession, tool, arguments string) (answer string, failed bool) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		return err.Error(), true
	}
	for _, c := range result.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			answer += text.Text
		}
	}
	return answer, result.IsError
}

// An agent can use all tools and resources. Without the token it cannot see private
// manuals. It sees a change at once.
func TestAgent(t *testing.T) {
	seeds, database, address, secret := agentServer(t)
	guide, crew := "http://"+address+"/api/v1/manuals/acme.json", "http://"+address+"/api/v1/manuals/acme.crew.json"

	session := agent(t, "", guide, crew)
	tools, err := session.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 8 {
		t.Fatal(tools, err)
	}
	for _, tool := range tools.Tools {
		if tool.Annotations == nil || !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s is not marked as read-only", tool.Name)
		}
	}
	for _, c := range []struct {
		tool, arguments string
		want            []string
		fails           bool
	}{
		{"list_manuals", `{}`, []string{`"manual":"acme.localhost`, `"title":"Acme guide"`, `"anchor":"colour"`}, false},
		{"get_section", `{"section":"voice"}`, []string{"Short words, **warm** tone."}, false},
		{"get_section", `{"manual":"acme","section":"sec_color"}`, []string{"Colour\\n", "#0B5FFF"}, false},
		{"get_section", `{"section":"Nothing"}`, []string{`there is no section "Nothing"`}, true},
		{"get_section", `{"manual":"acme.crew","section":"voice"}`, []string{`there is no manual "acme.crew"`}, true},
		{"find_token", `{"name":"blue"}`, []string{`"token":"color.blue"`, `"value":"#0B5FFF"`, `"css":"--color-blue"`}, false},
		{"find_token", `{"color":"#0a5eee"}`, []string{`[{"css":"--color-blue","distance":0.0`}, false},
		{"find_token", `{"name":"Beak Red"}`, []string{`"use":"Warnings"`, `"deprecated":"Use Blue"`, `#colour-colors"`, `"passesOn":["day background"]`}, false},
		{"find_token", `{"name":"var(--color-beak-red)"}`, []string{`"token":"color.beak-red"`}, false},
		{"find_token", `{"name":"$color-beak-red"}`, []string{`"token":"color.beak-red"`}, false},
		{"find_token", `{"name":"bg-beak-red"}`, []string{`"token":"color.beak-red"`}, false},
		{"find_token", `{"name":"colorBeakRed"}`, []string{`"token":"color.beak-red"`}, false},
		{"find_token", `{"name":"{color.beak-red}"}`, []string{`"token":"color.beak-red"`}, false},
		{"find_token", `{"name":"hover:bg-beak-red/50"}`, []string{`"token":"color.beak-red"`}, false},
		{"find_token", `{"name":"theme(colors.beak-red)"}`, []string{`"token":"color.beak-red"`}, false},
		{"find_token", `{"name":"map.get($color, 'beak-red')"}`, []string{`"token":"color.beak-red"`}, false},
		{"find_token", `{"name":"color.bla"}`, []string{`"token":"color.blå"`}, false}, // as in figma.zip
		{"find_token", `{"name":"blue","manual":"acme"}`, []string{`"token":"color.blue"`}, false},
		{"find_token", `{"name":"blue","manual":"other"}`, []string{`there is no manual "other"; there are acme.localhost`}, true},
		{"find_token", `{"name":"mauve"}`, []string{`{"more":"no token has this name or a part of it; search finds words, group lists a group"}`}, false},
		{"find_token", `{"group":"shadow"}`, []string{`{"more":"this group has no such token; list_manuals says which groups have some"}`}, false},
		{"find_token", `{"group":"colors"}`, []string{`group: expected theme, color, dimension, fontFamily`, `found "colors"`}, true},
		{"find_token", `{"group":"theme"}`, []string{`"--theme-day-background: #FFFFFF"`, `"--theme-day-text: #001030"`}, false},
		{"find_token", `{}`, []string{"give a name, a color or a group"}, true},
		{"find_token", `{"color":"blue"}`, []string{`[{"css":"--color-blue"`}, false},
		{"find_token", `{"color":"bluish"}`, []string{"expected a color of CSS"}, true},
		{"search", `{"query":"warm WORDS"}`, []string{`"section":"sec_voice"`, "Short words"}, false},
		{"search", `{"query":"Acme guide"}`, []string{`"matches":[]`}, false}, // in no section
		{"search", `{"query":"warm crows"}`, []string{`"section":"sec_voice"`, `"missing":["crows"]`}, false},
		{"search", `{"query":"fonts and dark mode"}`, []string{`"url":"http://acme.localhost`, `#colour-themes"`}, false},
		{"search", `{"query":"zebra"}`, []string{`"matches":[]`, `"more":"no section has any of these words; list_manuals names the sections"`, `"missing":["zebra"]`}, false},
		{"search", `{"query":"id= sec"}`, []string{`"matches":[]`}, false}, // an anchor is no text
		{"check_contrast", `{"foreground":"#fff","background":"color.night"}`, []string{`"aa":true`, `"background":"#001030"`}, false},
		{"check_contrast", `{"foreground":"#777","background":"#fff"}`, []string{`"ratio":4.47`, `"aa":false`, `"aaLarge":true`}, false},
		{"check_code", `{"text":"a {\n color: #0a5eee }"}`, []string{`"line":2`, `"token":"--color-blue"`}, false},
		{"check_code", `{"text":"<p style={{color: 'var(--color-beak-red)'}}>"}`, []string{`deprecated: Use Blue; take --color-blue`}, false},
		{"check_contrast", `{"foreground":"mauve","background":"#fff"}`, []string{"foreground: expected a color of CSS or a color token", "find_token finds them"}, true},
	} {
		answer, failed := use(t, session, c.tool, c.arguments)
		for _, want := range c.want {
			if !strings.Contains(answer, want) || failed != c.fails {
				t.Errorf("%s %s: failed %t, %s; want %s", c.tool, c.arguments, failed, answer, want)
			}
		}
	}
	resources, err := session.ListResources(t.Context(), nil)
	if err != nil || len(resources.Resources) != 6 {
		t.Fatal(resources, err)
	}
	for _, r := range resources.Resources {
		read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: r.URI})
		if err != nil || len(read.Contents) != 1 || read.Contents[0].Text == "" || strings.Contains(fmt.Sprint(r), "Crew") {
			t.Errorf("%s: %v, %v", r.URI, read, err)
		}
	}
	for _, uri := range []string{"designmanual://" + address + "/acme/sections/\x01", "designmanual://" + address + "/acme.crew", "%", ""} {
		if read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%q: %v", uri, read)
		}
	}
	if answer, _ := use(t, session, "list_manuals", "{}"); strings.Contains(answer, "Crew") || !strings.Contains(answer, "acme.crew.json: there is no manual, or it needs an access token") {
		t.Errorf("without the token: %s", answer)
	}
	crewed := agent(t, strings.TrimSpace(secret), guide, crew)
	if answer, _ := use(t, crewed, "list_manuals", "{}"); !strings.Contains(answer, `"title":"Crew"`) {
		t.Errorf("with the token: %s", answer)
	}
	if answer, failed := use(t, crewed, "files", `{"manual":"Crew"}`); failed {
		t.Errorf("a manual by its slug without its brand: %s", answer)
	}

	if answer, failed := use(t, agent(t, "dmt_none", guide), "list_manuals", "{}"); !failed || !strings.Contains(answer, "is not valid there") {
		t.Errorf("with an invalid token: %s", answer)
	}
	unreachable := agent(t, "", "http://127.0.0.1:1/")
	for tool, arguments := range map[string]string{"list_manuals": `{}`, "get_section": `{"section":"x"}`, "find_token": `{"name":"x"}`, "search": `{"query":"x"}`} {
		if answer, failed := use(t, unreachable, tool, arguments); !failed || !strings.Contains(answer, "127.0.0.1:1") {
			t.Errorf("%s without a server: %s", tool, answer)
		}
	}

	writeFile(t, seeds, []byte(strings.Replace(agentSeed, "Acme guide", "Another guide", 1)))
	run(t, exitDone, "import", "--db", database, seeds)
	if answer, _ := use(t, session, "list_manuals", "{}"); !strings.Contains(answer, "Another guide") {
		t.Errorf("after a change: %s", answer)
	}
}

// Every answer has at most 4000 characters, whatever is in the manual and in the
// arguments, and says how to go on until nothing is left.
func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(`"<Quoted> & long\\" `, 400)
	var colors, themes, sections []string
	for i := range 100 {
		if i == 3 {
			long = long[:40]
		}
		colors = append(colors, fmt.Sprintf(`{"name":"Tone %d","hex":"#0000%02X","use":%q,"deprecated":%q}`, i, i, long, long))
		themes = append(themes, fmt.Sprintf(`{"name":"Theme %d","colors":{"background":"#FFFFFF","surface":"#EEEEEE"}}`, i))
		sections = append(sections, fmt.Sprintf(`{"title":"Section %d %s"}`, i, strings.Repeat("long ", 100)))
	}
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, "acme.json"), fmt.Appendf(nil, `{"brand":{"slug":"acme","name":"Acme"},"manuals":[{"slug":"guide","primary":true,"title":%q,"visibility":"public","sections":[
		{"id":"tokens","title":"Tokens","blocks":[{"type":"COLORS","content":{"colors":[%s]}},{"type":"THEMES","content":{"themes":[%s]}},
			{"type":"ELEVATION","content":{"levels":[{"name":"High","value":"0 1px 2px #000%s"}]}},{"type":"TEXT","content":{"html":%q}}]},%s]}]}`,
		strings.Repeat(long, 200), strings.Join(colors, ","), strings.Join(themes, ","), strings.Repeat(", 0 1px 2px #000", 99), strings.Repeat(long, 400), strings.Join(sections, ",")))
	run(t, exitDone, "import", "--db", filepath.Join(folder, "a.db"), filepath.Join(folder, "acme.json"))
	address := newServer(t, "--db", filepath.Join(folder, "a.db"), "--rate", "off").address()
	var down []string
	for i := range 10 {
		down = append(down, fmt.Sprintf("http://%s/%d/nothing", address, i))
	}
	session := agent(t, "", append(down, "http://"+address+"/api/v1/manuals/acme.json")...)
	next := regexp.MustCompile(`with from: ([0-9]+)`)
	for _, c := range []struct {
		tool, arguments, item string
		want                  int
	}{
		{"list_manuals", `"from":%d`, `"manual":"acme.localhost`, 1},
		{"get_section", `"section":"tokens","from":%d`, `color-tone-`, 100},
		{"get_section", `"section":"` + strings.Repeat("x", 30000) + `","from":%d`, ``, 0},
		{"find_token", `"group":"color","from":%d`, `--color-tone-`, 100},
		{"find_token", `"name":"tone","from":%d`, `"css":`, 100},
		{"find_token", `"name":"shadow","from":%d`, `"css":`, 1},
		{"find_token", `"color":"#000000","from":%d`, `"css":`, 5},
		{"find_token", `"color":"` + strings.Repeat("x", 30000) + `","from":%d`, ``, 0},
		{"search", `"query":"long","from":%d`, `"section":`, 100},
		{"check_contrast", `"foreground":"` + strings.Repeat("x", 30000) + `","background":"#%06d"`, ``, 0},
		{"check_code", `"text":"a{box-shadow:` + strings.Repeat("1px 1px 1px red,", 1000) + `}","from":%d`, `"line":`, 1},
		{"check_code", `"text":"a{color:var(--color-tone-1)` + strings.Repeat(" #123456", 100) + `}","from":%d`, `"line":`, 101},
		{"check_code", `"manual":"` + strings.Repeat("x", 30000) + `","text":"","from":%d`, ``, 0},
	} {
		found, calls := 0, 0
		for from := 0; calls < 200; calls++ {
			answer, _ := use(t, session, c.tool, "{"+fmt.Sprintf(c.arguments, from)+"}")
			if n := utf8.RuneCountInString(answer); n > 4000 {
				t.Errorf("%s %.60s: %d characters", c.tool, c.arguments, n)
			}
			if c.item != "" {
				found += strings.Count(answer, c.item)
			}
			m := next.FindStringSubmatch(answer)
			if m == nil {
				break
			}
			from, _ = strconv.Atoi(m[1])
		}
		if found != c.want {
			t.Errorf("%s %.60s: found %d in %d calls, want %d", c.tool, c.arguments, found, calls+1, c.want)
		}
	}
}
