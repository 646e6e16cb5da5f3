package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLine is how many bytes a line of standard input has at most.
const maxLine = 4 << 20

// A lineTransport speaks over a reader and a writer, a message a line (Model Context
// Protocol, "stdio"). A line that is no message is answered with an error, and the
// next one is read; the transport of the SDK ends there. Once the reader ends, the
// calls that were read are answered before the connection ends.
type lineTransport struct {
	in  io.Reader
	out io.Writer
}

// Connect starts to read.
func (t lineTransport) Connect(context.Context) (sdk.Connection, error) {
	c := &lineConnection{out: t.out, incoming: make(chan incoming), closed: make(chan struct{}), calls: make(map[jsonrpc.ID]bool)}
	c.answered.L = &c.mu
	go c.readLines(bufio.NewReaderSize(t.in, 64<<10))
	return c, nil
}

// A lineConnection is a connection of a lineTransport.
type lineConnection struct {
	incoming chan incoming
	closed   chan struct{}
	close    sync.Once

	mu       sync.Mutex // of what follows
	out      io.Writer
	calls    map[jsonrpc.ID]bool // that are not answered
	answered sync.Cond           // a call was answered, or the connection is closed
}

// An incoming is a message, or why there is none any more.
type incoming struct {
	message jsonrpc.Message
	err     error
}

// Read returns the next message.
func (c *lineConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.closed:
		return nil, io.EOF
	case next := <-c.incoming:
		return next.message, next.err
	}
}

// Write writes a message.
func (c *lineConnection) Write(_ context.Context, message jsonrpc.Message) error {
	if response, ok := message.(*jsonrpc.Response); ok {
		defer c.forget(response.ID)
		if _, coded := errors.AsType[*jsonrpc.Error](response.Error); response.Error != nil && !coded { // a call before initialize
			response.Error = &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: response.Error.Error()}
		}
	}
	line, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return fmt.Errorf("encoding a message: %w", err)
	}
	return c.writeLine(line)
}

// forget notes that nobody waits for the answer to a call.
func (c *lineConnection) forget(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.calls, id)
	c.answered.Broadcast()
}

// writeLine writes a line at once, since answers come from several goroutines.
func (c *lineConnection) writeLine(line []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.out.Write(append(line, '\n'))
	return err
}

// Close ends [lineConnection.Read].
func (c *lineConnection) Close() error {
	c.close.Do(func() { close(c.closed) })
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.calls)
	c.answered.Broadcast()
	return nil
}

// waitForAnswers waits until all calls are answered or the connection is closed.
func (c *lineConnection) waitForAnswers() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.calls) > 0 {
		c.answered.Wait()
	}
}

// SessionID returns "": there is one session.
func (c *lineConnection) SessionID() string { return "" }

// readLines hands the messages of the lines to Read until the reader ends or the
// connection is closed.
func (c *lineConnection) readLines(in *bufio.Reader) {
	for {
		line, long, err := readLine(in)
		if next, ok := c.read(line, long); ok {
			c.noteCall(next)
			if !c.hand(incoming{message: next}) {
				return
			}
		}
		if err != nil {
			c.waitForAnswers()
			c.hand(incoming{err: err})
			return
		}
	}
}

// noteCall notes a call, which is to be answered, or that a call is no longer wanted
// (Model Context Protocol, "cancellation": such a call may have no answer).
func (c *lineConnection) noteCall(message jsonrpc.Message) {
	request, ok := message.(*jsonrpc.Request)
	if !ok {
		return
	}
	if request.IsCall() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.calls[request.ID] = true
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
		c.forget(id)
	}
}

// hand hands something to Read. It returns false once the connection is closed.
func (c *lineConnection) hand(next incoming) bool {
	select {
	case c.incoming <- next:
		return true
	case <-c.closed:
		return false
	}
}

// read returns the message of a line. It answers a line that is none.
func (c *lineConnection) read(line []byte, long bool) (jsonrpc.Message, bool) {
	if len(bytes.TrimSpace(line)) == 0 && !long {
		return nil, false
	}
	fault := &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf("expected a line of at most %d bytes", maxLine)}
	var message jsonrpc.Message
	if !long {
		message, fault = readMessage(line)
	}
	if fault == nil {
		return message, true
	}
	c.writeLine(errorAnswer(line, fault)) // an error of the writer is found by the next answer
	return nil, false
}

// readLine reads a line, and whether it is too long, in which case the line is empty.
func readLine(in *bufio.Reader) (line []byte, long bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; long {
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
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "expected a message in JSON, found other text"}
	}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		const fault = "expected one message, found a list: the protocol has had no batches since 2025-06-18"
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fault}
	}
	message, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		const fault = `expected a message of JSON-RPC 2.0: {"jsonrpc": "2.0", "method": …}, with an id if it is to be answered`
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
