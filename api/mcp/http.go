package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"designmanual/api/remote"
	"designmanual/db/manual"
)

// A Handler answers messages over HTTP, one a request (Model Context Protocol,
// streamable HTTP, without sessions and streams).
type Handler struct {
	version  string
	schemas  *sdk.SchemaCache
	checking chan struct{} // see newTurn
	working  chan struct{} // as many as there are calls at a time

	mu     sync.Mutex
	loaded map[string]*loadedManual // by tag
}

// The limits of a handler: calls at a time, and manuals that stay parsed, with the
// size of their documents in bytes.
const (
	maxCalls  = 4
	maxParsed = 64
	maxKept   = 1 << 20
)

// NewHandler returns a handler. The version is that of the program.
func NewHandler(version string) *Handler {
	return &Handler{
		version: version, schemas: sdk.NewSchemaCache(), checking: newTurn(),
		working: make(chan struct{}, maxCalls), loaded: make(map[string]*loadedManual)}
}

// Answer answers a request with a message, given the manuals that it may read. A call
// waits while others are answered. The error says that a call has panicked, or is that of
// the request's body.
func (h *Handler) Answer(
	r *http.Request, manuals []manual.Readable,
) (status int, header http.Header, body []byte, err error) {
	message, err := io.ReadAll(r.Body)
	if err != nil {
		return 0, nil, nil, err
	}
	read, fault := readMessage(message)
	if fault != nil {
		return http.StatusBadRequest, jsonHeader(), errorAnswer(message, fault), nil
	}
	r.Body = io.NopCloser(bytes.NewReader(message))
	// the answer is JSON, which is all that many clients say they take
	r.Header.Set("Accept", "application/json, text/event-stream")
	s := &server{library: h.served(manuals), checking: h.checking, secret: r.Header.Get("Authorization") != ""}
	w, err := h.serve(s.sdk(h.version, h.schemas), r)
	if err != nil {
		return 0, nil, nil, err
	}
	if w.status < http.StatusBadRequest || w.header.Get("Content-Type") == jsonType {
		return w.status, w.header, w.body.Bytes(), nil
	}
	code, said := w.fault(read)
	return code, jsonHeader(), errorAnswer(message, said), nil
}

// serve serves a request in memory. The error says that a call has panicked.
func (h *Handler) serve(server *sdk.Server, r *http.Request) (*answer, error) {
	var panicked atomic.Pointer[error]
	server.AddReceivingMiddleware(func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, request sdk.Request) (result sdk.Result, err error) {
			defer func() { // calls have goroutines of their own, where a panic would end the process
				if cause := recover(); cause != nil {
					err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
					panicked.Store(&err)
				}
			}()
			if method != "ping" && method != "initialize" { // which are answered while others work
				select {
				case h.working <- struct{}{}:
					defer func() { <-h.working }()
				case <-ctx.Done():
					return nil, context.Cause(ctx)
				}
			}
			return next(ctx, method, request)
		}
	})
	w := &answer{header: make(http.Header), status: http.StatusOK}
	sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{
		// everything here is public, or needs an access token
		Stateless: true, JSONResponse: true, DisableLocalhostProtection: true,
	}).ServeHTTP(w, r)
	if failed := panicked.Load(); failed != nil {
		return nil, *failed
	}
	return w, nil
}

const jsonType = "application/json"

func jsonHeader() http.Header { return http.Header{"Content-Type": {jsonType}} }

// fault returns as an error of JSON-RPC what the SDK says in plain text of a message. A
// method that it does not know is no fault of the request.
func (a *answer) fault(message jsonrpc.Message) (int, *jsonrpc.Error) {
	said := strings.TrimSpace(a.body.String())
	call, ok := message.(*jsonrpc.Request)
	if ok && call.IsCall() && strings.Contains(said, strconv.Quote(call.Method)+" unsupported") {
		return http.StatusOK, &jsonrpc.Error{
			Code: jsonrpc.CodeMethodNotFound, Message: fmt.Sprintf("method not found: %q", call.Method),
		}
	}
	return a.status, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: said}
}

// An answer is a response in memory.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }

// served returns the library of these manuals.
func (h *Handler) served(manuals []manual.Readable) library {
	return func(context.Context) (all []listed, problems []string, err error) {
		for _, m := range manuals {
			all = append(
				all,
				listed{nameOf(m.URL), m.Name, func(context.Context) (*loadedManual, error) { return h.parse(m) },
					func(context.Context) ([]byte, error) { return m.Read(manual.TokensDocument) },
					func(_ context.Context, version, file string) ([]byte, error) { return m.Released(version, file) }},
			)
		}
		if len(all) == 0 {
			problems = []string{"no manual on this host may be read without an access token (Authorization: Bearer …)"}
		}
		return all, problems, nil
	}
}

// parse parses a manual's document, unless it is known by its tag.
func (h *Handler) parse(m manual.Readable) (*loadedManual, error) {
	key := m.Name + " " + m.Tag
	h.mu.Lock()
	known := h.loaded[key]
	h.mu.Unlock()
	if known != nil {
		return known, nil
	}
	body, err := m.Read(manual.ManualDocument)
	if err != nil {
		return nil, err
	}
	document := new(remote.Manual)
	if err := json.Unmarshal(body, document); err != nil {
		return nil, fmt.Errorf("the manual %s: %w", m.Name, err)
	}
	parsed, err := newManual(m.Name, document)
	if err != nil {
		return nil, err
	}
	if len(body) > maxKept {
		return parsed, nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.loaded) >= maxParsed {
		clear(h.loaded)
	}
	h.loaded[key] = parsed
	return parsed, nil
}
