package mcp

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

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

// Where a host has more manuals than a call reads, every tool takes the name of one.
func TestToolsTakeAManual(t *testing.T) {
	var manuals []manual.Readable
	for i := range maxLoaded + 1 {
		document := fmt.Sprintf(`{"slug":"m%d","title":"Manual","sections":[{"id":"s","title":"Red words","blocks":[{"id":"b","type":"COLORS","content":{"colors":[{"name":"Red","hex":"#f00"}]}}]}]}`, i)
		manuals = append(manuals, manual.Readable{Name: fmt.Sprintf("acme.m%d", i), URL: "http://acme.example", Read: func(manual.DocumentKind) ([]byte, error) { return []byte(document), nil }})
	}
	for call, want := range map[string]string{
		`"get_section","arguments":{"section":"s"`: "Red words", `"find_token","arguments":{"name":"red"`: "#ff0000", `"search","arguments":{"query":"words"`: "Red words",
		`"check_contrast","arguments":{"foreground":"red","background":"#fff"`: "#ff0000", `"check_code","arguments":{"text":"a{color:red}"`: "findings",
	} {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":` + call
		if _, answer, err := sendTo(body+`}}}`, manuals...); err != nil || !strings.Contains(answer, "there are 21 manuals: say which one; list_manuals names them") {
			t.Errorf("%s without a manual: %s, %v", call, answer, err)
		}
		if _, answer, err := sendTo(body+`,"manual":"acme.m7"}}}`, manuals...); err != nil || !strings.Contains(answer, want) {
			t.Errorf("%s: %s, %v", call, answer, err)
		}
	}
}
