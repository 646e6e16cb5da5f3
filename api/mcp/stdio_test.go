package mcp

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"designmanual/api/remote"
)

// Each line is answered, whatever is in it, and none ends the conversation.
func TestLines(t *testing.T) {
	lines := []struct {
		line string
		id   any // of the answer
		code float64
	}{
		{`{"jsonrpc":"2.0","id":"early","method":"tools/list"}`, "early", -32600},
		{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`, 1., 0},
		{`{"jsonrpc":"2.0","id":2,"method":"nonsense"}`, 2., -32601},
		{`{"jsonrpc":"2.0","id":3,"method":`, nil, -32700},
		{`nonsense`, nil, -32700},
		{`{"jsonrpc":"1.0","id":"four","method":"ping"}`, "four", -32600},
		{`{"id":5,"method":"ping"}`, 5., -32600},
		{`[{"jsonrpc":"2.0","id":6,"method":"ping"}]`, nil, -32600},
		{`[]`, nil, -32600},
		{`7`, nil, -32600},
		{`{}`, nil, -32600},
		{`"` + strings.Repeat("x", maxLine) + `"`, nil, -32600},
		{"\xff\xfe", nil, -32700},
		{`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"nothing"}}`, 7., -32602},
		{`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":7}`, 8., -32602},
		{`{"jsonrpc":"2.0","id":9,"method":"resources/read","params":{"uri":"designmanual://nothing"}}`, 9., -32602},
		{`{"jsonrpc":"2.0","id":10,"method":"ping"}`, 10., 0},
	}
	var in, out bytes.Buffer
	for _, l := range lines {
		in.WriteString(l.line + "\r\n\n")
	}
	if err := Serve(t.Context(), remote.New(""), nil, "1", &in, &out); err != nil {
		t.Error(err)
	}
	type answer struct {
		ID    any
		Error struct{ Code float64 }
	}
	var answers []answer
	for line := range strings.Lines(out.String()) {
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(lines) {
		t.Fatalf("%d answers to %d lines:\n%s", len(answers), len(lines), out.String())
	}
	for _, l := range lines { // answers may overtake each other
		found := false
		for i, a := range answers {
			if found = a.ID == l.id && a.Error.Code == l.code; found {
				answers = append(answers[:i], answers[i+1:]...)
				break
			}
		}
		if !found {
			t.Errorf("%.80s: no answer with id %v and code %v", l.line, l.id, l.code)
		}
	}
}
