//go:build linux

package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"designmanual/db/manual"
	"designmanual/scripts/torture.d/lab"
)

// An answer is what a reader was given for a document.
type answer struct {
	status int
	body   string
}

// readers is the client of all requests: it takes bodies as they come.
var readers = &http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 1, DisableKeepAlives: true}}

// read asks for the document of a key, in the plain form and the compressed
// one. An answer that is no document is returned; one that is another body
// than its entity tag says is broken. secret is an access token, or empty.
func (s *server) read(ctx context.Context, k key, compressed bool, secret string) (answer, error) {
	path := map[manual.DocumentKind]string{
		manual.ManualDocument: ".json", manual.TokensDocument: "/tokens.json",
		manual.StructuredDocument: "/tokens.json?format=2025.10", manual.ResolverDocument: "/tokens.json?format=2025.10-resolver",
	}[k.kind]
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://%s/api/v1/manuals/%s.%s%s", s.Address, k.brand, k.manual, path), nil)
	if err != nil {
		return answer{}, err
	}
	if secret != "" {
		request.Header.Set("Authorization", "Bearer "+secret)
	}
	if compressed {
		request.Header.Set("Accept-Encoding", "gzip")
	}
	response, err := readers.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return answer{response.StatusCode, string(body)}, err
	}
	if response.Header.Get("Content-Encoding") == "gzip" {
		plain, err := inflate(body)
		if err != nil {
			return answer{}, lab.Broken("%s: a compressed body that is none: %v", request.URL, err)
		}
		body = plain
	}
	of := sha256.Sum256(body)
	if tag := response.Header.Get("ETag"); !strings.Contains(tag, hex.EncodeToString(of[:])) {
		return answer{}, lab.Broken("%s: the tag %s for another body", request.URL, tag)
	}
	return answer{http.StatusOK, string(body)}, nil
}

// public are the keys of a version that a reader may ask for without a token.
func (v version) public() []key {
	var keys []key
	for k := range v.documents {
		if k.kind != manual.PageDocument && k.kind != manual.IconDocument && k.manual != "crew" {
			keys = append(keys, k)
		}
	}
	return keys
}

// errUnanswered says that a document was refused, with neither 200 nor 404.
var errUnanswered = errors.New("not answered")

// holds reads all that is public from a server, which must be of one version
// as a whole.
func (y *yard) holds(ctx context.Context, s *server) (int, error) {
	for _, compressed := range []bool{false, true} {
		for _, k := range y.versions[0].public() {
			if _, err := s.read(ctx, k, compressed, ""); err != nil {
				return 0, err
			}
		}
	}
	held := make(documents)
	for _, k := range y.versions[0].public() {
		got, err := s.read(ctx, k, false, "")
		switch {
		case err != nil:
			return 0, err
		case got.status == http.StatusOK:
			held[k] = got.body
		case got.status != http.StatusNotFound:
			return 0, fmt.Errorf("%w: %w", errUnanswered, lab.Broken("%v is %d: %s", k, got.status, got.body))
		}
	}
	return y.identify(held, version.public)
}
