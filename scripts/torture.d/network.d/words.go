//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"designmanual/scripts/torture.d/lab"
)

// A mark is in all that a client sends here, and nowhere else.
const mark = "zqxjkvbp"

// answerTime is how long an answer may take, before the client goes on to
// the next request: some are never whole, and wait for their rest.
const answerTime = 200 * time.Millisecond

// harmful are what clients send that mean to be taken for something else.
var harmful = []string{
	mark, "\r\n", "\n", "\r", "\r\nSet-Cookie: " + mark + "=1", "%0d%0aSet-Cookie:%20" + mark, "%0D%0A%0D%0A<script>", "\x00", "%00", "\x1b[2J", "%1b]0;" + mark + "%07", "\x7f",
	`"`, `'`, `\`, `\"`, "%22", "%5c", "<script>" + mark + "</script>", "%3Cimg%20src=x%20onerror=" + mark + "%3E", "{{.}}", "${" + mark + "}", "\u2028", "\u202e", "\x9b31m", "\xff\xfe", "%ff", "%zz", "%",
	"level=ERROR msg=" + mark, "\nlevel=ERROR msg=" + mark, "../../etc/passwd", "..%2f..%2f", "//" + mark, ";", "?", "#", "&", "=", " ", "\t", ",", "\u212a", "é", strings.Repeat("A", 300), strings.Repeat(mark, 3000),
}

// words sends requests with hostile words in every place, for a time. Nothing
// of them comes back but the path, as a string of JSON; nothing of them is
// anything but a value in the log, and no access token stands there.
func (y *yard) words(ctx context.Context) (string, error) {
	s, err := y.serve(ctx, "--rate", "off", "--token-rate", "off", "--access-log", "text")
	if err != nil {
		return "", err
	}
	defer s.Kill()
	secret, err := y.run(ctx, "token", "create", "--db", s.store, "--brand", "birch", "--name", "words")
	if err != nil {
		return "", err
	}
	seed := uint64(time.Now().UnixNano())
	w := writer{rand.New(rand.NewPCG(seed, 0)), secret}
	statuses := make(map[int]int)
	requests, lines := 0, 0
	for end := time.Now().Add(y.time); time.Now().Before(end); requests++ {
		request := w.request()
		if err := s.asked(ctx, request, statuses); err != nil {
			return "", fmt.Errorf("%w (seed %d)", err, seed)
		}
		if requests%1000 == 0 {
			if lines, err = s.cleanLog(lines, secret); err != nil {
				return "", fmt.Errorf("%w (seed %d)", err, seed)
			}
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
	}
	if err := s.Stop(); err != nil {
		return "", err
	}
	if lines, err = s.cleanLog(lines, secret); err != nil {
		return "", fmt.Errorf("%w (seed %d)", err, seed)
	}
	if lines < requests/10 {
		return "", fmt.Errorf("%d lines of the log for %d requests", lines, requests)
	}
	return fmt.Sprintf("%d hostile requests, answered with %v; %d lines of the log hold their words as values alone", requests, slices.Sorted(maps.Keys(statuses)), lines), nil
}

// A writer makes up requests.
type writer struct {
	random *rand.Rand
	secret string
}

// word returns a few harmful things, one behind the other.
func (w writer) word() string {
	var word strings.Builder
	for range 1 + w.random.IntN(3) {
		switch w.random.IntN(8) {
		case 0:
			word.WriteByte(byte(w.random.IntN(256)))
		case 1:
			word.WriteString(w.secret)
		default:
			word.WriteString(harmful[w.random.IntN(len(harmful))])
		}
	}
	return word.String()
}

// request returns a request with a word in one place or some, whole or not.
// None is HEAD, to which net/http answers with a body where it is malformed.
func (w writer) request() string {
	pick := func(from ...string) string { return from[w.random.IntN(len(from))] }
	sometimes := func(text string) string {
		if w.random.IntN(3) == 0 {
			return w.word()
		}
		return text
	}
	method := pick("GET", "GET", "GET", "POST", "OPTIONS", "DELETE", sometimes("GET"))
	path := pick("/api/v1/manuals/birch.json", "/api/v1/manuals/", "/", "/gated", "/-/", "/api/", "/healthz", "/robots.txt", "http://"+site+"/") + sometimes("") + pick("", ".json", "/tokens.json", "?format=", "?") + sometimes("")
	host := pick(site, "birch."+site, "alder."+site, w.word(), sometimes("")+"."+site)
	var fields strings.Builder
	for range w.random.IntN(5) {
		name := pick("User-Agent", "Authorization", "Cookie", "X-Request-Id", "X-Forwarded-For", "Origin", "Referer", "If-None-Match", "If-Match", "Accept-Encoding", "Range", "Content-Type", "Access-Control-Request-Method", "Forwarded", "Host", sometimes("X"))
		fmt.Fprintf(&fields, "%s: %s\r\n", name, pick("", "Bearer ", "Basic ", `W/"`, "a=")+w.word())
	}
	return method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + fields.String() + "Connection: close\r\n\r\n" + sometimes("")
}

// asked sends a request over a connection of its own and judges the answers.
func (s *server) asked(ctx context.Context, request string, statuses map[int]int) error {
	c, err := dial(ctx, s.Address)
	if err != nil {
		return lab.Broken("the server takes no connections any more: %v: %s", err, s.Log)
	}
	defer c.c.Close()
	if err := c.c.SetDeadline(time.Now().Add(answerTime)); err != nil {
		return err
	}
	if _, err := io.WriteString(c.c, request); err != nil {
		return nil // refused before all of it was sent
	}
	if half, ok := c.c.(*net.TCPConn); ok {
		_ = half.CloseWrite() // it may be closed already
	}
	method, _, _ := strings.Cut(request, " ")
	for {
		if _, err := c.r.Peek(1); err != nil { // the end, or a reset where the rest is left unread
			return nil
		}
		a, err := c.read(method)
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, syscall.ECONNRESET):
			return nil
		case err != nil:
			return lab.Broken("%v, as the answer to %q", err, request)
		}
		statuses[a.status]++
		if err := a.harmless(); err != nil {
			return fmt.Errorf("%w, as the answer to %q", err, request)
		}
		method = http.MethodGet
	}
}

