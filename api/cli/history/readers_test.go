package history

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"designmanual/api/admin"
)

// A reader sends one request after the other.
type reader struct {
	*run
	number int
	client *http.Client // nil for the reader of the socket
	random *rand.Rand
	tags   map[string]string // of the last answer, by what was asked
}

const mostReads = 40 // of a reader in a round, while changes go on

// readers returns two readers over HTTP/1.1, two over HTTP/2, and one of the socket.
func (r *run) readers() (all []*reader) {
	for i := range 5 {
		one := &reader{run: r, number: i + 2, random: rand.New(rand.NewPCG(uint64(i), uint64(len(r.history)))), tags: make(map[string]string)}
		all = append(all, one)
		if i == 4 {
			break
		}
		protocols := new(http.Protocols)
		protocols.SetHTTP1(i < 2)
		protocols.SetHTTP2(i >= 2)
		one.client = &http.Client{
			Transport: &http.Transport{
				DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
					return new(net.Dialer).DialContext(ctx, "tcp", r.address)
				},
				TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, Protocols: protocols,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	return all
}

// beside reads at random until the changes of a round are made.
func (o *reader) beside(changed <-chan struct{}) {
	defer o.leave()
	for range mostReads {
		select {
		case <-changed:
			return
		default:
		}
		all := o.choices()
		o.read(all[o.random.IntN(len(all))])
	}
}

// everything reads everything once.
func (o *reader) everything() {
	defer o.leave()
	for _, one := range o.choices() {
		o.read(one)
	}
}

// leave closes the connections, for whose end a server that is stopped would wait a second.
func (o *reader) leave() {
	if o.client != nil {
		o.client.CloseIdleConnections()
	}
}

// choices returns all that the reader can ask for now.
func (o *reader) choices() []read {
	if o.client == nil {
		return []read{{kind: "list"}, {kind: "show"}}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	all := []read{
		{kind: "document"}, {kind: "tokens"}, {kind: "page"}, {kind: "manuals"}, {kind: "llms.txt"},
		{kind: "extra", slug: "extra"}, {kind: "extra", slug: "more"}, {kind: "extra tokens", slug: "extra"}, {kind: "extra tokens", slug: "more"},
	}
	if o.last > 0 {
		all = append(all, read{kind: "file", number: o.last})
	}
	for i, secret := range o.secrets {
		if secret != "" {
			all = append(all, read{kind: "press", number: i})
		}
	}
	for i, link := range o.sharing {
		if link != "" {
			all = append(all, read{kind: "link", number: i})
		}
		if o.cookies[i] != "" {
			all = append(all, read{kind: "session", number: i})
		}
	}
	return all
}

// read reads one thing and records what it sees. What is cut off as the server goes down is
// not recorded.
func (o *reader) read(one read) {
	leave := o.enter()
	call := time.Since(o.began)
	ask := o.ask
	if o.client == nil {
		ask = o.administer
	}
	seen, err := ask(one)
	if undisturbed := leave(); err != nil {
		if undisturbed {
			o.fault("client %d: %+v: %v", o.number, one, err)
		}
		return
	}
	o.record(o.number, call, one, seen)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.reads++; o.reads == o.after {
		close(o.enough)
	}
}

// path returns the path of what is read on the brand's host.
func (o *reader) path(one read) string {
	switch one.kind {
	case "document":
		return "/api/v1/manuals/acme.json"
	case "tokens":
		return "/api/v1/manuals/acme/tokens.json"
	case "page":
		return "/"
	case "manuals":
		return "/-/manuals"
	case "llms.txt":
		return "/llms.txt"
	case "file":
		sum := sha256.Sum256(fmt.Append(nil, "file ", one.number))
		return "/-/files/" + hex.EncodeToString(sum[:8]) + "/note.txt"
	case "extra":
		return "/api/v1/manuals/acme." + one.slug + ".json"
	case "extra tokens":
		return "/api/v1/manuals/acme." + one.slug + "/tokens.json"
	case "press":
		return "/api/v1/manuals/acme.press.json"
	case "link":
		return o.sharing[one.number][strings.Index(o.sharing[one.number], "/press"):]
	case "session":
		return "/press"
	}
	panic("no read is called " + one.kind)
}

// names finds in a body which imports it is of.
var names = regexp.MustCompile(`\b(Guide|Extra|Press|file) (\d+)\b|"(ink|sand|rust)-(\d+)"`)

// ask sends a request, with the tag of the last answer every other time.
func (o *reader) ask(one read) (answer, error) {
	o.mu.Lock()
	address := "https://acme.localhost:" + o.port() + o.path(one)
	secret, cookie := o.secrets[max(0, min(one.number, mostTokens-1))], o.cookies[max(0, min(one.number, mostLinks-1))]
	o.mu.Unlock()
	request, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return answer{}, err
	}
	if one.kind == "press" {
		request.Header.Set("Authorization", "Bearer "+secret)
	}
	if one.kind == "session" {
		request.Header.Set("Cookie", cookie)
	}
	known := o.tags[fmt.Sprint(one)]
	if known != "" && o.random.IntN(2) == 0 {
		request.Header.Set("If-None-Match", known)
	}
	response, err := o.client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{}, err
	}
	if over := response.ProtoMajor; over != 1+(o.number-2)/2 {
		return answer{}, fmt.Errorf("the answer came over HTTP/%d", over)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if one.kind == "link" && response.StatusCode == http.StatusSeeOther && o.cookies[one.number] == "" {
		o.cookies[one.number], _, _ = strings.Cut(response.Header.Get("Set-Cookie"), ";")
	}
	seen := answer{status: response.StatusCode}
	tag := digits(response.Header.Get("ETag"))
	switch seen.status {
	case http.StatusOK:
		seen.body = named(body)
		sum := sha256.Sum256(body)
		o.bodies[hex.EncodeToString(sum[:])] = seen.body
		seen.tag = o.bodyOf(tag)
		o.tags[fmt.Sprint(one)] = response.Header.Get("ETag")
	case http.StatusNotModified: // the reader has the body
		seen = answer{status: http.StatusOK, body: o.bodyOf(digits(known)), tag: o.bodyOf(tag)}
	}
	if one.kind == "page" && seen.status == http.StatusOK {
		_, _ = fmt.Sscanf(seen.body, "Guide %d", &o.last) // the model finds a page without it
	}
	return seen, nil
}

// bodyOf says what the body with a tag names.
func (r *run) bodyOf(tag string) string {
	if tag == "" {
		return ""
	}
	if body, ok := r.bodies[tag]; ok {
		return body
	}
	return "the tag of no body: " + tag
}

// digits returns the SHA-256 of an entity tag, weak or strong.
func digits(tag string) string { return strings.Trim(strings.TrimPrefix(tag, "W/"), `"`) }

// named returns the imports that a body names, each once.
func named(body []byte) string {
	var all []string
	for _, m := range names.FindAllSubmatch(body, -1) {
		text := fmt.Sprintf("%s %s", m[1], m[2])
		if len(m[3]) > 0 {
			text = fmt.Sprintf("%s-%s", m[3], m[4])
		}
		all = append(all, text)
	}
	slices.SortFunc(all, func(a, b string) int { return strings.Compare(order(a), order(b)) })
	return strings.Join(slices.Compact(all), ", ")
}

// order puts the manuals in the order of the model.
func order(text string) string {
	return strconv.Itoa(strings.Index("GEP", text[:1])) + text
}

// administer asks over the socket.
func (o *reader) administer(one read) (answer, error) {
	if one.kind == "show" {
		stdout, stderr, ok := command("show", "--db", o.database, "acme")
		if !ok {
			return answer{}, fmt.Errorf("show: %s", stderr)
		}
		sum := sha256.Sum256([]byte(stdout))
		o.mu.Lock()
		defer o.mu.Unlock()
		o.bodies[hex.EncodeToString(sum[:])] = named([]byte(stdout))
		return answer{status: 200, body: named([]byte(stdout))}, nil
	}
	stdout, stderr, ok := command("list", "--db", o.database, "--json")
	if !ok {
		return answer{}, fmt.Errorf("list: %s", stderr)
	}
	var brands []admin.BrandInfo
	if err := json.Unmarshal([]byte(stdout), &brands); err != nil {
		return answer{}, err
	}
	var v view
	for _, brand := range brands {
		for _, m := range brand.Manuals {
			number := int(m.UpdatedAt.Sub(firstUpdate) / time.Second)
			switch m.ID {
			case "m1":
				v.guide = number
			case "m2":
				v.extra, v.slug, v.ended = number, m.Slug, m.ExpiresAt != nil
			case "m3":
				v.press = number
			}
		}
	}
	return answer{status: 200, body: read{kind: "list"}.answer(state{now: v}).body}, nil
}
