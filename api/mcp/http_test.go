package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"designmanual/db/manual"
)

// send answers a message and returns the status and the error.
func send(body string, read func(manual.DocumentKind) ([]byte, error)) (int, error) {
	status, _, err := sendTo(body, manual.Readable{Name: "acme", URL: "http://acme.example", Read: read})
	return status, err
}

func sendTo(body string, manuals ...manual.Readable) (status int, answer string, err error) {
	r := httptest.NewRequest(http.MethodPost, "/-/mcp", strings.NewReader(body))
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	status, _, text, err := NewHandler("1").Answer(r, manuals)
	return status, string(text), err
}

// No message ends the process: neither one without parameters, nor one whose answer
// panics, which is an error.
func TestEveryMessageIsAnswered(t *testing.T) {
	for _, method := range []string{"initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read", "resources/templates/list", "resources/subscribe",
		"prompts/list", "prompts/get", "completion/complete", "logging/setLevel", "nonsense", ""} {
		for _, params := range []string{"", `,"params":null`, `,"params":{}`, `,"params":[]`, `,"params":{"name":"search","arguments":null}`, `,"params":{"uri":7}`} {
			status, err := send(`{"jsonrpc":"2.0","id":1,"method":"`+method+`"`+params+`}`, func(manual.DocumentKind) ([]byte, error) { return []byte("{}"), nil })
			if status != http.StatusOK && status != http.StatusBadRequest || err != nil {
				t.Errorf("%s%s: %d, %v", method, params, status, err)
			}
		}
	}
	_, err := send(`{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, func(manual.DocumentKind) ([]byte, error) { panic("broken") })
	if err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("a panic: %v", err)
	}
}

// Every error is JSON, and a client need not say that it takes streams.
func TestErrorsAreJSON(t *testing.T) {
	for _, test := range []struct {
		body, contentType, accept, version string
		status, code                       int
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}`, "application/json", "application/json", "", 200, 0},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}`, "application/json; charset=utf-8", "", "", 200, 0},
		{`{"jsonrpc":"2.0","id":1,"method":"nonsense"}`, "application/json", "*/*", "", 200, -32601},
		{`{"jsonrpc":"2.0","id":1,"method":"nonsense"}`, "application/json", "*/*", "2025-11-25", 200, -32601},
		{`{"jsonrpc":"2.0","id":1,"method":"nonsense"}`, "application/json", "*/*", "2026-07-28", 404, -32601},
		{`{"jsonrpc":"2.0","id":1,"method":"nonsense"`, "application/json", "*/*", "", 400, -32700},
		{``, "application/json", "*/*", "", 400, -32700},
		{`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, "application/json", "*/*", "2025-11-25", 400, -32600},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, "application/json", "*/*", "", 400, -32600},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing"}}`, "application/json", "*/*", "", 200, -32602},
		{`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"nothing"}}`, "application/json", "*/*", "", 200, -32602},
		{`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"follow_the_brand","arguments":{"manual":"nothing"}}}`, "application/json", "*/*", "", 200, -32602},
		{`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"nothing"}}`, "application/json", "*/*", "", 200, -32602},
		{`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"designmanual://acme.example"}}`, "application/json", "*/*", "", 200, -32603},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}`, "application/json", "*/*", "1999-01-01", 400, -32600},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}`, "text/plain", "*/*", "", 415, -32600},
		{`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "application/json", "application/json", "", 202, 0},
	} {
		r := httptest.NewRequest(http.MethodPost, "/-/mcp", strings.NewReader(test.body))
		r.Header = http.Header{"Content-Type": {test.contentType}, "Accept": {test.accept}, "Mcp-Protocol-Version": {test.version}}
		damaged := manual.Readable{Name: "acme", URL: "http://acme.example", Read: func(manual.DocumentKind) ([]byte, error) { return []byte("damaged"), nil }}
		status, header, body, err := NewHandler("1").Answer(r, []manual.Readable{damaged})
		if err != nil || status != test.status {
			t.Errorf("%+v: %d, %s, %v", test, status, body, err)
		}
		var answer struct{ Error struct{ Code int } }
		if err := json.Unmarshal(body, &answer); status != http.StatusAccepted && (err != nil || answer.Error.Code != test.code || header.Get("Content-Type") != "application/json") {
			t.Errorf("%+v: %s %s, %v", test, header, body, err)
		}
	}
}

// Where a host has more manuals than a call reads, every tool takes the name of one.
func TestToolsTakeAManual(t *testing.T) {
	var manuals []manual.Readable
	for i := range maxLoaded + 1 {
		document := fmt.Sprintf(`{"slug":"m%d","url":"http://acme.example/m%[1]d","title":"Manual","sections":[{"id":"s","title":"Red words","blocks":[{"id":"b","type":"COLORS","content":{"colors":[{"name":"Red","hex":"#f00"}]}}]}]}`, i)
		manuals = append(manuals, manual.Readable{Name: fmt.Sprintf("acme.m%d", i), URL: fmt.Sprintf("http://acme.example/m%d", i), Read: func(manual.DocumentKind) ([]byte, error) { return []byte(document), nil }})
	}
	for call, want := range map[string]string{
		`"get_section","arguments":{"section":"s"`: "Red words", `"find_token","arguments":{"name":"red"`: "#ff0000", `"search","arguments":{"query":"words"`: "Red words",
		`"check_contrast","arguments":{"foreground":"red","background":"#fff"`: "#ff0000", `"check_code","arguments":{"text":"a{color:red}"`: "findings",
	} {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":` + call
		if _, answer, err := sendTo(body+`}}}`, manuals...); err != nil || !strings.Contains(answer, "there are 51 manuals: say which one with manual: acme.example/m0, acme.example/m1, ") {
			t.Errorf("%s without a manual: %s, %v", call, answer, err)
		}
		if _, answer, err := sendTo(body+`,"manual":"acme.example/m7"}}}`, manuals...); err != nil || !strings.Contains(answer, want) {
			t.Errorf("%s: %s, %v", call, answer, err)
		}
	}
}

// What lists and resources say of their freshness is what the documents say.
func TestFreshness(t *testing.T) {
	soon := time.Now().Add(10 * time.Second).UTC().Format(time.RFC3339)
	document := `{"slug":"guide","url":"http://acme.example","title":"Guide","visibility":"%s","expiresAt":%s,"sections":[]}`
	for _, test := range []struct {
		visibility, expires, token string
		least, most                float64
		scope                      string
	}{
		{"public", "null", "", 60_000, 60_000, "public"}, {"unlisted", "null", "", 60_000, 60_000, "public"}, {"public", `"` + soon + `"`, "", 1, 10_000, "public"},
		{"public", "null", "Bearer x", 0, 0, "private"}, {"private", "null", "", 0, 0, "private"},
	} {
		m := manual.Readable{Name: "acme", URL: "http://acme.example", Read: func(manual.DocumentKind) ([]byte, error) {
			return fmt.Appendf(nil, document, test.visibility, test.expires), nil
		}}
		for _, call := range []string{`"resources/list"`, `"resources/read","params":{"uri":"designmanual://acme.example"}`} {
			r := httptest.NewRequest(http.MethodPost, "/-/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":`+call+`}`))
			r.Header = http.Header{"Content-Type": {"application/json"}}
			if test.token != "" {
				r.Header.Set("Authorization", test.token)
			}
			_, _, body, err := NewHandler("1").Answer(r, []manual.Readable{m})
			var answer struct {
				Result struct {
					TTLMs      float64
					CacheScope string
				}
			}
			if err := errors.Join(err, json.Unmarshal(body, &answer)); err != nil {
				t.Fatalf("%s: %s, %v", call, body, err)
			}
			if got := answer.Result; got.TTLMs < test.least || got.TTLMs > test.most || got.CacheScope != test.scope {
				t.Errorf("%+v %s: %s", test, call, body)
			}
		}
	}
}
