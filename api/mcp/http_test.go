package mcp

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// send answers a message and returns the status and the error.
func send(body string, read func(manual.DocumentKind) ([]byte, error)) (int, error) {
	r := httptest.NewRequest(http.MethodPost, "/-/mcp", strings.NewReader(body))
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	status, _, _, err := NewHandler("1").Answer(r, []manual.Readable{{Name: "acme", URL: "http://acme.example", Read: read}})
	return status, err
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