// sent are the header fields that the server sends, by the names that net/http
// has for them.
var sent = regexp.MustCompile(`^(Access-Control-(Allow-(Origin|Methods|Headers)|Expose-Headers|Max-Age)|Allow|Cache-Control|Connection|` +
	`Content-(Encoding|Length|Security-Policy|Type)|Cross-Origin-(Opener|Resource)-Policy|Date|Etag|Location|Permissions-Policy|Referrer-Policy|` +
	`Retry-After|Transfer-Encoding|Vary|Www-Authenticate|X-Content-Type-Options|X-Ratelimit-(Limit|Remaining|Reset)|X-Robots-Tag)$`)

// requestName is what comes back of X-Request-Id, and can be nothing else.
var requestName = regexp.MustCompile(`^[A-Za-z0-9._~+/=:-]{1,128}$`)

// harmless judges what has come back.
func (a *answer) harmless() error {
	for name, values := range a.header {
		if name == "X-Request-Id" && len(values) == 1 && requestName.MatchString(values[0]) {
			continue
		}
		if !sent.MatchString(name) || strings.Contains(name+strings.Join(values, ","), mark) {
			return lab.Broken("the field %s: %q comes back", name, values)
		}
	}
	body := a.body
	switch a.header.Get("Content-Type") {
	case "application/problem+json":
		var p map[string]any
		if err := json.Unmarshal([]byte(body), &p); err != nil {
			return lab.Broken("a problem that is not JSON: %v: %q", err, body)
		}
		delete(p, "instance") // the path as it was sent
		body = fmt.Sprint(p)
	case "text/plain; charset=utf-8": // net/http's own, of what is no request
		return nil
	}
	if strings.Contains(body, mark) || strings.ContainsFunc(body, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' && a.header.Get("Content-Encoding") == "" }) {
		return lab.Broken("words come back: %d %q", a.status, body)
	}
	return nil
}

// logLine is a line as slog writes it, of printable characters, whose message
// is one that the program has.
var logLine = regexp.MustCompile(`^time=\S+ level=(INFO|WARN) msg=(request|serving|imported|stopping|"[a-z][a-z ]+"|"http: [^"]*") ?[ -~]*$`)

// cleanLog judges the lines of the log after the first ones, and returns how
// many there are now.
func (s *server) cleanLog(after int, secret string) (int, error) {
	lines := s.Log.Since(after)
	for _, line := range lines {
		if !logLine.MatchString(line) {
			return 0, lab.Broken("the log has the line %q", line)
		}
		if strings.Contains(line, secret[len("dmt_"):]) {
			return 0, lab.Broken("an access token is in the log: %q", line)
		}
	}
	return after + len(lines), nil
}
