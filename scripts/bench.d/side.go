package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"reflect"
	"strings"
)

// errMissing is wrapped by the errors of sides that this machine cannot have.
var errMissing = errors.New("not to be had here")

// A side is a program that is measured.
type side struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	GOGC    string `json:"gogc"` // of its garbage collector; - where it has none that is Go's

	address string
	process *process
	files   bool // it serves files: asked for every body, as ours and the floor are

	// It answers with the same whatever the header fields, but 304 to any
	// request with a tag, and tells none.
	constant bool

	// locate returns where a side has what is compared, with further header
	// fields; false for what it cannot answer.
	locate func(c comparison) (path string, fields []string, ok bool)
	// taken returns the manual that is in an answer, where the answer is
	// more than the manual. Nil where it is not.
	taken func(raw []byte) (any, error)
}

// gogc returns the setting that Go programs are started with.
func gogc() string {
	if set := os.Getenv("GOGC"); set != "" {
		return set
	}
	return "100"
}

// ask returns a comparison as the side is asked it, after a look at the
// answer: it must be what our server answers, or there is nothing to compare.
func (s *side) ask(ctx context.Context, c comparison, secret string) (q question, ok bool, err error) {
	path, fields, ok := s.locate(c)
	if !ok {
		return q, false, nil
	}
	q = question{path: path, fields: append(fields, c.fields(secret)...)}
	if c.answer == notModified {
		response, _, err := s.get(ctx, q)
		if err != nil {
			return q, false, err
		}
		tag := response.Header.Get("ETag")
		if s.constant {
			tag = fmt.Sprintf(`"%x"`, sha256.Sum256(c.body.identity)) // as long as ours
		}
		if tag == "" {
			return q, false, nil // it never answers 304
		}
		q.fields = append(q.fields, "If-None-Match: "+tag)
	}
	response, raw, err := s.get(ctx, q)
	if err != nil {
		return q, false, err
	}
	if err := s.same(c, response, raw); err != nil {
		return q, false, fmt.Errorf("%s, %s of %s: %w", s.Name, c.answer, c.body.title, err)
	}
	return q, true, nil
}

// get asks once.
func (s *side) get(ctx context.Context, q question) (*http.Response, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.address+q.path, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("asking %s: %w", s.Name, err)
	}
	for _, field := range q.fields {
		name, value, _ := strings.Cut(field, ": ")
		request.Header.Set(name, value)
	}
	transport := &http.Transport{DisableCompression: true, DisableKeepAlives: true}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return nil, nil, fmt.Errorf("asking %s: %w", s.Name, err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, nil, fmt.Errorf("reading an answer of %s: %w", s.Name, err)
	}
	return response, raw, nil
}

// same tells whether an answer is the one that is compared.
func (s *side) same(c comparison, response *http.Response, raw []byte) error {
	if c.answer == notModified {
		if response.StatusCode != http.StatusNotModified || len(raw) > 0 {
			return fmt.Errorf("expected 304, found %s", response.Status)
		}
		return nil
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("expected 200, found %s", response.Status)
	}
	if s.Name == ours && response.Header.Get("X-RateLimit-Remaining") == "" {
		return errors.New("the rate limit is off")
	}
	if c.answer == compressed && bytes.Equal(raw, c.body.gzip) {
		return nil
	}
	if response.Header.Get("Content-Encoding") == "gzip" {
		r, err := gzip.NewReader(bytes.NewReader(raw))
		if err != nil {
			return fmt.Errorf("decompressing: %w", err)
		}
		if raw, err = io.ReadAll(r); err != nil {
			return fmt.Errorf("decompressing: %w", err)
		}
	}
	if s.taken == nil {
		if !bytes.Equal(raw, c.body.identity) {
			return fmt.Errorf("found another body, of %d bytes", len(raw))
		}
		return nil
	}
	found, err := s.taken(raw)
	if err != nil {
		return err
	}
	var want any
	if err := json.Unmarshal(c.body.identity, &want); err != nil {
		return fmt.Errorf("reading the manual: %w", err)
	}
	if !reflect.DeepEqual(found, want) {
		return errors.New("found another manual")
	}
	return nil
}

// needed looks for programs that a side needs.
func needed(names ...string) error {
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			return fmt.Errorf("%w: no %s", errMissing, name)
		}
	}
	return nil
}

// output runs a command to its end and returns what it has printed.
func output(ctx context.Context, env []string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, args[0], args[1:]...)
	command.Env = append(os.Environ(), env...)
	var errs bytes.Buffer
	command.Stderr = &errs
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("running %s: %w: %s%s", strings.Join(args, " "), err, out, errs.Bytes())
	}
	return strings.TrimSpace(string(out)), nil
}
