package api

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// description loads the OpenAPI document.
var description = sync.OnceValues(func() (*openapi3.T, error) {
	document, err := openapi3.NewLoader().LoadFromData(openapiSource)
	if err != nil {
		return nil, err
	}
	return document, document.Validate(context.Background(), openapi3.IsOpenAPI31OrLater())
})

func TestOpenAPIIsValid(t *testing.T) {
	document, err := description()
	if err != nil {
		t.Fatal(err)
	}
	if !document.IsOpenAPI31OrLater() {
		t.Errorf("version %s, want 3.1", document.OpenAPI)
	}
	operations := map[string]bool{}
	for path, item := range document.Paths.Map() {
		for method, operation := range item.Operations() {
			if operations[operation.OperationID] {
				t.Errorf("%s %s: operationId %q comes again", method, path, operation.OperationID)
			}
			operations[operation.OperationID] = true
		}
	}
}

// Every refusal that the table has is in the document, and no other.
func TestOpenAPIHasEveryRefusal(t *testing.T) {
	document, err := description()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"200": true, "204": true, "304": true}
	for _, e := range apiErrors {
		if e != errOrigin && e != errForm && e != errRange { // of pages and files alone
			known[strconv.Itoa(e.status)] = true
		}
	}
	described := map[string]bool{}
	for path, item := range document.Paths.Map() {
		for method, operation := range item.Operations() {
			for status := range operation.Responses.Map() {
				described[status] = true
				if !known[status] {
					t.Errorf("%s %s: the service never answers %s", method, path, status)
				}
			}
		}
	}
	for status := range known {
		if !described[status] {
			t.Errorf("status %s is described nowhere", status)
		}
	}
}

// describes holds an answer against the OpenAPI document: its status, each
// header field there and required, and the body.
func describes(t testing.TB, method, target string, a testResponse) {
	t.Helper()
	document, err := description()
	if err != nil {
		t.Fatal(err)
	}
	operation := operationOf(document, method, target)
	if operation == nil {
		return // outside of the interface
	}
	described := operation.Responses.Status(a.StatusCode)
	if described == nil {
		t.Errorf("%s %s: status %d is not described", method, target, a.StatusCode)
		return
	}
	describesHeader(t, described.Value.Headers, a.Header)
	if method == http.MethodHead || len(described.Value.Content) == 0 {
		if a.body != "" {
			t.Errorf("%s %s: %d with a body: %s", method, target, a.StatusCode, a.body)
		}
		return
	}
	content := described.Value.Content[a.Header.Get("Content-Type")]
	if content == nil {
		t.Errorf("%s %s: Content-Type %q is not described for %d", method, target, a.Header.Get("Content-Type"), a.StatusCode)
		return
	}
	var value any
	decoder := json.NewDecoder(strings.NewReader(a.body))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		t.Errorf("%s %s: %v in %s", method, target, err, a.body)
		return
	}
	if err := content.Schema.Value.VisitJSON(value, openapi3.EnableJSONSchema2020()); err != nil {
		t.Errorf("%s %s: %v", method, target, err)
	}
}

func describesHeader(t testing.TB, described openapi3.Headers, header http.Header) {
	t.Helper()
	canonical := map[string]bool{"Date": true, "Content-Length": true, "Content-Type": true, "Connection": true}
	for name, field := range described {
		name = http.CanonicalHeaderKey(name)
		canonical[name] = true
		values := header[name]
		if len(values) == 0 {
			if field.Value.Required {
				t.Errorf("no %s", name)
			}
			continue
		}
		if len(values) > 1 {
			t.Errorf("%s %q, want one field", name, values)
		}
		var value any = values[0]
		if field.Value.Schema.Value.Type.Is("integer") {
			value = json.Number(values[0])
		}
		if err := field.Value.Schema.Value.VisitJSON(value, openapi3.EnableJSONSchema2020()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name := range header {
		if !canonical[name] {
			t.Errorf("%s %q is not described", name, header[name])
		}
	}
}

// operationOf returns the operation that describes a request. Other methods
// are those of OPTIONS, and unknown paths those of the document itself: they
// are refused alike.
func operationOf(document *openapi3.T, method, target string) *openapi3.Operation {
	sent, _, _ := strings.Cut(target, "?")
	path, err := url.PathUnescape(sent)
	if err != nil {
		path = sent
	}
	var item *openapi3.PathItem
	switch {
	case path == healthPath || path == readyPath:
		item = document.Paths.Value(path)
	case !strings.HasPrefix(path, prefix):
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

// The document is served where the host stands for the whole site, as every
// public document is.
func TestOpenAPIIsServed(t *testing.T) {
	w := newTestServer(t, nil)
	var compact bytes.Buffer
	if err := json.Compact(&compact, openapiSource); err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{siteHost, "www." + siteHost, "127.0.0.1:8080", "[::1]", "elsewhere.example"} {
		a := w.doBoth(t, testRequest{host: host, path: "/api/v1/openapi.json"})
		if a.StatusCode != 200 || a.body != compact.String() || a.Header.Get("Cache-Control") != "public, max-age=60" {
			t.Errorf("%s: %d, Cache-Control %q, %d bytes", host, a.StatusCode, a.Header.Get("Cache-Control"), len(a.body))
		}
		again := w.doBoth(t, testRequest{host: host, path: "/api/v1/openapi.json", header: map[string]string{"If-None-Match": a.Header.Get("ETag")}})
		if again.StatusCode != 304 {
			t.Errorf("%s: again %d, want 304", host, again.StatusCode)
		}
	}
	for _, host := range []string{"acme." + siteHost, "acme-press." + siteHost, "nobody." + siteHost, "a.b." + siteHost, "brand.acme.example"} {
		if a := w.doBoth(t, testRequest{host: host, path: "/api/v1/openapi.json"}); a.StatusCode != 404 {
			t.Errorf("%s: %d, want 404", host, a.StatusCode)
		}
	}
	a := w.doBoth(t, testRequest{path: "/api/v1/openapi.json", header: map[string]string{"Accept-Encoding": "gzip"}})
	if a.Header.Get("Content-Encoding") != "gzip" || a.body != compact.String() || !strings.HasPrefix(a.Header.Get("ETag"), "W/") {
		t.Errorf("gzip: %v, ETag %s", a.Header["Content-Encoding"], a.Header.Get("ETag"))
	}
}
