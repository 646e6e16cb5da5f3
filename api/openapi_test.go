package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"designmanual/db/manual"
)

// openAPI loads the OpenAPI document.
var openAPI = sync.OnceValues(func() (*openapi3.T, error) {
	document, err := openapi3.NewLoader().LoadFromData(openapiSource)
	if err != nil {
		return nil, err
	}
	return document, document.Validate(context.Background(), openapi3.IsOpenAPI31OrLater())
})

// The document is valid, and describes the statuses of all errors and no others, and
// the formats of all token documents.
func TestOpenAPI(t *testing.T) {
	document := must(openAPI())
	known := map[string]bool{"200": true, "204": true, "304": true}
	for _, e := range apiErrors {
		if e != errOrigin && e != errForm { // only for pages
			known[strconv.Itoa(e.status)] = true
		}
	}
	operations, described := map[string]bool{}, map[string]bool{}
	for path, item := range document.Paths.Map() {
		for method, operation := range item.Operations() {
			if operations[operation.OperationID] {
				t.Errorf("%s %s: duplicate operationId %q", method, path, operation.OperationID)
			}
			operations[operation.OperationID] = true
			for status := range operation.Responses.Map() {
				described[status] = true
			}
		}
	}
	if !maps.Equal(described, known) {
		t.Errorf("described statuses %v, want %v", described, known)
	}
	var formats, kinds []string
	for _, e := range document.Components.Parameters["Format"].Value.Examples {
		formats = append(formats, fmt.Sprint(e.Value.Value))
	}
	for _, d := range manual.Documents {
		if d.Format != "" {
			kinds = append(kinds, d.Format)
		}
	}
	slices.Sort(formats)
	slices.Sort(kinds)
	if !slices.Equal(formats, kinds) {
		t.Errorf("described formats %q, want %q", formats, kinds)
	}
}

// apiErrors has all errors that clients see.
var apiErrors = []*apiError{errRate, errFields, errMethod, errBody, errStarting, errAccessToken, errNotFound, errAnonymous, errThemes, errGone,
	errFormat, errPrecondition, errReplaced, errOrigin, errForm, errBusy, errInternal}

// checkDescribed checks a response against the OpenAPI document: its status, its header
// fields and its body.
func checkDescribed(t testing.TB, method, target string, a testResponse) {
	t.Helper()
	operation := operationOf(must(openAPI()), method, target)
	if operation == nil {
		return // not part of the interface
	}
	wrong := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s %s: %d: %s", method, target, a.StatusCode, fmt.Sprintf(format, args...))
	}
	described := operation.Responses.Status(a.StatusCode)
	if described == nil {
		wrong("not described")
		return
	}
	known := map[string]bool{"Date": true, "Content-Length": true, "Content-Type": true, "Connection": true}
	for name, field := range described.Value.Headers {
		name = http.CanonicalHeaderKey(name)
		known[name] = true
		if field.Value.Required && a.Header[name] == nil {
			wrong("no %s", name)
		}
		for _, text := range a.Header[name] {
			var value any = text
			if field.Value.Schema.Value.Type.Is("integer") {
				value = json.Number(text)
			}
			if err := field.Value.Schema.Value.VisitJSON(value, openapi3.EnableJSONSchema2020()); err != nil {
				wrong("%s: %v", name, err)
			}
		}
	}
	for name, values := range a.Header {
		if !known[name] || len(values) != 1 {
			wrong("%s %q is not described", name, values)
		}
	}
	if content := described.Value.Content; method == "HEAD" || len(content) == 0 {
		if a.body != "" {
			wrong("a body: %s", a.body)
		}
	} else if media := content[a.Header.Get("Content-Type")]; media == nil {
		wrong("Content-Type %q is not described", a.Header.Get("Content-Type"))
	} else {
		decoder := json.NewDecoder(strings.NewReader(a.body))
		decoder.UseNumber()
		var value any
		err := decoder.Decode(&value)
		if err == nil {
			err = media.Schema.Value.VisitJSON(value, openapi3.EnableJSONSchema2020())
		}
		if err != nil {
			wrong("%v in %s", err, a.body)
		}
	}
}

// operationOf returns the operation that describes a request. Other methods get the
// responses of OPTIONS, and unknown paths those of the OpenAPI document.
func operationOf(document *openapi3.T, method, target string) *openapi3.Operation {
	sent, _, _ := strings.Cut(target, "?")
	path, err := url.PathUnescape(sent)
	if err != nil {
		path = sent
	}
	var item *openapi3.PathItem
	switch {
	case path == manual.HealthPath || path == manual.ReadyPath:
		item = document.Paths.Value(path)
	case !strings.HasPrefix(path, manual.APIPrefix):
		return nil
	case strings.HasSuffix(path, "/tokens.json"):
		item = document.Paths.Value("/api/v1/manuals/{slug}/tokens.json")
	case strings.HasPrefix(path, "/api/v1/manuals/"):
		item = document.Paths.Value("/api/v1/manuals/{slug}.json")
	default:
		item = document.Paths.Value("/api/v1/openapi.json")
	}
	if operation := item.GetOperation(method); operation != nil && (method == http.MethodGet || method == http.MethodHead) {
		return operation
	}
	if item.Options != nil {
		return item.Options
	}
	return item.Get
}

// The document is served on all hosts of the site, and on no others.
func TestOpenAPIHosts(t *testing.T) {
	ts := newServer(t, nil)
	var compact bytes.Buffer
	ok(t, json.Compact(&compact, openapiSource))
	for _, host := range []string{siteHost, "www." + siteHost, "127.0.0.1:8080", "[::1]", "elsewhere.example"} {
		a := ts.expect(t, row{host + " /api/v1/openapi.json", "", 200, minute, compact.String()})
		ts.expect(t, row{host + " /api/v1/openapi.json", "If-None-Match: " + a.Header.Get("ETag"), 304, "", ""})
	}
	for _, host := range []string{"acme", "acme-press", "nobody", "a.b." + siteHost, "brand.acme.example"} {
		ts.expect(t, row{host + " /api/v1/openapi.json", "", 404, "", ""})
	}
	ts.expect(t, row{"/api/v1/openapi.json", "Accept-Encoding: gzip", 200, "Content-Encoding: gzip", compact.String()})
}
