package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// maxLine is how many bytes a line of standard input has at most.
const maxLine = 4 << 20

// Lines are standard input and output for the transport of the SDK, a message a line (Model
// Context Protocol, "stdio"). The transport ends at a line that is no message: such a line is
// answered with an error and not handed on. Once the input ends, the calls that were read are
// answered before the transport learns of it.
type lines struct {
	in   *bufio.Reader
	rest []byte // of the line that is handed on

	mu       sync.Mutex // of what follows
	out      io.Writer
	calls    map[jsonrpc.ID]bool // that are not answered
	answered sync.Cond           // a call was answered, or the transport is closed
}

func newLines(in io.Reader, out io.Writer) *lines {
	l := &lines{in: bufio.NewReaderSize(in, 64<<10), out: out, calls: make(map[jsonrpc.ID]bool)}
	l.answered.L = &l.mu
	return l
}

// Read reads from the lines that are messages.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, long, err := readLine(l.in)
		if message, ok := l.message(line, long); ok {
			l.noteCall(message)
			l.rest = append(line, '\n')
			break
		}
		if err != nil {
			l.waitForAnswers()
			return 0, err
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// Write writes a line, which is a message.
func (l *lines) Write(line []byte) (int, error) {
	message, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		return 0, fmt.Errorf("decoding an answer: %w", err)
	}
	response, ok := message.(*jsonrpc.Response)
	if !ok {
		return len(line), l.writeLine(line)
	}
	defer l.forget(response.ID)
	fault, failed := errors.AsType[*jsonrpc.Error](response.Error)
	if failed && fault.Code == 0 { // of a call before initialize
		fault = &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fault.Message}
		return len(line), l.writeLine(append(errorAnswer(line, fault), '\n'))
	}
	return len(line), l.writeLine(line)
}

// Close ends the wait for answers.
func (l *lines) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.calls)
	l.answered.Broadcast()
	return nil
}

// forget notes that nobody waits for the answer to a call.
func (l *lines) forget(id jsonrpc.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.calls, id)
	l.answered.Broadcast()
}

// writeLine writes a line at once, since answers come from several goroutines.
func (l *lines) writeLine(line []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.out.Write(line)
	return err
}

// waitForAnswers waits until all calls are answered or the transport is closed.
func (l *lines) waitForAnswers() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.calls) > 0 {
		l.answered.Wait()
	}
}

// noteCall notes a call, which is to be answered, or that a call is no longer wanted
// (Model Context Protocol, "cancellation": such a call may have no answer).
func (l *lines) noteCall(message jsonrpc.Message) {
	request, ok := message.(*jsonrpc.Request)
	if !ok {
		return
	}
	if request.IsCall() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.calls[request.ID] = true
		return
	}
	if request.Method != "notifications/cancelled" {
		return
	}
	var cancelled struct {
		RequestID any `json:"requestId"`
	}
	_ = json.Unmarshal(request.Params, &cancelled) // the SDK judges what it is
	if id, err := jsonrpc.MakeID(cancelled.RequestID); err == nil {
		l.forget(id)
	}
}

// message returns the message of a line. It answers a line that is none.
func (l *lines) message(line []byte, long bool) (jsonrpc.Message, bool) {
	if len(bytes.TrimSpace(line)) == 0 && !long {
		return nil, false
	}
	fault := &jsonrpc.Error{
		Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf("expected a line of at most %d bytes", maxLine),
	}
	var message jsonrpc.Message
	if !long {
		message, fault = readMessage(line)
	}
	if fault == nil {
		return message, true
	}
	_ = l.writeLine(append(errorAnswer(line, fault), '\n')) // the next answer finds an error of the writer
	return nil, false
}

// readLine reads a line, and whether it is too long, in which case the line is empty.
func readLine(in *bufio.Reader) ([]byte, bool, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		long = long || len(line)+len(part) > maxLine
		if long {
			line = nil
		} else {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, long, err
		}
	}
}

// readMessage returns the message that a text is, or the error with which it is answered
// (JSON-RPC 2.0, section 5.1).
func readMessage(text []byte) (jsonrpc.Message, *jsonrpc.Error) {
	if !json.Valid(text) {
		return nil, &jsonrpc.Error{
			Code: jsonrpc.CodeParseError, Message: "expected a message in JSON, found other text",
		}
	}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		const fault = "expected one message, found a list: the protocol has had no batches since 2025-06-18"
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fault}
	}
	message, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		const fault = `expected a message of JSON-RPC 2.0: {"jsonrpc": "2.0", "method": …}, with an id if it is to be ` +
			"answered"
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fault}
	}
	return message, nil
}

// errorAnswer returns the answer with an error to a text, with the id of the text or null.
func errorAnswer(text []byte, fault *jsonrpc.Error) []byte {
	var asked struct {
		ID any `json:"id"`
	}
	_ = json.Unmarshal(text, &asked) // without an id it is null
	switch asked.ID.(type) {
	case string, float64:
	default:
		asked.ID = nil
	}
	answer, _ := json.Marshal(map[string]any{ // plain values can be encoded
		"jsonrpc": "2.0", "id": asked.ID, "error": map[string]any{"code": fault.Code, "message": fault.Message},
	})
	return answer
}
